import { Failure } from "../../kernel/errors.ts";
import type { Database } from "../../platform/db/index.ts";
import { measureDiskSpeed } from "./disk-speed.ts";
import { isPlainCharge, type PostedBatch } from "./post-credits.ts";
import {
  isOutage,
  type OutageLimits,
  type PendingPosting,
  postInParts,
  postThroughOutage,
  toRepeatWaiting,
} from "./post-with-retry.ts";
import { flushCharges, type Posting, type PostingResult } from "./store.ts";
import type { UndoJournal } from "./undo-journal.ts";

/** Beyond these limits callers are asked to retry instead of being kept waiting. */
const WAITING_MAX = 20_000;
const BATCH_MAX = 500;
const GATHER_MILLISECONDS_MAX = 5;
const UNDO_RETRY_MILLISECONDS = 1_000;

export interface GroupCommitOptions extends OutageLimits {
  /** Called with the error that prevents an undo; it is retried until it succeeds. */
  onUndoFailed: (error: unknown) => void;
  /** Null when nothing can be written: pending undos are then lost with the process. */
  journal: UndoJournal | null;
}

/**
 * Makes the credit movements of concurrent calls durable together: one statement per batch, and each caller waits
 * until its own is on disk. While one batch is posted, the next one collects. It is sent when it is as large as the
 * previous one, or after a moment: a single caller never waits, and many callers are not split into small batches
 * that each cost a statement. A slow disk is flushed separately, for all batches posted in the meantime.  A failed
 * posting is undone, since its caller gets an error: whatever was committed for the call, now or by a
 * statement still in progress, is reversed.
 */
export function startGroupCommit(
  db: Database,
  options: GroupCommitOptions,
): (posting: Posting) => Promise<PostingResult> {
  const waiting: PendingPosting[] = [];
  const disk = measureDiskSpeed(() => flushCharges(db));
  const flush = shareRuns(disk.flush);
  const batchWindow = openBatchWindow();
  let draining = false;
  let enough = 1;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      if (waiting.length < enough) await batchWindow.wait();
      const batch = waiting.splice(0, BATCH_MAX);
      enough = batch.length;
      for (const part of splitPlainCharges(batch)) await post(part);
    }
    draining = false;
  }

  async function post(batch: PendingPosting[]): Promise<void> {
    try {
      void answer(batch, await postThroughOutage(db, batch, { ...options, onDisk: disk.isFast() }));
    } catch (error) {
      if (isOutage(error)) for (const item of batch) abandon(item, error);
      // Separate from the queue: other calls must not wait for the one that cannot be posted.
      else void postInParts(db, batch, options, abandon);
    }
  }

  async function answer(batch: PendingPosting[], { results, isOnDisk }: PostedBatch): Promise<void> {
    try {
      if (!isOnDisk) await flush();
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as PostingResult);
    } catch {
      // It is unknown what is on disk: everything is posted again under the same ids, and the callers wait for that.
      waiting.unshift(...batch.map(toRepeatWaiting));
      start();
    }
  }

  function abandon({ posting, sent, reject }: PendingPosting, error: unknown): void {
    const isUndo = posting.kind === "undo";
    if (sent || isUndo) keepForUndo(posting);
    reject(error);
    if (!sent && !isUndo) return;
    if (!isUndo || isOutage(error)) {
      queueUndo(posting);
      return;
    }
    options.onUndoFailed(error);
    setTimeout(queueUndo, UNDO_RETRY_MILLISECONDS, posting).unref();
  }

  /** A full disk may prevent writing the journal too; then only this process can undo the call. */
  function keepForUndo(posting: Posting): void {
    try {
      options.journal?.add(toUndo(posting));
    } catch (error) {
      options.onUndoFailed(error);
    }
  }

  function queueUndo(posting: Posting): void {
    const undo = toUndo(posting);
    const resolve = () => options.journal?.remove(undo);
    waiting.unshift({ posting: undo, sent: false, resolve, reject: () => {} });
    start();
  }

  function start(): void {
    if (draining) return;
    draining = true;
    // A microtask later, so that calls of the same event-loop turn share the first batch.
    queueMicrotask(drain);
  }

  for (const posting of options.journal?.takeOver() ?? []) queueUndo(posting);

  return (posting) => {
    if (waiting.length >= WAITING_MAX) {
      return Promise.reject(new Failure("overloaded", { retryAfterSeconds: 1 }));
    }
    const { promise, resolve, reject } = Promise.withResolvers<PostingResult>();
    waiting.push({ posting, sent: false, resolve, reject });
    start();
    if (waiting.length >= enough) batchWindow.end();
    return promise;
  };
}

/** The interval in which a batch collects. */
function openBatchWindow(): { wait: () => Promise<void>; end: () => void } {
  let end = () => {};
  return {
    wait: () =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, GATHER_MILLISECONDS_MAX);
        end = () => {
          clearTimeout(timer);
          end = () => {};
          // Includes whatever else this event-loop turn adds.
          setImmediate(resolve);
        };
      }),
    end: () => end(),
  };
}

const toUndo = (posting: Posting): Posting => ({ ...posting, kind: "undo", credits: 0, again: false });

/** Plain charges are posted separately: they must not fail together with those that need a decision. */
function splitPlainCharges(batch: PendingPosting[]): PendingPosting[][] {
  const plain = batch.filter(({ posting }) => isPlainCharge(posting));
  if (plain.length === 0 || plain.length === batch.length) return [batch];
  return [plain, batch.filter(({ posting }) => !isPlainCharge(posting))];
}

/**
 * Runs one at a time; callers that arrive during a run share the next one, since the current one may have started too
 * early.
 */
function shareRuns(run: () => Promise<void>): () => Promise<void> {
  let present: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const begin = () => {
    next = null;
    const started = run().finally(() => {
      if (present === started) present = null;
    });
    present = started;
    return started;
  };
  return () => {
    if (present === null) return begin();
    next ??= present.then(begin, begin);
    return next;
  };
}
