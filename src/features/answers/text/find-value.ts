import { numberWords } from "../figures/number-words.ts";
import { type Amount, amountsIn } from "./amounts.ts";
import type { Candidate, WeighedTerm } from "./candidates.ts";
import { countEvidence } from "./count-evidence.ts";
import { OF_THESE } from "./counted-near.ts";
import { type Evidence, type Possible, readEvidence, sentenceEvidence } from "./evidence.ts";
import { isOtherAmount } from "./other-amount.ts";
import { isAnother, isOfPart } from "./other-subject.ts";
import { rangeAround } from "./ranges.ts";
import type { TextRequest } from "./request.ts";
import { placeIn, type Token } from "./roots.ts";
import { yearOfSpan } from "./span-year.ts";

/** An answer found in one sentence, and how likely it is the answer, 0 to 1. */
export interface Found<Span> {
  candidate: Candidate;
  span: Span;
  support: number;
}

const SENTENCES_READ = 60;
const NEAR_TOKENS = 6;
const OTHER_YEAR = 0.75;
const OTHER_MONTH = 0.6;
const OTHER_DAY = 0.45;

export interface ValueContext {
  dollar: string;
  terms: readonly WeighedTerm[];
}

/** A value that may be the answer: an amount in a sentence. */
export interface PossibleValue extends Possible {
  candidate: Candidate;
  span: Amount;
}

/** Every amount that may be the answer, with what speaks for it. */
export function possibleValues(
  request: TextRequest,
  candidates: readonly Candidate[],
  { dollar, terms }: ValueContext,
): PossibleValue[] {
  const read = candidates.slice(0, SENTENCES_READ).map((candidate) => ({
    candidate,
    amounts: [
      ...amountsIn(candidate.sentence.text, dollar),
      ...(request.expects === "count" ? writtenCounts(candidate.sentence.text) : []),
    ],
  }));
  const ofParts = new Set(
    read.flatMap(({ candidate: { sentence }, amounts }) =>
      amounts.filter((span) => isOfPart(request, sentence, span)).map((span) => keyOf(sentence.text, span)),
    ),
  );
  return read.flatMap(({ candidate, amounts }) => {
    const { text } = candidate.sentence;
    const base = { ...sentenceEvidence(candidate, terms), ...timeEvidence(request, candidate, amounts) };
    return amounts.flatMap((span) => {
      const kind = kindEvidence(request, span, candidate, terms);
      const year = yearOfSpan(text, amounts, span);
      // What one sentence gives for a quarter is that of a quarter where the next one does not say so.
      if (ofParts.has(keyOf(text, span)) || isOtherAmount(request.question, candidate, span)) return [];
      if (!kind || (year !== null && request.years.length > 0 && !request.years.includes(year))) return [];
      const peers = amounts.filter((one) => one.kind === span.kind);
      const evidence: Evidence = {
        ...base,
        ...kind,
        ...placeEvidence(text, span),
        limit: LIMIT.test(text.slice(0, span.start)) !== ASKS_LIMIT.test(request.question),
        near: nearness(candidate, span, terms),
        nearest: nearestShare(candidate, span, peers, terms),
        alone: peers.length === 1,
        ...readEvidence(candidate.opinionOf(span.start, span.end)),
      };
      return [{ candidate, span, evidence, key: keyOf(text, span) }];
    });
  });
}

/** "Nine ships": said in digits as well. */
function writtenCounts(text: string): Amount[] {
  return numberWords(text).map(({ text: word, start, value }) => {
    const base = { start, end: start + word.length, digits: String(value), digitsStart: start };
    return { ...base, kind: "count", text: `${value} (${word})`, value, unit: null, scale: "one" };
  });
}

/** Both ends of a range say the same. */
function keyOf(sentence: string, span: Amount): string {
  const range = rangeAround(sentence, span);
  return `${span.kind} ${range === span ? `${span.value} ${span.scale}` : range.text}`;
}

/** What the place of an amount says: after "was" it is said of something, in brackets or after "from" it is another's. */
function placeEvidence(text: string, { kind, start, end }: Amount): Evidence {
  const before = text.slice(0, start);
  const after = text.slice(end);
  const inBrackets = before.lastIndexOf("(") > before.lastIndexOf(")");
  return {
    prior: PRIOR.test(before) || CHANGED.test(before),
    bound: BOUND.test(after),
    bracketed: inBrackets,
    stated: STATED.test(before),
    attribute: kind === "money" && ATTRIBUTE.test(after),
    ofThese: OF_THESE.test(after),
  };
}

/** "Revenues increased $1.1 billion" says nothing about how much they were. */
const CHANGED =
  /\b(?:increas\p{L}+|decreas\p{L}+|declin\p{L}+|rose|grew|fell|dropped)(?: by)?(?: approximately| about)? ?$/iu;
const PRIOR =
  /\b(?:compared (?:to|with)|versus|vs\.?|against|up from|down from|from)\s+(?:approximately |about )?$/i;
/** "Up to $10 million": how much there may be, not how much there is. */
const LIMIT =
  /\b(?:up to|at least|at most|less than|more than|a (?:maximum|minimum) of|in excess of|exceeds?)\s(?:an? |another |additional |approximately )*$/i;
const ASKS_LIMIT =
  /\b(?:up to|at least|at most|max(?:imum)?|min(?:imum)?|limit|cap|can|may|could|authori[sz]ed|allowed|capacity)\b/i;
/** "10 percent or more" is a limit, no value. */
const BOUND = /^ or (?:more|less|greater|fewer)\b/;
/** "The $2.0 billion plan": part of a name. */
const ATTRIBUTE = new RegExp(
  "^ (?!of|in|at|and|or|to|for|as|on|from|per|related|during|was|were|is|will|with|by|under" +
    "|compared|due|cash|which|that|a|the|before|after|plus|based|an?nually|dollars|relating" +
    String.raw`|available|remaining|held)(?:\p{Ll}|\d{4} )`,
  "u",
);
const STATED =
  /\b(?:was|were|is|are|be|of|totall?ed|to|approximately|about|equal to|amounted to|had|paid|represented|for|over|than|included|including)\s$/i;

/** Whether an amount is of the kind asked for; null where it cannot be the answer. */
function kindEvidence(
  request: TextRequest,
  span: Amount,
  candidate: Candidate,
  weighed: readonly WeighedTerm[],
): Evidence | null {
  const { expects, counted, question } = request;
  if (isAnother(request, { span, candidate, weighed })) return null;
  switch (expects) {
    case "money":
      return span.kind === "money"
        ? { perUnit: isPerUnit(span, candidate) !== ASKS_PER_UNIT.test(question) }
        : null;
    case "percent":
      return span.kind === "percent" || span.kind === "ratio" ? { ratio: span.kind === "ratio" } : null;
    case "date":
      return span.kind === "date" || span.kind === "year" ? { bareYear: span.kind === "year" } : null;
    case "number":
      return span.kind === "count" ? countEvidence(candidate, span, { counted, terms: [] }) : null;
    case "count":
      return span.kind === "count" ? countEvidence(candidate, span, { counted, terms: weighed }) : null;
    default:
      return null;
  }
}

function isPerUnit({ end }: Amount, { sentence }: Candidate): boolean {
  return PER_UNIT.test(sentence.text.slice(end));
}

/** An amount per share answers only a question for one. */
const PER_UNIT =
  /^\s(?:per|a|each)\s(?:\p{L}+\s)?(?:share|unit|ordinary share|day|option|ounce|tonne?|barrel)\b/iu;
const ASKS_PER_UNIT = /\b(?:per|price|each|rate)\b/i;
/** How much of the question a sentence has nearer to one span than to any other of its kind. */
export function nearestShare(
  candidate: Candidate,
  span: { start: number },
  peers: readonly { start: number }[],
  terms: readonly WeighedTerm[],
): number {
  const starts = peers.map(({ start }) => ({ digitsStart: start }));
  const own = { digitsStart: span.start };
  let [share, total] = [0, 0];
  for (const [at, { weight }] of terms.entries()) {
    total += weight;
    const distance = distanceTo(candidate, at, own);
    if (Number.isFinite(distance) && starts.every((peer) => distance <= distanceTo(candidate, at, peer)))
      share += weight;
  }
  return total === 0 ? 0 : share / total;
}

/** From a span to the nearest place of a term, in words; what is beyond a comma is farther. */
function distanceTo(
  { tokens, places, sentence }: Candidate,
  term: number,
  span: { digitsStart: number },
  boundaryTokens = BOUNDARY_TOKENS,
): number {
  const at = placeIn(tokens, span);
  return Math.min(
    ...(places[term] ?? []).map(
      (place) => Math.abs(place - at) + boundaryTokens * boundaries(sentence.text, tokens[place], span),
    ),
  );
}

/** How near the words of the question are to a place in the sentence, by weight. */
export function nearness(
  candidate: Candidate,
  span: { digitsStart: number },
  terms: readonly WeighedTerm[],
  boundaryTokens = BOUNDARY_TOKENS,
): number {
  let [near, total] = [0, 0];
  for (const [index, { weight }] of terms.entries()) {
    total += weight;
    near += weight / (1 + distanceTo(candidate, index, span, boundaryTokens) / NEAR_TOKENS);
  }
  return total === 0 ? 0 : near / total;
}

const BOUNDARY_TOKENS = 8;
const BOUNDARY = /,(?! (?:19|20)\d\d)(?!\d)|[;()]|\band\b/g;

/** Commas and brackets between a word and a place: what is beyond them belongs to something else. */
function boundaries(
  text: string,
  token: Token | undefined,
  { digitsStart }: { digitsStart: number },
): number {
  if (!token) return 0;
  const [from, to] = token.start < digitsStart ? [token.end, digitsStart] : [digitsStart, token.start];
  return text.slice(from, to).match(BOUNDARY)?.length ?? 0;
}

/** What a sentence says of when: of the year asked for, of another, in another month. */
export function timeEvidence(
  request: TextRequest,
  candidate: Candidate,
  amounts: readonly Amount[],
): Evidence {
  const factor = timeFactor(request, candidate, amounts);
  return {
    sameTime: factor > 1,
    otherTime: factor === 0 ? 3 : factor < 0.9,
  };
}

/** A sentence about another year is not about the one asked for. */
export function timeFactor(
  { years, months, question, isPresent, isOwnDay = false }: TextRequest,
  { sentence, heading, before }: Candidate,
  amounts: readonly Amount[],
): number {
  if (years.length === 0) return 1;
  const own = amounts.filter(({ kind, value }) => (kind === "date" || kind === "year") && value > 0);
  const around = `${heading} ${before}`;
  const named = own.some(({ value }) => years.includes(value));
  const text = `${sentence.text} ${around}`;
  if (isOfOtherMonth(months, text, isOwnDay)) return DAY.test(question) ? OTHER_DAY : OTHER_MONTH;
  if (named) return 1.1;
  if (own.length > 0) return isPresent ? OTHER_YEAR : 0;
  if (years.some((year) => around.includes(String(year)))) return 1.05;
  return isPresent ? 0.95 : 0;
}

/** What names no month is of another one too, unless the question is for the day of the report. */
function isOfOtherMonth(months: readonly string[], text: string, isOwnDay: boolean): boolean {
  if (months.length === 0 || months.some((one) => mentions(text, one.slice(0, 3)))) return false;
  return !isOwnDay || MONTH_NAMED.test(text);
}

const MONTH_NAMED =
  /\b(?:january|february|march|april|may \d|june|july|august|september|october|november|december)\b/i;

/** A balance at a day is none at another. */
const DAY = /\b\p{L}{3,9}\.? \d{1,2}\b|\b\d{1,2} (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/iu;

function mentions(text: string, month: string): boolean {
  return new RegExp(`\\b${month}`, "i").test(text);
}
