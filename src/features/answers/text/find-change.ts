import type { Sentence } from "../passages/sentences.ts";
import { type Amount, amountsIn } from "./amounts.ts";
import { type Candidate, scoreOf, type WeighedTerm, withSurroundings } from "./candidates.ts";
import { statedShare } from "./evidence.ts";
import { nearness, timeFactor } from "./find-value.ts";
import type { TextRequest } from "./request.ts";

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
  sentences: { sentence: Sentence }[];
  support: number;
}

const MOVED =
  /\b(?:increas|decreas|declin|grew|grow|rose|ris(?:e|ing)|fell|fall|higher|lower|reduc|improv|drop|widen|narrow|up|down|compared (?:to|with)|from \S+ (?:to|in))/i;
const REASON = new RegExp(
  String.raw`\b(?:due to|driven by|drove|result(?:ed|ing)? (?:from|of|in)|attribut(?:able|ed)` +
    "|reflect(?:s|ing|ed)|because|owing to|caused by|as a result|primarily|mainly|principally" +
    String.raw`|thanks to|following|offset by|related to)\b`,
  "i",
);
const NEIGHBOURS = 2;

/** What changed by how much and why: the sentence with both, or a pair of neighbours. */
export function findChange(
  request: TextRequest,
  candidates: readonly Candidate[],
  terms: readonly WeighedTerm[],
): Change | null {
  const [best] = candidates
    .slice(0, LEADS)
    .map((lead) => ({ lead, support: supportOf(lead, request, terms) }))
    .sort((a, b) => b.support - a.support);
  if (!best) return null;
  const { lead, support } = best;
  const sentences = withReasons(lead, candidates);
  return { lead, difference: findDifference(lead.sentence.text), sentences, support };
}

const LEADS = 60;

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

/** With the reasons right after it, and those near it that the passage reader takes for the answer. */
function withReasons(lead: Candidate, candidates: readonly Candidate[]): { sentence: Sentence }[] {
  const stated = new Set(
    candidates.filter((one) => statedShare(one) >= REASON_MIN).map(({ sentence }) => sentence),
  );
  return withSurroundings(lead.page).filter(
    ({ sentence }, at) =>
      at === lead.at ||
      (REASON.test(sentence.text) && at > lead.at && at <= lead.at + NEIGHBOURS) ||
      (stated.has(sentence) && Math.abs(at - lead.at) <= NEARBY),
  );
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
