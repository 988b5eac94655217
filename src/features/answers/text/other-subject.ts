import type { Amount } from "./amounts.ts";
import type { Candidate, WeighedTerm } from "./candidates.ts";
import { isLacking } from "./count-evidence.ts";
import { saysFuture } from "./future.ts";
import { isPerShare, saysPer } from "./per-unit.ts";
import type { TextRequest } from "./request.ts";
import type { Token } from "./roots.ts";

/** An amount in its sentence. */
interface Place {
  span: Amount;
  candidate: Candidate;
  weighed: readonly WeighedTerm[];
}

/** Whether a sentence is about something else than what is asked for, whatever is measured. */
export function isAnother(
  { question, expects, terms, per, isFuture }: TextRequest,
  { span, candidate, weighed }: Place,
): boolean {
  // Only who has read the passage knows that its subject has another name there.
  if (expects !== "date" && candidate.lacksSubject && !isRead(candidate, span)) return true;
  if (isFuture && isOfToday(candidate, weighed)) return true;
  if (!OTHER.test(question) && isOfOther(candidate, weighed)) return true;
  // What the question says itself is not its answer.
  if (terms.some(({ word }) => word === span.digits)) return true;
  return per.length > 0 && !isPer(candidate, per);
}

/** "Other assets" are no assets at large, where "other" is not asked for; what was bought back is no acquisition. */
function isOfOther({ tokens, places }: Candidate, terms: readonly WeighedTerm[]): boolean {
  const heaviest = Math.max(0, ...terms.map(({ weight }) => weight));
  return terms.some(({ weight }, at) => {
    const own = places[at] ?? [];
    return weight === heaviest && own.length > 0 && own.every((place) => isOther(tokens, place));
  });
}

const OTHER = /\bothers?\b/i;
const isOther = (tokens: readonly Token[], place: number) =>
  tokens.slice(Math.max(0, place - 2), place).some(({ text }) => OTHER.test(text)) ||
  /^back$/i.test(tokens[place + 1]?.text ?? "");

const isPer = ({ tokens, sentence }: Candidate, per: readonly string[]) =>
  saysPer(tokens, per) || (isPerShare(per) && OF_SHARE.test(sentence.text));

/** Whether a sentence speaks of no future, or of that of something else. */
function isOfToday(candidate: Candidate, terms: readonly WeighedTerm[]): boolean {
  const { heading, before, sentence } = candidate;
  return !saysFuture(`${heading} ${before} ${sentence.text}`) || isLacking(candidate, terms);
}

const isRead = ({ opinionOf }: Candidate, { start, end }: Amount) =>
  (opinionOf(start, end)?.passage ?? 0) > 0;

const OF_SHARE = /\b[ED]PS\b/;
