import type { Database } from "../../../platform/db/index.ts";
import { findSavedAnswer, insertSavedAnswer } from "./kept-answer-store.ts";

const RETENTION_SECONDS = 900;
const LENGTH_MAX = 8_000_000;
/** Per account; the oldest are removed first. */
const ANSWERS_MAX = 100;

/** Who may read a saved answer, and which call it belongs to. */
export interface AnswerOwner {
  accountId: string;
  keyId: string | null;
  userId: string | null;
  clientId: string | null;
  operationId: string;
}

/**
 * Saves an answer for 15 minutes, so that its caller can read on without paying again; false when it is too
 * long.
 */
export async function saveAnswer(
  db: Database,
  id: string,
  owner: AnswerOwner,
  answer: unknown,
): Promise<boolean> {
  const text = JSON.stringify(answer);
  if (text.length > LENGTH_MAX) return false;
  const limits = { seconds: RETENTION_SECONDS, answersMax: ANSWERS_MAX };
  await insertSavedAnswer(db, { id, ...rowOf(owner), answer: text }, limits);
  return true;
}

/** Undefined when there is none, it has expired, or it belongs to another caller. */
export async function readSavedAnswer(
  db: Database,
  id: string,
  owner: AnswerOwner,
): Promise<{ answer: unknown } | undefined> {
  const text = await findSavedAnswer(db, { id, ...rowOf(owner) });
  return text === undefined ? undefined : { answer: JSON.parse(text) };
}

const rowOf = ({ accountId, keyId, userId, clientId, operationId }: AnswerOwner) => ({
  accountId,
  caller: JSON.stringify([keyId, userId, clientId]),
  operationId,
});
