import { z } from "zod";
import { roundHalfUp } from "../figures/units.ts";

/** A number of an answer that comes from the service's records rather than from a report page. */
export const RecordClaim = z
  .object({
    text: z.string().describe("The number or date as printed in the answer"),
    operation_id: z.string().describe("The step it comes from"),
    field: z
      .string()
      .describe(
        "Its path in that operation's reply, such as `prices.4.close`; of a change the two places it is computed from",
      ),
    record: z.union([z.number(), z.string()]).describe("The recorded or computed value"),
  })
  .meta({ id: "RecordClaim" });
export type RecordClaim = z.infer<typeof RecordClaim>;

/** The reply of an operation that was run for an answer. */
export interface OperationReply {
  operation_id: string;
  data: unknown;
}

/** A percentage change in an answer, and the two record values it was computed from. */
export interface Change {
  text: string;
  from: number;
  to: number;
}

interface PrintedNumber {
  text: string;
  /** As a pattern in a text, never inside a longer number. */
  pattern: RegExp;
  value: number;
  decimals: number;
  scale: number;
}

interface Leaf {
  operation_id: string;
  field: string;
  record: number | string;
}

const PRINTED = /(\d{4}-\d{2}-\d{2}|\d+(?:,\d{3})*(?:\.\d+)?)(?: (million|billion)\b)?/g;
const SCALES: Record<string, number> = { million: 1e6, billion: 1e9 };

export interface TracedAnswer {
  answer: string;
  changes?: readonly Change[];
}

/**
 * Traces every number of an answer to the operations' replies, the latest first. `untraced` are numbers that occur
 * neither there nor in the question: an answer with such a number is withheld.
 */
export function traceNumbers(
  { answer, changes = [] }: TracedAnswer,
  question: string,
  replies: readonly OperationReply[],
): { claims: RecordClaim[]; untraced: string[] } {
  const leaves = replies.flatMap(({ operation_id, data }) => leavesOf(operation_id, "", data)).reverse();
  const claims = new Map<string, RecordClaim>();
  const untraced: string[] = [];
  for (const shown of numbersShown(answer)) {
    const change = changes.find(({ text }) => text === shown.text);
    const leaf = change ? computeChange(change, shown, leaves) : findLeaf(shown, leaves);
    if (leaf) claims.set(`${shown.text} ${leaf.field}`, { text: shown.text, ...leaf });
    else if (!shown.pattern.test(question)) untraced.push(shown.text);
  }
  return { claims: [...claims.values()], untraced };
}

function findLeaf(shown: PrintedNumber, leaves: readonly Leaf[]): Leaf | undefined {
  return leaves.find(({ record }) => isNumber(record, shown)) ?? leaves.find((one) => isIn(one, shown));
}

/** Recomputed from the two records, which must exist. */
function computeChange(
  { from, to }: Change,
  shown: PrintedNumber,
  leaves: readonly Leaf[],
): Leaf | undefined {
  const before = leaves.findLast(({ record }) => record === from);
  const after = leaves.find(({ record }) => record === to);
  const record = (to / from - 1) * 100;
  if (!before || !after || !isNumber(record, shown)) return undefined;
  return { operation_id: after.operation_id, field: `${before.field} → ${after.field}`, record };
}

function numbersShown(answer: string): PrintedNumber[] {
  return Array.from(answer.matchAll(PRINTED), ([text, number = "", word = ""]) => ({
    text,
    pattern: new RegExp(`(?<!\\d)${number.replaceAll(".", "\\.")}(?!\\d)`),
    value: Number(number.replaceAll(",", "")),
    decimals: number.split(".")[1]?.length ?? 0,
    scale: SCALES[word] ?? 1,
  }));
}

function isNumber(record: number | string, { value, decimals, scale }: PrintedNumber): boolean {
  return typeof record === "number" && roundHalfUp(Math.abs(record) / scale, decimals) === value;
}

function isIn({ record }: Leaf, { pattern }: PrintedNumber): boolean {
  return typeof record === "string" && pattern.test(record);
}

/** Every value of a reply with its path; the length of a list counts as a value too. */
function leavesOf(operation_id: string, field: string, data: unknown): Leaf[] {
  const at = (name: string | number) => (field === "" ? String(name) : `${field}.${name}`);
  if (typeof data === "number" || typeof data === "string") return [{ operation_id, field, record: data }];
  if (typeof data !== "object" || data === null) return [];
  const inside = Object.entries(data).flatMap(([name, value]) => leavesOf(operation_id, at(name), value));
  return Array.isArray(data)
    ? [{ operation_id, field: at("length"), record: data.length }, ...inside]
    : inside;
}
