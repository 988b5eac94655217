import type { Sentence } from "../passages/sentences.ts";
import type { Amount } from "./amounts.ts";
import type { Candidate, WeighedTerm } from "./candidates.ts";
import { clauseOf } from "./clause.ts";
import { FEW, isLacking } from "./count-evidence.ts";
import { matches } from "./coverage.ts";
import { saysFuture } from "./future.ts";
import { isOtherPayment } from "./other-payment.ts";
import { isPerShare, saysPer } from "./per-unit.ts";
import type { TextRequest } from "./request.ts";
import { type Token, tokensOf } from "./roots.ts";

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
  if (expects === "money" && isOtherPayment(question, candidate.sentence.text, span)) return true;
  return per.length > 0 && !isPer(question, { span, candidate, weighed }, per);
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
/** What is held in another company bears no interest. */
const HELD = /^(?:noncontrolling|controlling|minority|equity|ownership|membership|economic)$/i;

function isOther(tokens: readonly Token[], place: number): boolean {
  const [own, next] = [tokens[place]?.text ?? "", tokens[place + 1]?.text ?? ""];
  const before = tokens.slice(Math.max(0, place - 2), place);
  if (before.some(({ text }) => OTHER.test(text))) return true;
  if (/^interests?$/i.test(own) && before.some(({ text }) => HELD.test(text))) return true;
  return /^(?:back|related)$/i.test(next);
}

/** "$0.30 per share" of what is asked for, and no price or value of a share. */
function isPer(question: string, { span, candidate }: Place, per: readonly string[]): boolean {
  const { tokens, sentence } = candidate;
  if (!isPerShare(per)) return saysPer(tokens, per);
  if (span.kind === "money" && span.scale !== "one") return false;
  const value = VALUE.exec(clauseOf(sentence.text, span).join(" "))?.[0];
  if (value !== undefined && !VALUE.test(question)) return false;
  if (PREFERRED.test(sentence.text) && !PREFERRED.test(question)) return false;
  return saysPer(tokens, per) || OF_SHARE.test(sentence.text);
}

const PREFERRED = /\b(?:preferred|preference) (?:shares?|stock)\b/i;
const VALUE = /\b(?:values?|prices?|preference)\b/i;

/** What is paid or expected for a part of a year is not that of the year. */
export function isOfPart({ question, expects }: TextRequest, { text }: Sentence, span: Amount): boolean {
  if (expects !== "money" || ASKS_PART.test(question)) return false;
  return PART_OF_YEAR.test(clauseOf(text, span).join(" "));
}

const ASKS_PART = /\b(?:quarter|month|half|interim|semi|[QH][1-4]\b)/i;
const PART_OF_YEAR =
  /\b(?:quarterly|monthly|half-year(?:ly)?|semi-?annual(?:ly)?|interim)\b|\b(?:for|of|to) the (?:\p{L}+ )?(?:quarter|month|half)\b/iu;

/** Whether a sentence speaks of no future, or of that of something else. */
function isOfToday(candidate: Candidate, terms: readonly WeighedTerm[]): boolean {
  const { heading, before, sentence, places } = candidate;
  if (!saysFuture(`${heading} ${before} ${sentence.text}`) || isLacking(candidate, terms)) return true;
  const above = tokensOf(heading);
  const measured = terms
    .map((term, at) => ({ term, isSaid: (places[at]?.length ?? 0) > 0 || matches(term, above) }))
    .filter(({ term }) => !term.soft && !saysWhen(term.word));
  return measured.length <= FEW && measured.some(({ isSaid }) => !isSaid);
}

/** Words for what is to come, which say nothing of what it is. */
const saysWhen = (word: string) => saysFuture(word) || /^(?:next|coming|following|ahead)$/i.test(word);

const isRead = ({ opinionOf }: Candidate, { start, end }: Amount) =>
  (opinionOf(start, end)?.passage ?? 0) > 0;

const OF_SHARE = /\b[ED]PS\b/;
