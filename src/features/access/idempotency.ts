import { hash } from "node:crypto";
import { Failure } from "../../kernel/errors.ts";
import { makeCallId } from "../../kernel/ids.ts";
import type { Database } from "../../platform/db/index.ts";
import { answerCall, claimCall, dropClaim, reclaimCall, renewClaim } from "./store.ts";

/** Whoever works on a call renews its claim; one that was left for so long belongs to a process that died. */
const CLAIM_SECONDS_MAX = 30;
const RENEW_MILLISECONDS = 5_000;
const KEY_SHAPE = /^[\x21-\x7e]{1,200}$/;

export interface IdempotentCall {
  accountId: string;
  /** Whom the caller acts for: members of an account own things that the others do not see. */
  userId: string | null;
  key: string;
}

/** A caller's key has no spaces, so nobody can name a key of somebody else. */
const keptKey = ({ userId, key }: IdempotentCall) => (userId === null ? key : `${userId} ${key}`);

export type Begun =
  | { done: true; answer: unknown; credits: number }
  /** The work is this caller's to do, to be charged under this call id. */
  | { done: false; callId: string };

/** Makes sure that a call repeated under the same Idempotency-Key is answered alike and charged once. */
export async function beginIdempotentCall(
  db: Database,
  call: IdempotentCall & { operationId: string; input: unknown },
): Promise<Begun> {
  const { accountId } = call;
  const key = keptKey(call);
  if (!KEY_SHAPE.test(call.key)) {
    throw new Failure("invalid_input", {
      detail: "Idempotency-Key: expected 1 to 200 visible ASCII characters",
    });
  }
  const fingerprint = hash("sha256", JSON.stringify([call.operationId, call.input]), "hex");
  const callId = makeCallId();
  const earlier = await claimCall(db, { accountId, key, fingerprint, callId });
  if (!earlier) return { done: false, callId };
  if (earlier.fingerprint !== fingerprint) {
    throw new Failure("idempotency_key_reused", {
      detail: "Idempotency-Key: was already used for a different request",
    });
  }
  if (earlier.credits !== null) return { done: true, answer: earlier.answer, credits: earlier.credits };
  if (await reclaimCall(db, accountId, key, CLAIM_SECONDS_MAX))
    return { done: false, callId: earlier.call_id };
  throw new Failure("idempotency_in_progress", { retryAfterSeconds: 1 });
}

/** Does the work of a call that was begun; nobody takes it over while this process lives. */
export async function workOnIdempotentCall<T>(
  db: Database,
  call: IdempotentCall,
  work: () => Promise<T>,
): Promise<T> {
  // One that fails is made up for by the next.
  const renew = () => void renewClaim(db, call.accountId, keptKey(call)).catch(() => {});
  const renewing = setInterval(renew, RENEW_MILLISECONDS);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
  }
}

/** Keeps the answer for whoever asks again under the same key. */
export function finishIdempotentCall(
  db: Database,
  call: IdempotentCall & { answer: unknown; credits: number },
): Promise<void> {
  return answerCall(db, { ...call, key: keptKey(call) });
}

/** The call failed and cost nothing, so the caller may try again under the same key. */
export function abandonIdempotentCall(db: Database, call: IdempotentCall): Promise<void> {
  return dropClaim(db, call.accountId, keptKey(call));
}
