import { CLAIM_SCALES } from "../../claims/index.ts";
import type { Claim } from "../claims/claim.ts";
import type { Sentence } from "../passages/sentences.ts";
import { type Amount, amountsIn } from "./amounts.ts";
import { type Candidate, scoreOf, type WeighedTerm, withSurroundings } from "./candidates.ts";
import { statedShare } from "./evidence.ts";
import { nearness, timeFactor } from "./find-value.ts";
import type { TextRequest } from "./request.ts";
import { isStopWord } from "./terms.ts";
import { BULLET } from "./whole-sentence.ts";

/** Two amounts of one thing, before and after. */
export interface Difference {
  from: Amount;
  to: Amount;
}

export interface Change {
  lead: Candidate;
  /** Where the sentence gives only the two amounts. */
  difference: Difference | null;
  /** The sentence that says by how much, and those that say why, in reading order. */
  sentences: { sentence: Sentence; isReason: boolean }[];
  support: number;
}

const MOVED = new RegExp(
  String.raw`\b(?:increas|decreas|declin|grew|grow|rose|ris(?:e|ing)|fell|fall|higher|lower|reduc|improv|drop` +
    String.raw`|widen|narrow|up|down|compared (?:to|with)|against|versus|from \S+ (?:to|in))|\((?:FY)?(?:19|20)\d\d: `,
  "i",
);
const REASON = new RegExp(
  String.raw`\b(?:due to|driven by|drove|result(?:ed|ing)? (?:from|of|in)|attribut(?:able|ed)` +
    "|reflect(?:s|ing|ed)|because|owing to|caused by|as a result|primarily|mainly|principally" +
    String.raw`|thanks to|following|offset by|related to|contribut(?:ed|ing))\b`,
  "i",
);
const NEIGHBOURS = 2;

/**
 * What changed by how much and why: the sentence with both, or a pair of neighbours. `known`: the amounts of what is asked
 * for and of its change, where they were computed; a sentence that states them is about it, and about no part of it.
 */
export function findChange(
  request: TextRequest,
  candidates: readonly Candidate[],
  { terms, known }: { terms: readonly WeighedTerm[]; known: readonly Claim[] },
): Change | null {
  const asksWhy = ASKS_WHY.test(request.question);
  const leads = candidates
    .slice(0, LEADS)
    // How much is said with a number.
    .filter(({ sentence: { text } }) => asksWhy || known.length > 0 || amountsIn(text).some(isMeasure))
    .map((lead) => {
      const part = known.length > 0 && isOfPart(lead, terms) ? OF_PART : 1;
      return { lead, support: supportOf(lead, request, terms) * part + statesKnown(lead, known) };
    })
    .sort((a, b) => b.support - a.support);
  const [best] = leads;
  if (!best) return null;
  const reasoned = asksWhy
    ? leads.find(
        ({ lead, support }) =>
          support >= REASONED_SHARE * best.support &&
          withReasons(lead, candidates).some(({ isReason }) => isReason),
      )
    : best;
  // How far something moved is no reason for it; where that is computed, it need not be quoted.
  if (!reasoned && known.length > 0) return null;
  const { lead, support } = reasoned ?? best;
  const sentences = withReasons(lead, candidates);
  return { lead, difference: findDifference(lead.sentence.text), sentences, support };
}

const isMeasure = ({ kind }: Amount) => kind !== "date" && kind !== "year";

export const ASKS_WHY = /\b(?:why|reasons?|causes?d?|behind|drove|driv(?:er|ing)s?|explains?)\b/i;

const LEADS = 60;
/** A sentence with a reason is preferred to one that is so much likelier. */
const REASONED_SHARE = 0.8;

/** How well a sentence says what changed, by its words or by the passage reader. */
function supportOf(lead: Candidate, request: TextRequest, terms: readonly WeighedTerm[]): number {
  const { text } = lead.sentence;
  const amounts = amountsIn(text);
  const movement = MOVED.exec(text);
  const isReason = REASON.test(text);
  const moved = movement ? 1 : 0.6;
  const near = movement ? nearness(lead, { digitsStart: movement.index }, terms) : 0;
  const counted = amounts.some(({ kind }) => kind === "money" || kind === "percent") ? 1 : 0.7;
  const caused = isReason ? 1.1 : 1;
  const worded = (0.35 * scoreOf(lead) + 0.35 * lead.own + 0.3 * near) * moved * counted * caused;
  const stated = READ_SHARE * statedShare(lead) * (isReason ? 1 : moved);
  return Math.max(worded, stated) * Math.min(1.05, timeFactor(request, lead, amounts));
}

const OF_PART = 0.8;
/** What may stand before the name of a figure that is one of the whole company. */
const OF_WHOLE =
  /^(?:total|net|gross|consolidated|overall|group|company|reported|adjusted|underlying|organic|higher|lower|increased|decreased|inc|annual|quarterly|\d.*)$/i;

/** "Ferry revenues rose" is said of a part, where the question is for revenues. */
function isOfPart({ tokens, places, sentence }: Candidate, terms: readonly WeighedTerm[]): boolean {
  const heaviest = terms.reduce(
    (best, { weight }, at) => (weight > (terms[best]?.weight ?? 0) ? at : best),
    0,
  );
  const at = Math.min(...(places[heaviest] ?? []));
  const [before, subject] = [tokens[at - 1], tokens[at]];
  if (!before || !subject || sentence.text.slice(before.end, subject.start) !== " ") return false;
  const isAsked = places.some((list) => list.includes(at - 1));
  return !isAsked && !OF_WHOLE.test(before.text) && !isStopWord(before.text.toLowerCase());
}

const STATES_MONEY = 0.25;
const STATES_PERCENT = 0.08;

/** Amounts of money agree hardly by chance, percentages do. */
function statesKnown({ sentence }: Candidate, known: readonly Claim[]): number {
  const stated = amountsIn(sentence.text).filter((amount) => known.some((claim) => isOf(amount, claim)));
  if (stated.some(({ kind }) => kind === "money")) return STATES_MONEY;
  return stated.some(({ kind }) => kind === "percent") ? STATES_PERCENT : 0;
}

/** The same amount as far as it is printed. */
function isOf({ digits, kind, scale, value }: Amount, { unit, ...claim }: Claim): boolean {
  if (claim.value === null || (kind === "percent") !== (unit === "%")) return false;
  const half = 0.5 / 10 ** (digits.split(".")[1]?.length ?? 0);
  const [said, own] = [value * CLAIM_SCALES[scale], Math.abs(claim.value * CLAIM_SCALES[claim.scale])];
  return own > 0 && Math.abs(said - own) <= half * CLAIM_SCALES[scale];
}

/** With the reasons right after it, point by point, and those near it that the passage reader takes for the answer. */
function withReasons(
  lead: Candidate,
  candidates: readonly Candidate[],
): { sentence: Sentence; isReason: boolean }[] {
  const stated = new Set(
    candidates.filter((one) => statedShare(one) >= REASON_MIN).map(({ sentence }) => sentence),
  );
  let isList = false;
  return withSurroundings(lead.page).flatMap(({ sentence }, at) => {
    const isStated = stated.has(sentence) && Math.abs(at - lead.at) <= NEARBY;
    const isNext = REASON.test(sentence.text) && at >= lead.at && at <= lead.at + NEIGHBOURS;
    const isPoint = isList && BULLET.test(sentence.text);
    const isReason = isStated || isNext || isPoint;
    isList = isPoint || (isReason && sentence.text.endsWith(":"));
    return isReason || at === lead.at ? [{ sentence, isReason }] : [];
  });
}

/** A sentence that the passage reader is sure of; and from what share on it gives a reason near another sentence. */
const READ_SHARE = 0.9;
const REASON_MIN = 0.2;
const NEARBY = 4;

/** The sentence says itself by how much: "a decrease of $4.5 million", "increased by 7%", "$56 million lower". */
const SAID =
  /\b(?:increase|decrease|decline|growth|reduction|rise|drop|improvement)s? of [^.]{0,20}\d|\bby [^.]{0,15}\d|\d[^,.]{0,12} (?:higher|lower|more|less)\b|\d[\d.]* ?(?:%|percent)/i;
const BACK = /^[^.;]*?(?:compared (?:to|with)|from|versus|vs\.?|against)\b[^.;\d$€£]*$/i;

/** "To $1.8 million compared to $9.3 million", "from $128 million to $170 million", "$4.0m (2021: $2.0m)". */
function findDifference(text: string): Difference | null {
  if (SAID.test(text)) return null;
  const money = amountsIn(text).filter(({ kind }) => kind === "money");
  const [first, second] = money;
  if (!first || !second || first.unit !== second.unit || first.scale !== second.scale) return null;
  const between = text.slice(first.end, second.start);
  if (/^\s*\((?:FY)?\d{4}:\s*$/.test(between) || BACK.test(between)) return { from: second, to: first };
  return /\bfrom\s*$/i.test(text.slice(0, first.start)) && /\bto\s*$/i.test(between)
    ? { from: first, to: second }
    : null;
}
