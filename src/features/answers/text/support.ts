import type { Readings } from "../retrieval/readings.ts";
import type { Possible } from "./evidence.ts";

/** What must support an answer of each kind, chosen on reports that were looked at; below it there is no answer. */
export const SUPPORT_MIN = {
  value: 0.57,
  /** A sentence that speaks against a cell. */
  rival: 0.5,
  cell: 0.6,
  /** A cell that two tables have. */
  confirmed: 0.53,
  name: 0.52,
  superlative: 0.9,
  verdict: 0.65,
  summary: 0.68,
};

/** The same where passages were read with the question in mind. */
export const READ_SUPPORT_MIN = { value: 0.42, name: 0.54, summary: 0.5, statement: 0.5 };

/** An amount that the passage reader does not take for the answer, though it has read with the question in mind. */
const UNREAD_VALUE_MIN = 0.65;
const ANSWER_MIN = 0.1;
/**
 * A verdict on a sentence that the passage reader takes for one that answers; and by its words alone, where a sentence that
 * denies something says more of it than one that only mentions it.
 */
const VERDICT_MIN = { stated: 0.68, yes: 0.95, no: 0.85 };
const ANSWERING_MIN = 0.5;
const STATEMENT_MIN = 0.02;

export function valueMin({ evidence: { asAnswer = 0 } }: Possible, readings: Readings | null): number {
  if (!readings) return SUPPORT_MIN.value;
  return Number(asAnswer) >= ANSWER_MIN ? READ_SUPPORT_MIN.value : UNREAD_VALUE_MIN;
}

export const nameMin = (readings: Readings | null): number =>
  readings ? READ_SUPPORT_MIN.name : SUPPORT_MIN.name;

export function verdictMin(
  { yes, evidence: { answering = 0, statement = 0 } }: Possible & { yes: boolean },
  readings: Readings | null,
  /** A question with one word of its own: it is in many sentences, and only the passage reader knows which decides. */
  isThin: boolean,
): number {
  if (!readings) return SUPPORT_MIN.verdict;
  const isStated = Number(answering) >= ANSWERING_MIN && Number(statement) >= STATEMENT_MIN;
  if (isStated) return VERDICT_MIN.stated;
  return isThin ? Infinity : VERDICT_MIN[yes ? "yes" : "no"];
}
