import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "../../kernel/errors.ts";
import type { Database } from "../../platform/db/index.ts";
import { type PostedBatch, postCredits } from "./post-credits.ts";
import type { Posting, PostingResult } from "./store.ts";

/** A movement of credits and the call that waits for it. */
export interface PendingPosting {
  posting: Posting;
  /** It may have reached the database, so it may have been committed. */
  sent: boolean;
  resolve: (result: PostingResult) => void;
  reject: (error: unknown) => void;
}

export interface OutageLimits {
  /** How long a posting is retried while the database is down before its call fails. */
  outageMilliseconds: number;
}

/** Parts a failed batch is split into: more parts find the failing posting in fewer steps. */
const PARTS = 8;

/**
 * Posts a batch through a short outage: after a broken connection it is unknown whether the batch was committed, so
 * it is sent again, marked as such. Throws `database_unavailable` when the outage lasts.
 */
export async function postThroughOutage(
  db: Database,
  batch: readonly PendingPosting[],
  { onDisk, outageMilliseconds }: { onDisk: boolean } & OutageLimits,
): Promise<PostedBatch> {
  const deadline = Date.now() + outageMilliseconds;
  const postings = batch.map(({ posting }) => posting);
  for (let attempt = 0; ; attempt++) {
    try {
      return await postCredits(db, attempt === 0 ? postings : postings.map(toRepeat), { onDisk });
    } catch (error) {
      if (!isRefusedConnection(error)) markSent(batch);
      if (!isOutage(error) || Date.now() > deadline) throw error;
      await sleep(Math.min(50 * 2 ** attempt, 1_000));
    }
  }
}

/**
 * Posts a failed batch in smaller and smaller parts, until the failing posting is alone; the others go through. One part
 * after the other, because the failing posting may hold a lock that the others need. Each posting is answered here, or
 * passed to `abandon` with its error.
 */
export async function postInParts(
  db: Database,
  batch: readonly PendingPosting[],
  limits: OutageLimits,
  abandon: (waiting: PendingPosting, error: unknown) => void,
): Promise<void> {
  const size = Math.ceil(batch.length / PARTS);
  const failed: PendingPosting[][] = [];
  for (let start = 0; start < batch.length; start += size) {
    const part = batch.slice(start, start + size).map(toRepeatWaiting);
    try {
      const { results } = await postPart(db, part, limits);
      for (const [index, { resolve }] of part.entries()) resolve(results[index] as PostingResult);
    } catch (error) {
      if (part.length > 1 && !isOutage(error)) failed.push(part);
      else for (const waiting of part) abandon(waiting, error);
    }
  }
  for (const part of failed) await postInParts(db, part, limits, abandon);
}

async function postPart(
  db: Database,
  part: readonly PendingPosting[],
  limits: OutageLimits,
): Promise<PostedBatch> {
  const deadline = Date.now() + limits.outageMilliseconds;
  for (;;) {
    try {
      return await postThroughOutage(db, part, { ...limits, onDisk: true });
    } catch (error) {
      // Alone it may only be waiting for a lock.
      if (part.length > 1 || !isContention(error) || Date.now() > deadline) throw toFailure(error);
      await sleep(100);
    }
  }
}

function markSent(batch: readonly PendingPosting[]): void {
  for (const waiting of batch) waiting.sent = true;
}

export const toRepeatWaiting = (waiting: PendingPosting): PendingPosting => ({
  ...waiting,
  posting: toRepeat(waiting.posting),
});

const toRepeat = (posting: Posting): Posting => ({ ...posting, again: true });

/** There was no connection at all, so nothing was sent. */
function isRefusedConnection(error: unknown): boolean {
  const cause = isOutage(error) ? (error as Failure).cause : null;
  if (!(cause instanceof Error)) return false;
  const code = "code" in cause ? String(cause.code) : "";
  return (
    /^(ECONNREFUSED|ENOENT|EAI_AGAIN|57P03|53300)$/.test(code) || /trying to connect/.test(cause.message)
  );
}

export function isOutage(error: unknown): boolean {
  return error instanceof Failure && error.code === "database_unavailable";
}

// Statement timeout, lock timeout, deadlock, serialization: the statement was rolled back and may work later.
const CONTENTION_STATES = new Set(["57014", "55P03", "40P01", "40001"]);

function isContention(error: unknown): boolean {
  return error instanceof Error && "code" in error && CONTENTION_STATES.has(String(error.code));
}

function toFailure(error: unknown): unknown {
  // Of our own: the account was closed to be moved while the call was running.
  if (error instanceof Error && "code" in error && error.code === "FL001")
    return new Failure("unauthorized", { detail: "The account was moved in the meantime.", cause: error });
  return isContention(error) ? new Failure("overloaded", { cause: error, retryAfterSeconds: 1 }) : error;
}
