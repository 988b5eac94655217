import type { DraftAnswer } from "../answer.ts";
import { type Sentence, sentencesOf } from "../passages/sentences.ts";
import { Draft } from "./draft.ts";
import { hasLegalForm, type NameSpan, namesIn } from "./names.ts";
import type { TextRequest } from "./request.ts";
import type { TextContext } from "./text-context.ts";

/** A business that was bought or sold, with the sentence that says so. */
interface Deal {
  name: string;
  sentence: Sentence;
  weight: number;
}

interface Kind {
  asked: RegExp;
  /** What is done to the business whose name follows. */
  done: RegExp;
  /** Goods are sold as well; companies are not bought by the piece. */
  isOfGoods: boolean;
}

const KINDS: readonly Kind[] = [
  {
    asked: /^(?:acqui(?:sitions?|red?|res|ring)|takeovers?|bought|buy)$/i,
    done: /\b(?:(?<!\b(?:an?|the|newly|recently|all) )acquired|bought|(?:acquisitions?|takeover) of|agree(?:d|ment) to (?:acquire|buy))\b/gi,
    isOfGoods: false,
  },
  {
    asked: /^(?:divest(?:itures?|ments?|ed)?|disposals?|disposed|sold|sell|spin-?offs?|spun)$/i,
    done: /\b(?:sold|divested|disposed of|spun off|(?:sale|divestiture|disposal|spin-?off) of|agree(?:d|ment) to (?:sell|divest))\b/gi,
    isOfGoods: true,
  },
];
/** The question is for such deals, and for nothing more special than that. */
const SAID_BESIDE = new RegExp(
  String.raw`^(?:acqui\w*|takeovers?|bought|buy|divest\w*|dispos\w*|sold|sell|spin-?offs?|spun|off` +
    "|business(?:es)?|compan(?:y|ies)|firms?|major|largest?|biggest|important|significant" +
    "|material|recent(?:ly)?|complet(?:ed?|ions?)|done|deals?|transactions?|announced?|mentioned" +
    "|names?|list|one|two|three|four|five|any|mergers?|and|m&a|10-?ks?|filings?|last|past" +
    "|years?)$",
  "i",
);

/** What may be between the verb and the name of a business: how much of it, and whose it is. */
const BETWEEN = new RegExp(
  String.raw`^\s+(?:(?:[\p{L}\d%.,-]+\s+){0,7}?(?:shares?|stock|equity|interests?|stake|assets|capital` +
    String.raw`|business|operations|membership|ownership|control)\s+(?:[\p{L}-]+\s+){0,2}?(?:of` +
    String.raw`|in)\s+)?(?:the|our|its|their|this)?\s*(?:(?:former|wholly-owned|majority-owned|subsidiary,?` +
    String.raw`|company,?)\s+)*$`,
  "iu",
);
// "May" is also a month.
const SUPPOSED =
  /\b(?:may|might|could|would|if|potential|possible|proposed to|cannot assure|no assurance|typically|generally)\b/;
/** What was given up, or is only intended. */
const NOT_DONE = new RegExp(
  String.raw`\b(?:terminat\w+|abandon\w*|withdr[ae]w\w*|cancel\w*|rejected|intends?` +
    "|(?:plan|expect|hope|seek|propose|offer)(?:s|ed)? to|letter of intent" +
    String.raw`|(?:not|never) (?:\w+ )?(?:complet|clos|consummat|proceed|acquir|buy|bought|sell|sold|divest` +
    String.raw`|dispos)\w*)\b`,
  "i",
);
/** What only looks like a business: papers, rights and things. */
const NO_BUSINESS = new RegExp(
  String.raw`\b(?:Notes?|Stock|Shares?|Securities|Treasury|Bonds?|Debentures?|Property|Equipment|Plant` +
    "|PP&E|Common|Preferred|Senior|Credit|Loans?|Receivables?|Act|Plan|Program|Agreement|Rights" +
    String.raw`|Units?|Board|Inventor\w+|Software|Intangible\w*|Goodwill|Item|Note|Series|Class` +
    String.raw`|Investments?|Commission|Exchange|Dollars?|IPR&D|Data)\b`,
);

const SENTENCES_SAID = 3;
const NAMES_SAID = 6;
const CONFIDENCE = 0.5;

/**
 * Which businesses the company bought or sold. Null where no sentence names one; undefined where the question is for
 * something else.
 */
export function answerDeals(request: TextRequest, context: TextContext): DraftAnswer | null | undefined {
  const kind = askedKind(request);
  if (!kind) return undefined;
  const best = joinSame(findDeals(kind, request, context)).slice(0, NAMES_SAID);
  if (best.length === 0) return null;
  const draft = new Draft(context.report, context.dollar);
  if (request.operation === "verdict") draft.add("Yes. ");
  draft.add(`${best.map(({ name }) => name).join("; ")}. `);
  const sentences = [...new Set(best.map(({ sentence }) => sentence))].slice(0, SENTENCES_SAID);
  const quoted = sentences.filter((sentence) => draft.quote(sentence));
  return quoted.length === 0 ? null : draft.finish(CONFIDENCE);
}

/** One deal for each business, under its longest name; what is mentioned more often comes first. */
function joinSame(deals: readonly Deal[]): Deal[] {
  const byName = Map.groupBy(deals, ({ name }) => /[\p{L}\d]+/u.exec(name)?.[0].toLowerCase());
  return [...byName.values()]
    .flatMap((same) => {
      const [first] = same.toSorted((a, b) => b.weight - a.weight);
      if (!first) return [];
      const name = same.reduce((longest, one) => (one.name.length > longest.length ? one.name : longest), "");
      return [{ ...first, name, weight: first.weight + Math.min(same.length / REPEATED_MAX, 1) }];
    })
    .sort((a, b) => b.weight - a.weight);
}

const REPEATED_MAX = 5;

function askedKind({ operation, terms, question }: TextRequest): Kind | null {
  if (!["verdict", "summary", "name", "open"].includes(operation)) return null;
  // "What does it sell?" is a question for its products.
  if (/\bwho\b|\bfrom whom\b|\bby whom\b|\b(?:do|does) .*\b(?:sell|buy)\b/i.test(question)) return null;
  const words = terms.filter(({ own }) => !own).flatMap(({ word }) => word.split(" "));
  if (!words.every((word) => SAID_BESIDE.test(word) || /^\d+$/.test(word))) return null;
  return KINDS.find(({ asked }) => words.some((word) => asked.test(word))) ?? null;
}

function findDeals(kind: Kind, request: TextRequest, { report, isName, presentYear }: TextContext): Deal[] {
  const years = request.years.length > 0 || presentYear === null ? request.years : recentYears(presentYear);
  return report.pages.flatMap((page) =>
    sentencesOf(page)
      .filter(({ text, kind: own }) => own === "text" && isDone(text) && isOfYears(text, years))
      .flatMap((sentence) =>
        namesAfter(kind.done, sentence.text, (name) => isOther(name, isName))
          .filter(
            ({ text, words }) => !words.some((word) => isName(word) === "known") && !NO_BUSINESS.test(text),
          )
          .filter((name) => !kind.isOfGoods || isBusiness(name, sentence.text))
          .map(({ text }) => ({ name: text, sentence, weight: weightOf(sentence.text) })),
      )
      .filter(({ weight }) => weight > 0),
  );
}

/** "Expected to close" is said of what was agreed as well. */
const isDone = (text: string) =>
  !SUPPOSED.test(text) &&
  !NOT_DONE.test(text.replace(/\bexpect(?:s|ed)? to (?:be )?(?:clos|complet)\w*(?= in| by| during)/gi, ""));

/** A name that is not the company's own. */
const isOther = ({ words }: NameSpan, isName: TextContext["isName"]) =>
  !words.some((word) => isName(word) === "known");

/** Reports look back three years, and forward to what was agreed after their end. */
function recentYears(present: number): number[] {
  return [present + 1, present, present - 1, present - 2];
}

const BUSINESS =
  /^[^.,;]{0,25}?\b(?:business(?:es)?|subsidiar(?:y|ies)|divisions?|segments?|units?|operations|brands?|company|portfolio|franchise|stake|interest)\b/i;

function isBusiness(name: NameSpan, text: string): boolean {
  return hasLegalForm(name) || BUSINESS.test(text.slice(name.end));
}

/** A sentence of another year says nothing about the years asked for. */
function isOfYears(text: string, years: readonly number[]): boolean {
  return years.length === 0 || years.some((year) => text.includes(String(year)));
}

/** A price and a completion show that the deal was done, and that it was not small. */
function weightOf(text: string): number {
  const price = /[$€£¥]\s?\d|\d\s(?:million|billion)/i.test(text) ? 1 : 0;
  const done = /\b(?:completed?|closed|acquired|sold|divested)\b/i.test(text) ? 1 : 0;
  return price + done;
}

/** The names right after the verb, and those joined to them. */
function namesAfter(done: RegExp, text: string, isOtherName: (name: NameSpan) => boolean): NameSpan[] {
  const names = namesIn(text);
  const found: NameSpan[] = [];
  for (const { 0: verb, index } of text.matchAll(done)) {
    const actor = names.findLast(({ end }) => end <= index);
    if (actor && isOtherName(actor) && isActor(actor, text.slice(0, index))) continue;
    let from = index + verb.length;
    let isFirst = true;
    for (const name of names.filter(({ start }) => start >= from)) {
      const between = text.slice(from, name.start);
      if (!(isFirst ? BETWEEN.test(between) : JOINED.test(between))) break;
      found.push(name);
      from = name.end;
      isFirst = false;
    }
  }
  return found;
}

/** "A acquired", "A, a rival, completed the sale of"; not "our subsidiary A". */
function isActor({ start, end }: NameSpan, before: string): boolean {
  return (
    ACTOR_TO_VERB.test(before.slice(end)) &&
    !/\b(?:subsidiary|affiliate|division|segment|unit),? $/i.test(before.slice(0, start))
  );
}

const ACTOR_TO_VERB =
  /^\.?(?:,[^,]{0,80},)?\s+(?:(?:has|had|have|also|then|recently|previously|subsequently|completed|closed|announced|agreed|entered|into|an?|its|their|the)\s+)*$/i;

/** "A Ltd. on November 2, and B", "A (“A”) and B", "A, B". */
const JOINED =
  /^[.,]*\s*(?:\([^)]*\)\s*)?(?:(?:on|in) \S+(?: \d{1,2},? ?\d{0,4})?,?\s*)?(?:,|and|as well as|,\s*and)\s*(?:the\s+)?$/i;
