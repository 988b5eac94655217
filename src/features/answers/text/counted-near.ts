import type { Amount } from "./amounts.ts";
import type { Candidate, WeighedTerm } from "./candidates.ts";
import { COUNT_AFTER, isCountable, isCounted, isNoun } from "./counted.ts";
import { matches } from "./coverage.ts";
import { placeIn, rootOf, type Token } from "./roots.ts";

export const PERSONS = /^(?:people|persons|individuals|equivalents|FTEs?)$/i;

const COUNTED_WITHIN = 5;
/** "40 depots in nine countries": what comes between is counted, and not what is behind it. */
const OTHER_NOUN =
  /^ (?:\p{L}+ )+(?:of|in|and|at|for|from|with|across|to|on|under|by|is|are|was|were|has|have|had|that|which|who) |[,;:()]|(?<!\p{Lu})\.(?: |$)/u;
export const OF_THESE = /^ of (?:whom|which|them)\b/;
/** What leads from the things to their number: "employees worldwide were about 4,300". */
const LINK = new RegExp(
  String.raw`(?:\b(?:was|were|is|are|total(?:l?ed|s)?|number(?:ed|s)?|stood at|reached|amounted to|came to|of|to|at)|:)` +
    String.raw`\s*(?:approximately |about |around |roughly |nearly |over |more than |some )*$`,
  "i",
);

/** What is counted, as the question has it. */
export interface AskedCount {
  counted: readonly string[];
  terms: readonly WeighedTerm[];
}

interface Place extends AskedCount {
  candidate: Candidate;
  span: Amount;
  /** The number among the tokens. */
  at: number;
}

/** How near the things counted are to their number, 1 for next to it; 0 where the sentence does not count them with it. */
export function countedNear(candidate: Candidate, span: Amount, asked: AskedCount): number {
  const { tokens, sentence } = candidate;
  const place: Place = { ...asked, candidate, span, at: placeIn(tokens, span) };
  if (OF_THESE.test(sentence.text.slice(span.end)) && tokens.some((token) => isCounted(token, asked.counted)))
    return OF_THESE_SHARE;
  const found = distanceTo(place);
  return found === null ? 0 : Math.max(OF_THESE_SHARE, 1 - found / (2 * COUNTED_WITHIN));
}

const OF_THESE_SHARE = 0.5;
const LED_WITHIN = 14;

/** In words; null where the number counts something else. */
function distanceTo(place: Place): number | null {
  const { candidate, span, counted, terms, at } = place;
  const { tokens, sentence } = candidate;
  const after = tokens
    .slice(at, at + 1 + COUNTED_WITHIN)
    .filter(({ start }) => start >= span.end && !OTHER_NOUN.test(sentence.text.slice(span.end, start)));
  // "Monthly active customers" are the monthly actives asked for.
  const isNamed = terms.some(
    (term) => matches(term, after) && !term.wordings[0]?.words.some((word) => counted.includes(word)),
  );
  const noun = after.findIndex((token, index) =>
    isThings(token, isNamed ? undefined : after[index + 1], place),
  );
  if (noun >= 0) return noun + 1;
  if (isCalled(after, terms, counted) || isOfPersons(after, place)) return after.length;
  const before = tokens.findLastIndex((token, index) => isBefore(token, index, place));
  return before < 0 ? null : at - before;
}

/** "5,500 full-time employees", but not "16 employee groups" and no heading "16 Employees of the Group". */
function isThings(token: Token, next: Token | undefined, { candidate, span, counted }: Place): boolean {
  if (!isCounted(token, counted)) return false;
  const { text } = candidate.sentence;
  const isAttribute = !isCountable(token) && isNoun(next) && !COUNT_AFTER.test(next?.text ?? "");
  const isHeading = /^\p{Lu}/u.test(token.text) && /(?:^|[.*)\]]\s*)$/.test(text.slice(0, span.start));
  return !isAttribute && !isHeading;
}

/** "61 manufacturing facilities" are plants. */
const isCalled = (after: readonly Token[], terms: readonly WeighedTerm[], counted: readonly string[]) =>
  terms.some(
    ({ wordings, ...term }) =>
      wordings.some(({ words: [word = "", ...others] }) => others.length === 0 && counted.includes(word)) &&
      matches({ ...term, wordings: wordings.filter(({ words }) => words.length > 1) }, after),
  );

/** "We employ 5,500 people". */
function isOfPersons(after: readonly Token[], { candidate, counted, at }: Place): boolean {
  const roots = counted.map(rootOf);
  const before = candidate.tokens.slice(Math.max(0, at - COUNTED_WITHIN), at);
  return after.some(({ text }) => PERSONS.test(text)) && before.some(({ root }) => roots.includes(root));
}

/** "The number of employees was 5,500". */
function isBefore(token: Token, place: number, { candidate, span, counted, at }: Place): boolean {
  if (token.end > span.start || at - place > LED_WITHIN || !isCounted(token, counted)) return false;
  return isCountable(token) && LINK.test(candidate.sentence.text.slice(token.end, span.start));
}
