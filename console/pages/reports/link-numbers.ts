import type { OutputOf } from "../../api/operations.ts";
import { PRINTED_NUMBER } from "./find-quote.ts";

export type Claim = OutputOf<"answers.chat_report">["claims"][number];

export interface Piece {
  text: string;
  /** Offset in the answer. */
  at: number;
  claim: Claim | null;
}

/** Numbers are equal whatever their thousands separator. */
const plain = (text: string) => text.replace(/[,\s]/g, "");

/** Splits an answer at its numbers, each with the claim that gives its source. */
export function linkNumbers(answer: string, claims: readonly Claim[]): Piece[] {
  const byNumber = new Map<string, Claim>();
  for (const claim of claims.filter(({ page }) => page !== null)) {
    const printed = claim.quote?.match(PRINTED_NUMBER)?.at(-1);
    if (printed !== undefined && !byNumber.has(plain(printed))) byNumber.set(plain(printed), claim);
  }
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of answer.matchAll(PRINTED_NUMBER)) {
    const claim = byNumber.get(plain(match[0]));
    if (!claim) continue;
    if (match.index > end) pieces.push({ text: answer.slice(end, match.index), at: end, claim: null });
    end = match.index + match[0].length;
    pieces.push({ text: match[0], at: match.index, claim });
  }
  if (end < answer.length) pieces.push({ text: answer.slice(end), at: end, claim: null });
  return pieces;
}
