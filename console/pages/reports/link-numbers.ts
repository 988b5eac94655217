import type { OutputOf } from "../../api/operations.ts";

export type Claim = OutputOf<"answers.chat_report">["claims"][number];
type Span = OutputOf<"answers.chat_report">["spans"][number];

export interface Piece {
  text: string;
  /** Offset in the answer. */
  at: number;
  claim: Claim | null;
}

/** Splits an answer at its numbers, each with the claim that proves it. */
export function linkNumbers(
  answer: string,
  { spans, claims }: { spans: readonly Span[]; claims: readonly Claim[] },
): Piece[] {
  const byId = new Map(claims.map((claim) => [claim.claim_id, claim]));
  const pieces: Piece[] = [];
  let end = 0;
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const claim = byId.get(span.claim_id);
    if (!claim || span.start < end) continue;
    if (span.start > end) pieces.push({ text: answer.slice(end, span.start), at: end, claim: null });
    pieces.push({ text: answer.slice(span.start, span.end), at: span.start, claim });
    end = span.end;
  }
  if (end < answer.length) pieces.push({ text: answer.slice(end), at: end, claim: null });
  return pieces;
}
