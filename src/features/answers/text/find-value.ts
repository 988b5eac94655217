import { type Amount, amountsIn } from "./amounts.ts";
import { type Candidate, scoreOf, type WeighedTerm } from "./candidates.ts";
import type { TextRequest } from "./request.ts";
import type { Token } from "./roots.ts";

/** An answer found in one sentence, and how well the sentence supports it, 0 to 1. */
export interface Found<Span> {
  candidate: Candidate;
  span: Span;
  support: number;
}

const SENTENCES_READ = 60;
/** Two values with nearly the same support: neither is the answer. */
const NEAR_TOKENS = 6;
const OTHER_YEAR = 0.75;
const OTHER_MONTH = 0.6;
const OTHER_DAY = 0.45;
const AGREEING = 1.1;
const PRIOR_VALUE = 0.75;
const PRIOR =
  /\b(?:compared (?:to|with)|versus|vs\.?|against|up from|down from|from)\s+(?:approximately |about )?$/i;

/** The amount of the expected kind nearest to what the question names. */
export function findValues(
  request: TextRequest,
  candidates: readonly Candidate[],
  { dollar, terms }: { dollar: string; terms: readonly WeighedTerm[] },
): Found<Amount>[] {
  const found: Found<Amount>[] = [];
  for (const candidate of candidates.slice(0, SENTENCES_READ)) {
    const amounts = amountsIn(candidate.sentence.text, dollar);
    const supposed = SUPPOSED.test(candidate.sentence.text) ? SUPPOSED_VALUE : 1;
    for (const span of amounts) {
      if (!isExpected(request, span, candidate) || !perUnit(request.question, candidate.sentence.text, span))
        continue;
      const near = nearness(candidate, span, terms);
      const factor =
        timeFactor(request, candidate, amounts) * placeFactor(candidate.sentence.text, span) * supposed;
      found.push({ candidate, span, support: (0.6 * scoreOf(candidate) + 0.4 * near) * factor });
    }
  }
  return agree(found.sort((a, b) => b.support - a.support));
}

/** Two sentences that say the same support each other. */
function agree(found: readonly Found<Amount>[]): Found<Amount>[] {
  const [best, ...others] = found;
  if (!best) return [];
  const again = others
    .slice(0, 5)
    .some(
      ({ span, candidate }) =>
        span.text === best.span.text && candidate.sentence.text !== best.candidate.sentence.text,
    );
  return [again ? { ...best, support: best.support * AGREEING } : best, ...others];
}

/** What would happen if something else did is no value of anything. */
const SUPPOSED = /\b(?:would have|would (?:increase|decrease)|hypothetical|had the)\b/i;
const SUPPOSED_VALUE = 0.7;

/** An amount per share answers only a question for one. */
function perUnit(question: string, text: string, { kind, end }: Amount): boolean {
  const per = /^\s(?:per|a|each)\s(?:\p{L}+\s)?(?:share|unit|ordinary share|day)\b/iu.test(text.slice(end));
  return kind !== "money" || !per || /\b(?:per|price|dividend|each|rate)\b/i.test(question);
}

/** What the place of an amount says: after "was" it is said of something, in brackets or after "from" it is another's. */
function placeFactor(text: string, { kind, start, end }: Amount): number {
  const before = text.slice(0, start);
  const after = text.slice(end);
  if (PRIOR.test(before) || BOUND.test(after)) return PRIOR_VALUE;
  if (before.lastIndexOf("(") > before.lastIndexOf(")")) return PRIOR_VALUE;
  // "The $2.0 billion plan": part of a name.
  if (kind === "money" && ATTRIBUTE.test(after) && !STATED.test(before)) return ATTRIBUTE_VALUE;
  if (OF_THESE.test(after)) return 1.15;
  return STATED.test(before) ? 1.05 : 1;
}

/** "10 percent or more" is a limit, no value. */
const BOUND = /^ or (?:more|less|greater|fewer)\b/;
const OF_THESE = /^ of (?:whom|which|them)\b/;
const ATTRIBUTE =
  /^ (?!of|in|at|and|or|to|for|as|on|from|per|related|during|was|were|is|will|with|by|under|compared|due|cash|which|that|a|the|before|after|plus|based|an?nually|dollars|relating|available|remaining|held)(?:\p{Ll}|\d{4} )/u;
const ATTRIBUTE_VALUE = 0.85;
const STATED =
  /\b(?:was|were|is|are|be|of|totall?ed|to|approximately|about|equal to|amounted to|had|paid|represented|for|over|than|included|including)\s$/i;

function isExpected({ expects, counted, terms }: TextRequest, span: Amount, candidate: Candidate): boolean {
  // What the question says itself is not its answer.
  if (terms.some(({ word }) => word === span.digits)) return false;
  switch (expects) {
    case "money":
      return span.kind === "money";
    case "percent":
      return span.kind === "percent";
    case "date":
      return span.kind === "date" || span.kind === "year";
    case "number":
      return span.kind === "count" && countsNoun(candidate, span, counted);
    case "count":
      return span.kind === "count" && (counted.length === 0 || countsNoun(candidate, span, counted));
    default:
      return false;
  }
}

const COUNTED_WITHIN = 5;

/** "30 of whom were in R&D": the noun is near the number, after it or before. */
function countsNoun({ tokens, sentence }: Candidate, span: Amount, counted: readonly string[]): boolean {
  const at = tokenAt(tokens, span);
  const near = tokens.slice(Math.max(0, at - COUNTED_WITHIN), at + COUNTED_WITHIN + 1);
  return (
    near.some(({ root }) => counted.includes(root)) ||
    (/^\s*(?:of whom|of which|of them)\b/.test(sentence.text.slice(span.end)) &&
      tokens.some(({ root }) => counted.includes(root)))
  );
}

function tokenAt(tokens: readonly Token[], { digitsStart }: { digitsStart: number }): number {
  const at = tokens.findIndex(({ end }) => end > digitsStart);
  return at < 0 ? tokens.length : at;
}

/** How near the words of the question are to a place in the sentence, by weight. */
export function nearness(
  { tokens, places, sentence }: Candidate,
  span: { digitsStart: number },
  terms: readonly WeighedTerm[],
): number {
  const at = tokenAt(tokens, span);
  let near = 0;
  let total = 0;
  for (const [index, list] of places.entries()) {
    const weight = terms[index]?.weight ?? 0;
    total += weight;
    if (list.length === 0) continue;
    const distance = Math.min(
      ...list.map(
        (place) => Math.abs(place - at) + BOUNDARY_TOKENS * boundaries(sentence.text, tokens[place], span),
      ),
    );
    near += weight / (1 + distance / NEAR_TOKENS);
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

/** A sentence about another year is not about the one asked for. */
export function timeFactor(
  { years, months, question, isPresent }: TextRequest,
  { sentence, heading, before }: Candidate,
  amounts: readonly Amount[],
): number {
  if (years.length === 0) return 1;
  const own = amounts.filter(({ kind, value }) => (kind === "date" || kind === "year") && value > 0);
  const around = `${heading} ${before}`;
  const named = own.some(({ value }) => years.includes(value));
  const month =
    months.length === 0 || months.some((one) => mentions(`${sentence.text} ${around}`, one.slice(0, 3)));
  if (!month) return DAY.test(question) ? OTHER_DAY : OTHER_MONTH;
  if (named) return 1.1;
  if (own.length > 0) return isPresent ? OTHER_YEAR : 0;
  if (years.some((year) => around.includes(String(year)))) return 1.05;
  return isPresent ? 0.95 : 0;
}

/** A balance at a day is none at another. */
const DAY = /\b\p{L}{3,9}\.? \d{1,2}\b|\b\d{1,2} (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/iu;

function mentions(text: string, month: string): boolean {
  return new RegExp(`\\b${month}`, "i").test(text);
}
