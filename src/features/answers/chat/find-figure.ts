import { FIGURES } from "../../reference/index.ts";
import { inPlainWords } from "../figures/plain-words.ts";
import { findPeriods } from "../figures/question-periods.ts";
import { shapeQuestion } from "../figures/question-shape.ts";
import { mentionedFigures } from "../figures/supporting-figures.ts";
import { isFinanceWord } from "../report-names.ts";
import { isQuestionWord } from "./naming/question-words.ts";

export interface FoundFigure {
  id: string;
  /** Whether the question asks for this figure of the whole company and for nothing else. */
  isWhole: boolean;
  /** Further figures asked for in the same way: "revenue and net income". */
  others: string[];
}

const PROFIT_OR_LOSS = new RegExp(
  String.raw`\b(?:made|make|makes|reported|had|post(?:ed)?) (?:a |an )?(?:net )?(?:loss|profit)\b` +
    String.raw`|\bhow much (?:did|does|has) .+ los[et]\b|\bnet loss(?:es)?\b|\bprofit for the year\b` +
    String.raw`|\b(?:lost|los(?:es|ing)|made the (?:most|least)) (?:money|profit)\b`,
  "i",
);

/** Of companies that are compared: a segment that grew faster is another question. */
const GREW_FASTER =
  /\b(?:gr[eo]w|grows|growing|grown)\b(?=[^?]*\b(?:fast(?:er|est)|quick(?:er|est)|slow(?:er|est)|more|most)\b)/i;
const PART =
  /\b(?:segments?|regions?|divisions?|products?|business(?:es)?|categor(?:y|ies)|markets?|countr(?:y|ies))\b/i;
const MORE_PROFITABLE = /\b(?:more|less) profitable\b/i;
const PER_SHARE = /^eps|per_share$/;
const LISTED = /,|\b(?:and|as well as)\b| & /i;
/** One figure over another, which a report's own reader computes. */
const OVER_ANOTHER =
  /\bper\b|\b(?:as|in) (?:an? )?(?:%|percent(?:age)?|per cent|share|proportion) of\b|\b(?:divided by|ratio of)\b| \/ /i;

/** A person of one company: the letters of an office are those of a figure as well. */
const PERSON = /\bwho(?:m|se|['’]s)?\b/i;

/** Words that say nothing about which figure is meant. */
const FILLERS: ReadonlySet<string> = new Set(
  (
    "show display main lines high much many amount figure value number reported report annual hold held have earn earned make made lose lost end year " +
    "fiscal financial full available please tell know need want company group say says answer about last latest newest " +
    "fiscale finanziario gross total whole could would like get look level stand give versus vs compared against spend spent"
  ).split(" "),
);

/** The figure a question is for, by its English names or by its labels in the languages of reports. */
export function findFigure(question: string, names: readonly string[]): FoundFigure | null {
  if (names.length === 1 && PERSON.test(question)) return null;
  const withoutNames = names.reduce((text, name) => text.replaceAll(name, " "), question);
  const bare = names.reduce((text, name) => text.replaceAll(name, " "), inPlainWords(question));
  const mentioned = mentionedFigures(bare);
  if (mentioned.length === 0) {
    const labelled = findByLabel(withoutNames);
    if (labelled) {
      const rest = withoutNames.replace(labelled.text, " ");
      return { id: labelled.id, isWhole: saysNothingElse(rest), others: [] };
    }
  }
  const first = findByVerb(bare, names) ?? mentioned[0];
  if (first === undefined) return null;
  const others = mentioned.filter((id) => id !== first);
  const isList = others.length > 0 && LISTED.test(bare);
  // "Revenue per share" is neither of the two.
  if (OVER_ANOTHER.test(bare) && !PER_SHARE.test(first)) return { id: first, isWhole: false, others: [] };
  return {
    id: first,
    isWhole: others.length === 0 && saysNothingElse(bare),
    others: isList && saysNothingElse(bare) ? others : [],
  };
}

/** Whether a word says nothing of what is asked for. */
export const isFiller = (word: string): boolean => FILLERS.has(word) || isQuestionWord(word);

/** Nothing is left that could restrict the figure to a part, another kind, another time or another currency. */
export function saysNothingElse(text: string): boolean {
  if (shapeQuestion(text).wanted.currency !== null) return false;
  const periods = findPeriods(text);
  const rest = periods
    .toReversed()
    .reduce((left, { start, end }) => left.slice(0, start) + left.slice(end), text);
  const words = rest.match(/[\p{L}][\p{L}'’/-]*/gu) ?? [];
  return words.every((word) => {
    const lower = word.toLowerCase().replace(/['’]s$/, "");
    return lower.length < 2 || isFiller(lower) || isFinanceWord(lower);
  });
}

/** The figure that is meant where none is named. */
function findByVerb(bare: string, names: readonly string[]): string | null {
  if (PROFIT_OR_LOSS.test(bare)) return "net_income";
  // Companies of different size and currency are not compared by an amount.
  if (MORE_PROFITABLE.test(bare)) return "net_margin";
  const isOfCompanies = names.length !== 1 && GREW_FASTER.test(bare) && !PART.test(bare);
  return isOfCompanies && mentionedFigures(bare).length === 0 ? "revenue" : null;
}

const MARGINS = ["gross_margin", "operating_margin", "net_margin"] as const;

/** "What is its margin?" may mean each of them; "the margin of the cloud business" means none. */
export function findMargins(question: string, names: readonly string[]): FoundFigure | null {
  const bare = names.reduce((text, name) => text.replaceAll(name, " "), question);
  const rest = bare.replace(/\bmargins?\b/i, " ");
  const isNamed = names.length === 0 || mentionedFigures(bare).length > 0;
  if (rest === bare || isNamed || !saysNothingElse(rest)) return null;
  const [id, ...others] = MARGINS;
  return { id, isWhole: true, others };
}

const LANGUAGES = ["de", "fr", "es", "it", "nl", "ja", "zh"] as const;
const LABELS = FIGURES.flatMap(({ id, labels }) =>
  LANGUAGES.flatMap((language) =>
    (labels[language] ?? []).map((label) => ({ id, label: label.toLowerCase() })),
  ),
).sort((a, b) => b.label.length - a.label.length);
const LATIN = /^\p{Script=Latin}/u;

function findByLabel(question: string): { id: string; text: string } | null {
  const lower = question.toLowerCase().replaceAll("’", "'");
  const spaced = ` ${lower.replace(/[^\p{L}\p{N}']+/gu, " ")} `;
  const found = LABELS.find(({ label }) =>
    LATIN.test(label) ? spaced.includes(` ${label} `) : lower.includes(label),
  );
  if (!found) return null;
  const start = lower.indexOf(found.label);
  return { id: found.id, text: start < 0 ? "" : question.slice(start, start + found.label.length) };
}
