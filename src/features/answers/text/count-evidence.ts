import type { Amount } from "./amounts.ts";
import type { Candidate, WeighedTerm } from "./candidates.ts";
import { isCounted } from "./counted.ts";
import { matches } from "./coverage.ts";
import type { Evidence } from "./evidence.ts";
import { placeIn, type Token } from "./roots.ts";
import { isStopWord } from "./terms.ts";

interface AskedCount {
  counted: readonly string[];
  terms: readonly WeighedTerm[];
}

/** What says that a number counts the things asked for; null where it counts others. */
export function countEvidence(
  candidate: Candidate,
  span: Amount,
  { counted, terms }: AskedCount,
): Evidence | null {
  if (counted.length === 0) return {};
  // Things come whole: "2.0" is part of a name.
  if (span.scale === "one" && span.digits.includes(".")) return null;
  const before = candidate.sentence.text.slice(0, span.start);
  if (RESTATED.test(before) || LIMIT.test(before)) return null;
  // Shares that may be issued are not those outstanding.
  if (terms.some(({ soft }, at) => soft && (candidate.places[at]?.length ?? 0) === 0)) return null;
  if (isLacking(candidate, terms) || isOfOthers(span, candidate, { counted, terms })) return null;
  const counts = countedNear(candidate, span, counted);
  return { counts, uncounted: counts === 0 };
}

/** "11% of the crew, or 127 employees": a share of them. */
const RESTATED = /\d\s?(?:%|percent)[^.;]*,? or (?:about |approximately )?$/i;

/** How many there may be, and not how many there are. */
const LIMIT = /\b(?:no (?:more|fewer|less) than|up to|at (?:least|most)|(?:maximum|minimum) of|exceed)\s$/i;

/** Whether a sentence and what stands around it leave out much of the question. */
export function isLacking({ places, around }: Candidate, terms: readonly WeighedTerm[]): boolean {
  const hard = terms.flatMap(({ soft, weight }, at) => (soft ? [] : [{ at, weight }]));
  const found = hard.filter(({ at }) => (places[at]?.length ?? 0) > 0 || around[at]);
  const sum = (some: readonly { weight: number }[]) => some.reduce((all, { weight }) => all + weight, 0);
  return hard.length <= FEW ? found.length < hard.length : sum(found) < COVERAGE_MIN * sum(hard);
}

/** Of so few words none is said in vain. */
const FEW = 2;
const COVERAGE_MIN = 0.5;

/** "31 hours", "the 300 customers who pay late": a number of other things than those asked for, or of some of them. */
function isOfOthers(span: Amount, { sentence, tokens }: Candidate, { counted, terms }: AskedCount): boolean {
  const phrase: Token[] = [];
  let { end } = span;
  for (const token of tokens.slice(placeIn(tokens, { digitsStart: span.end }))) {
    const isNext = /^[ -]$/.test(sentence.text.slice(end, token.start));
    if (!isNext || phrase.length === PHRASE_MAX || isStopWord(token.text.toLowerCase())) break;
    phrase.push(token);
    end = token.end;
  }
  if (phrase.some((token) => isCounted(token, counted))) return WHO.test(sentence.text.slice(end));
  if (terms.some((term) => matches(term, phrase))) return false;
  return phrase.some(({ text }) => /^\p{Ll}{3,}s$/u.test(text) && !PERSONS.test(text));
}

const PHRASE_MAX = 4;
const WHO = /^,? (?:who|that|whose)\b/;
const PERSONS = /^(?:equivalents|persons|individuals)$/;

const COUNTED_WITHIN = 5;
/** "40 depots in nine countries": what comes between is counted, and not what is behind it. */
const OTHER_NOUN = /^ (?:\p{L}+ )+(?:in|and|at|for|from|with|across|to|on|under|by) |[,;(]/u;
export const OF_THESE = /^ of (?:whom|which|them)\b/;

/** How near the counted noun is to a number, after it or before: "30 of whom were in R&D". */
function countedNear({ tokens, sentence }: Candidate, span: Amount, counted: readonly string[]): number {
  const at = placeIn(tokens, span);
  const distance = tokens.reduce(
    (least, { text, start }, place) =>
      isCounted({ text }, counted) &&
      !OTHER_NOUN.test(sentence.text.slice(span.end, Math.max(span.end, start)))
        ? Math.min(least, Math.abs(place - at))
        : least,
    Number.POSITIVE_INFINITY,
  );
  if (distance <= COUNTED_WITHIN) return 1 - distance / (2 * COUNTED_WITHIN);
  return Number.isFinite(distance) && OF_THESE.test(sentence.text.slice(span.end)) ? 0.5 : 0;
}
