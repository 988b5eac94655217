import { amountsIn } from "./amounts.ts";
import type { Candidate, WeighedTerm } from "./candidates.ts";
import { type Evidence, type Possible, readEvidence, sentenceEvidence, weigh } from "./evidence.ts";
import { type Found, nearestShare, nearness, timeEvidence } from "./find-value.ts";
import { hasLegalForm, isOrganisation, isPerson, type NameSpan, namesIn, ownWords } from "./names.ts";
import { type TextRequest, wordings } from "./request.ts";
import { rootOf, tokensOf } from "./roots.ts";

export interface NameContext {
  terms: readonly WeighedTerm[];
  /** Whether a word is the company's own name. */
  isOwn: (word: string) => boolean;
  /** Whether a capitalised word is also written small in the report. */
  isOrdinary: (word: string) => boolean;
  /** Whether a word has its capital also inside a sentence. */
  isInside: (word: string) => boolean;
}

const SENTENCES_READ = 60;

/** The names that the question may be for, the likeliest first. */
export function findNames(
  request: TextRequest,
  candidates: readonly Candidate[],
  context: NameContext,
): (Found<NameSpan> & Possible)[] {
  const possible = possibleNames(request, candidates, context);
  const persons = possible.filter(({ span }) => isPerson(span));
  return weigh(
    possible.map((one) => inFull(one, persons)),
    "name",
  );
}

/** "Mr. Doe" is the Jo Doe of another sentence, if there is one of that name, and is called so. */
function inFull<One extends { candidate: Candidate; span: NameSpan; key: string }>(
  one: One,
  persons: readonly One[],
): One {
  const { words, start } = one.span;
  const isTitled = words.length === 1 && TITLED.test(one.candidate.sentence.text.slice(0, start));
  const named = isTitled ? persons.filter(({ span }) => span.words.at(-1) === words[0]) : [];
  const [known] = named;
  if (!known || named.some(({ key }) => key !== known.key)) return one;
  return { ...one, span: { ...one.span, text: known.span.text }, key: known.key };
}

/** Every name that may be the answer, with what speaks for it. */
function possibleNames(
  request: TextRequest,
  candidates: readonly Candidate[],
  { terms, isOwn, isOrdinary, isInside }: NameContext,
): (Possible & { candidate: Candidate; span: NameSpan })[] {
  const { question } = request;
  const kinds = (/\b(?:which|what) (\p{L}+)(?: (\p{L}+))?/iu.exec(question) ?? [])
    .slice(1)
    .flatMap((kind) => (kind === undefined ? [] : wordings(kind)));
  const asked = new Set(question.split(/[^\p{L}\d&]+/u).map(rootOf));
  return candidates.slice(0, SENTENCES_READ).flatMap((candidate) => {
    const { text } = candidate.sentence;
    const base = {
      ...sentenceEvidence(candidate, terms),
      ...timeEvidence(request, candidate, amountsIn(text)),
    };
    const names = namesIn(text).filter(
      (span) =>
        isExpected(request, span, text) &&
        !(request.expects === "person" && span.words.every(isOrdinary)) &&
        !(isFirstWord(span) && !isInside(span.text)) &&
        !isDescription(text, span) &&
        !isOwner(text, span, [...asked, ...kinds]) &&
        !question.includes(span.text) &&
        isNew(span, asked, { isOwn, isOrdinary }),
    );
    return names.map((span, at) => {
      const evidence: Evidence = {
        ...base,
        ...placeEvidence(text, span, request),
        nearest: nearestShare(candidate, span, names, terms),
        close: nearness(candidate, { digitsStart: span.start }, terms, 0),
        apposed: isApposed(candidate, span),
        ofKind: isOfKind(text, span, kinds),
        long: span.words.length > 1,
        legal: hasLegalForm(span),
        common: span.words.filter(isOrdinary).length / span.words.length,
        first: at === 0,
        alone: names.length === 1,
        ...readEvidence(candidate.opinionOf(span.start, span.end)),
      };
      return { candidate, span, evidence, key: rootOf(span.words[0] ?? "") };
    });
  });
}

/** What the words before and after a name say. */
function placeEvidence(text: string, span: NameSpan, { question, expects }: TextRequest): Evidence {
  const before = text.slice(0, span.start);
  const wanted = WANTED.find(([pattern]) => pattern.test(question))?.[1] ?? [];
  const relation = relationOf(text, span);
  return {
    relation: wanted.includes(relation),
    otherRelation: relation !== "none" && wanted.length > 0 && !wanted.includes(relation),
    // A thing may be given by its other name; a person is never named by an abbreviation of something else.
    alias: sign(ALIAS.test(before), NAMED.test(question)),
    located: sign(LOCATED.test(before), expects === "place"),
  };
}

/** Speaks for the answer where it is asked for, and against it elsewhere. */
const sign = (isSo: boolean, isAsked: boolean) => (isSo ? (isAsked ? 1 : -1) : 0);
const NAMED = /\bname|\bcalled\b/i;

/** "The plan (“SERP”)": another name of what is before it. */
const ALIAS = /\((?:the |our |“the )?[“"]?(?:the )?$/i;
const LOCATED = /\b(?:in|at|near)\s(?:the )?$/i;

type Relation = "agent" | "recipient" | "source" | "partner" | "none";

/** In which relation the name is asked for, by the words of the question. */
const WANTED: readonly (readonly [RegExp, Relation[]])[] = [
  [/\bto (?:whom|which|what|who)\b|\bwho\b.*\bto\b\W*$/i, ["recipient"]],
  [/\bfrom (?:whom|which|what|who)\b|\bwho\b.*\bfrom\b\W*$/i, ["source"]],
  [/\bwith (?:whom|which|what|who)\b|\bwho\b.*\bwith\b\W*$/i, ["partner"]],
  [/\bwho (?:bought|acquired|purchased|took over|is buying)\b|\bbuyer\b/i, ["agent", "recipient"]],
  [/\b(?:who|which [\p{L} ]+) (?!is\b|was\b|are\b|were\b|did\b|does\b|do\b)\p{L}+/iu, ["agent"]],
];

/** In which relation to its sentence a name is, by the words right before and after it. */
function relationOf(text: string, { start, end }: NameSpan): Relation {
  const before = text
    .slice(0, start)
    .replace(/\b(?:the|an?|its|our|(?:an? )?(?:affiliate|subsidiary|unit)s? of) $/i, "");
  if (/\bby\s$/i.test(before)) return "agent";
  if (/\bto\s$/i.test(before)) return "recipient";
  if (/\bfrom\s$/i.test(before)) return "source";
  if (/\bwith\s$|\bbetween us and\s$/i.test(before)) return "partner";
  return ACTS.test(text.slice(end)) ? "agent" : "none";
}

/** The name is followed by its verb. */
const ACTS =
  /^(?:\s?\([^)]*\)|,[^,]{0,60},)?\s(?:has|had|have|will|owns?|holds?|led|bought|is|was|\p{Ll}+(?:ed|es))\s/u;

/** "A Norwegian company", "12 Harbour Street", "Co-investing in": no names of anybody. */
function isDescription(text: string, { start, text: name, words }: NameSpan): boolean {
  if (/\d\s$/.test(text.slice(0, start))) return true;
  return words.length === 1 && /(?:ian|ean|ese|ish|eli|ican|ing)s?$/.test(name);
}

/** "Northgate's bankers" says whose they are, and not who. */
function isOwner(text: string, { end }: NameSpan, asked: readonly string[]): boolean {
  const owned = /^['’]s?\s((?:\p{L}+\s?){1,3})/u.exec(text.slice(end))?.[1] ?? "";
  return tokensOf(owned).some(({ root }) => asked.some((one) => one.length > 3 && root.startsWith(one)));
}

/** Neither what the question says itself, perhaps with an ordinary word, nor the company's own name. */
function isNew(
  span: NameSpan,
  asked: ReadonlySet<string>,
  { isOwn, isOrdinary }: Pick<NameContext, "isOwn" | "isOrdinary">,
): boolean {
  const words = ownWords(span);
  if (hasLegalForm(span) && words.every((word) => isOwn(word.replace(/[.,]+$/, "")))) return false;
  const isAsked = (word: string) => asked.has(rootOf(word.replace(/[.,]+$/, "")));
  return words.some((word) => !isAsked(word) && !(isOrdinary(word) && words.some(isAsked)));
}

/** Any word has a capital at the beginning of a sentence: "Nevertheless, certain competitors". */
const isFirstWord = (span: NameSpan) => span.start === 0 && span.words.length === 1 && !hasLegalForm(span);

const ASKS_SEVERAL =
  /^(?:so )?(?:(?:who|(?:which|what)(?: \p{L}+s)?) (?:are|were|do|have)|who (?:is|was|sits?|sat|serves?|served) on)\b/iu;
/** "Which lines sail to Hull?" */
const ASKS_PLURAL =
  /^(?:so )?(?:which|what) (?:\p{L}+ ){0,2}\p{L}+[^s\W]s(?: (?!is\b|was\b|does\b|did\b|has\b)\p{L}+)/iu;
const JOINED = /^\.?(?:[,;]|,?\s(?:and|or|as well as))\s(?:(?:and|or)\s)?(?:the\s)?$/i;

/** A name with those that are listed next to it, where the question is for several; null where it is alone and several are. */
export function withListed(question: string, text: string, span: NameSpan): NameSpan | null {
  if (ASKS_SEVERAL.test(question)) return listAround(text, span);
  return withSeveral(question, text, span) ?? span;
}

/** All of a list, where the question may be for several; null otherwise. */
export function withSeveral(question: string, text: string, span: NameSpan): NameSpan | null {
  return ASKS_SEVERAL.test(question) || ASKS_PLURAL.test(question) ? listAround(text, span) : null;
}

function listAround(text: string, span: NameSpan): NameSpan | null {
  const names = namesIn(text);
  let { start, end } = span;
  for (const name of names) if (name.start >= end && JOINED.test(text.slice(end, name.start))) end = name.end;
  for (const name of names.toReversed())
    if (name.end <= start && JOINED.test(text.slice(name.end, start))) start = name.start;
  return end - start === span.end - span.start ? null : { ...span, start, end, text: text.slice(start, end) };
}

/** "Northgate shipyard" or "Northgate Yard" for a question after a yard. */
function isOfKind(text: string, { start, end, words }: NameSpan, kinds: readonly string[]): boolean {
  if (kinds.length === 0) return false;
  const [after] = tokensOf(text.slice(end, end + 30));
  const before = tokensOf(text.slice(Math.max(0, start - 30), start)).at(-1);
  const roots = [after?.root, before?.root, ...words.map(rootOf)];
  return roots.some((root) => root !== undefined && kinds.includes(root));
}

const APPOSED = /^(?:,|\s?[(—–]|\s(?:is|was|has been|serves|served|ceased|who)\b)/;
const APPOSED_LETTERS = 70;

/** Whether what is asked for is said of the name right after it or right before: "Jo Doe, age 50, our secretary". */
function isApposed({ tokens, places, sentence }: Candidate, { start, end }: NameSpan): boolean {
  const asked = places.flatMap((list) => list.flatMap((place) => tokens[place] ?? []));
  const isAfter =
    APPOSED.test(sentence.text.slice(end)) &&
    asked.some((token) => token.start > end && token.start < end + APPOSED_LETTERS);
  return (
    isAfter ||
    asked.some((token) => token.end <= start && /^[\s,:“"]*$/.test(sentence.text.slice(token.end, start)))
  );
}

const TITLED = /\b(?:Mr|Ms|Mrs|Dr|Sir|Dame)\.?\s$/;

function isExpected({ expects }: TextRequest, span: NameSpan, text: string): boolean {
  if (expects === "person") return isPerson(span) || TITLED.test(text.slice(0, span.start));
  return isOrganisation(span);
}
