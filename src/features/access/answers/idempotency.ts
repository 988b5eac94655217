import { hash, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "../../../kernel/errors.ts";
import { makeCallId } from "../../../kernel/ids.ts";
import { COMMON_SCOPES, type Scope } from "../../../kernel/scopes.ts";
import { type Database, inTransaction } from "../../../platform/db/index.ts";
import { isCallPaid, lockBalance } from "../../credits/index.ts";
import {
  beginAttempt,
  type ClaimName,
  type ClaimRow,
  claimCall,
  dropClaim,
  markAnswered,
  releaseClaim,
  renewClaim,
  storeAnswer,
  takeOverClaim,
} from "./store.ts";

/** A worker renews its claim; a claim older than this belongs to a process that died. */
const CLAIM_SECONDS_MAX = 30;
const RENEW_MILLISECONDS = 5_000;
const RELEASE_MILLISECONDS = 500;
const KEY_SHAPE = /^[\x21-\x7e]{1,200}$/;

export interface IdempotentCall {
  accountId: string;
  /** The person the caller acts for: members of an account own things the others cannot see. */
  userId: string | null;
  scopes: ReadonlySet<Scope>;
  key: string;
  operationId: string;
  input: unknown;
}

interface CompletedCall {
  done: true;
  answer: unknown;
  callId: string;
}

export type IdempotencyResult = CompletedCall | { done: false; claim: Claim };

/** Returns the stored answer for a repeated Idempotency-Key, or claims the key for this caller. */
export async function beginIdempotentCall(
  db: Database,
  call: IdempotentCall,
  undo: (paymentId: string) => Promise<void>,
): Promise<IdempotencyResult> {
  if (!KEY_SHAPE.test(call.key)) {
    throw new Failure("invalid_input", {
      detail: "Idempotency-Key: expected 1 to 200 visible ASCII characters",
    });
  }
  // A caller's key contains no spaces, so no caller can name another caller's key.
  const key = call.userId === null ? call.key : `${call.userId} ${call.key}`;
  const name: ClaimName = { accountId: call.accountId, key, token: randomUUID() };
  const fingerprint = fingerprintOf(call);
  const found = await claimCall(db, { ...name, fingerprint, callId: makeCallId() }).catch((error) => {
    // The claim may exist although its confirmation was lost.
    void retryUntilFree(() => releaseClaim(db, name, CLAIM_SECONDS_MAX));
    throw error;
  });
  if (found?.token === name.token) return { done: false, claim: new Claim(db, name, found) };
  if (found && found.fingerprint !== fingerprint) {
    throw new Failure("idempotency_key_reused", {
      detail: "Idempotency-Key: was already used for a different request",
    });
  }
  const answered = found && (await readAnswer(db, name, found));
  return answered ?? takeOver(db, name, undo);
}

/** An answer may depend on what its caller may read, so a credential with other scopes does not get it. */
function fingerprintOf({ operationId, input, scopes }: IdempotentCall): string {
  // Scopes that only allow more operations change no answer.
  const own = COMMON_SCOPES.filter((scope) => scope !== "account:write" && scopes.has(scope));
  const limits = own.length === COMMON_SCOPES.length - 1 ? [] : [own.toSorted()];
  return hash("sha256", JSON.stringify([operationId, input, ...limits]), "hex");
}

/**
 * An answer is valid once it is paid for; the ledger knows, whatever happened to the process that stored it. That process
 * may still be about to undo the payment because its confirmation was lost, so that the process that answers says so
 * first, under the lock that an undo takes.
 */
async function readAnswer(db: Database, name: ClaimName, row: ClaimRow): Promise<CompletedCall | null> {
  if (row.answer === null || row.credits === null) return null;
  const completed: CompletedCall = { done: true, answer: JSON.parse(row.answer), callId: row.call_id };
  if (row.credits === 0 || row.answered) return completed;
  const isKept = await inTransaction(db, async (sql) => {
    await lockBalance(sql, name.accountId);
    return (await isCallPaid(sql, paymentIdOf(row))) && markAnswered(sql, name, row);
  });
  return isKept ? completed : null;
}

/** Continues a call whose worker died or does not know whether it was paid; that payment is undone first. */
async function takeOver(
  db: Database,
  name: ClaimName,
  undo: (paymentId: string) => Promise<void>,
): Promise<IdempotencyResult> {
  const inProgress = () => new Failure("idempotency_in_progress", { retryAfterSeconds: 1 });
  const takenOver = await takeOverClaim(db, name, CLAIM_SECONDS_MAX);
  if (!takenOver) throw inProgress();
  const answered = await readAnswer(db, name, takenOver);
  if (answered) return answered;
  await undo(paymentIdOf(takenOver));
  const row = await beginAttempt(db, name);
  if (!row) throw inProgress();
  return { done: false, claim: new Claim(db, name, row) };
}

const paymentIdOf = ({ call_id, attempt }: ClaimRow) => (attempt === 1 ? call_id : `${call_id}~${attempt}`);

/** One worker's right to answer a call. It ends when another worker takes the call over. */
export class Claim {
  /** Identifies the call, whichever attempt answers it. */
  readonly callId: string;
  /** Identifies this attempt in the ledger. */
  readonly paymentId: string;
  readonly #db: Database;
  readonly #name: ClaimName;

  constructor(db: Database, name: ClaimName, row: ClaimRow) {
    this.#db = db;
    this.#name = name;
    this.callId = row.call_id;
    this.paymentId = paymentIdOf(row);
  }

  /** Runs the work; no other worker takes the call over while this process lives. */
  async whileWorking<T>(work: () => Promise<T>): Promise<T> {
    // The next renewal makes up for one that fails.
    const renew = () => void renewClaim(this.#db, this.#name).catch(() => {});
    const renewing = setInterval(renew, RENEW_MILLISECONDS);
    try {
      return await work();
    } finally {
      clearInterval(renewing);
    }
  }

  /** Stores the answer, before it is paid for, for requests that repeat the key. */
  async store(answer: unknown, credits: number): Promise<void> {
    const text = JSON.stringify(answer) ?? "null";
    if (await storeAnswer(this.#db, this.#name, { answer: text, credits })) return;
    throw new Failure("idempotency_in_progress", { retryAfterSeconds: 1 });
  }

  /** The call failed and certainly cost nothing: the key can be used as if it had never been sent. */
  drop(): Promise<void> {
    return release(() => dropClaim(this.#db, this.#name));
  }

  /** The call failed and may have been paid for: the next request with the key resolves that first. */
  yield(): Promise<void> {
    return release(() => releaseClaim(this.#db, this.#name, CLAIM_SECONDS_MAX));
  }
}

/** The caller does not wait while the database is unavailable. */
async function release(free: () => Promise<void>): Promise<void> {
  await free().catch(() => void retryUntilFree(free));
}

/** After this time the claim expires anyway. */
async function retryUntilFree(free: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + CLAIM_SECONDS_MAX * 1_000;
  while (Date.now() < deadline) {
    await sleep(RELEASE_MILLISECONDS, undefined, { ref: false });
    const isFree = await free().then(
      () => true,
      () => false,
    );
    if (isFree) return;
  }
}
