import type { OutputOf } from "../../api/operations.ts";

export type Claim = OutputOf<"answers.chat_report">["claims"][number];
type Span = OutputOf<"answers.chat_report">["spans"][number];
/** A number that is not from a page but from the service's records, such as a price. */
export type RecordClaim = OutputOf<"threads.get">["message_list"][number]["record_claims"][number];

interface Proof {
  spans: readonly Span[];
  claims: readonly Claim[];
  record_claims?: readonly RecordClaim[];
}

export interface Piece {
  text: string;
  /** Offset in the answer. */
  at: number;
  claim: Claim | null;
  record: RecordClaim | null;
}

/** Splits an answer at its numbers, each with the claim or the record that proves it. */
export function linkNumbers(answer: string, { spans, claims, record_claims = [] }: Proof): Piece[] {
  const byId = new Map(claims.map((claim) => [claim.claim_id, claim]));
  const pieces: Piece[] = [];
  let end = 0;
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const claim = byId.get(span.claim_id);
    if (!claim || span.start < end) continue;
    if (span.start > end) pieces.push(...linkRecords(answer.slice(end, span.start), end, record_claims));
    pieces.push({ text: answer.slice(span.start, span.end), at: span.start, claim, record: null });
    end = span.end;
  }
  if (end < answer.length) pieces.push(...linkRecords(answer.slice(end), end, record_claims));
  return pieces;
}

/** Numbers as an answer prints them; the parts of a date are none. */
const PRINTED = /\d{4}-\d{2}-\d{2}|\d+(?:,\d{3})*(?:\.\d+)?(?: (?:million|billion)\b)?/g;

function linkRecords(text: string, start: number, records: readonly RecordClaim[]): Piece[] {
  const byText = new Map(
    records.flatMap((record) => (typeof record.record === "number" ? [[record.text, record] as const] : [])),
  );
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: printed, index } of text.matchAll(PRINTED)) {
    const record = byText.get(printed);
    if (!record) continue;
    if (index > end)
      pieces.push({ text: text.slice(end, index), at: start + end, claim: null, record: null });
    pieces.push({ text: printed, at: start + index, claim: null, record });
    end = index + printed.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), at: start + end, claim: null, record: null });
  return pieces;
}

/** What a change was computed from, with the numbers as printed: its field names both. */
export function printChange({ field }: RecordClaim, records: readonly RecordClaim[]): string | null {
  const [from, to] = field.split(" → ").map((name) => records.find((one) => one.field === name)?.text);
  return from !== undefined && to !== undefined ? `${to} ÷ ${from} − 1` : null;
}
