import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "../../kernel/errors.ts";
import type { Database } from "../../platform/db/index.ts";
import { watchDiskPace } from "./disk-pace.ts";
import { type Posted, postCredits } from "./post-credits.ts";
import { flushCharges, type Posting, type PostingResult } from "./store.ts";

/** Past these, a caller is told to come back instead of being kept waiting. */
const WAITING_MAX = 20_000;
const BATCH_MAX = 500;
const GATHER_MILLISECONDS_MAX = 5;
const OUTAGE_MILLISECONDS_MAX = 10_000;

interface Waiting {
  posting: Posting;
  resolve: (result: PostingResult) => void;
  reject: (error: unknown) => void;
}

/**
 * Makes the credit movements of concurrent calls durable together: one statement a batch, each caller waits until its own
 * is on disk. While one batch is being posted the next one collects. It leaves when it is as large as the one before, or
 * after a moment: a lone caller never waits, and many callers are not cut into small batches that each cost a statement.
 * A slow disk is waited for apart from that, by all batches posted meanwhile together.
 */
export function startGroupCommit(db: Database): (posting: Posting) => Promise<PostingResult> {
  const waiting: Waiting[] = [];
  const pace = watchDiskPace(() => flushCharges(db));
  const flush = shareRuns(pace.flush);
  let draining = false;
  let enough = 1;
  let leave = () => {};

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      if (waiting.length < enough) await gather();
      const batch = waiting.splice(0, BATCH_MAX);
      enough = batch.length;
      await post(batch);
    }
    draining = false;
  }

  async function post(batch: Waiting[]): Promise<void> {
    try {
      const posted = await postSurely(
        db,
        batch.map(({ posting }) => posting),
        { onDisk: pace.isQuick() },
      );
      void answer(batch, posted);
    } catch (error) {
      for (const { reject } of batch) reject(error);
      if (isOutage(error)) waiting.unshift(...batch.flatMap(undo));
    }
  }

  async function answer(batch: Waiting[], { results, isOnDisk }: Posted): Promise<void> {
    try {
      if (!isOnDisk) await flush();
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as PostingResult);
    } catch {
      // Nobody knows what is on disk: it is posted again under the same ids, and whoever waits waits for that.
      waiting.unshift(...batch.map((item) => ({ ...item, posting: toRepeat(item.posting) })));
      start();
    }
  }

  function gather(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, GATHER_MILLISECONDS_MAX);
      leave = () => {
        clearTimeout(timer);
        leave = () => {};
        // What this event-loop turn still brings goes along.
        setImmediate(resolve);
      };
    });
  }

  function start(): void {
    if (draining) return;
    draining = true;
    // A microtask later, so that calls of the same event-loop turn share the first batch.
    queueMicrotask(drain);
  }

  return (posting) => {
    if (waiting.length >= WAITING_MAX) {
      return Promise.reject(new Failure("overloaded", { retryAfterSeconds: 1 }));
    }
    const { promise, resolve, reject } = Promise.withResolvers<PostingResult>();
    waiting.push({ posting, resolve, reject });
    start();
    if (waiting.length >= enough) leave();
    return promise;
  };
}

/** Runs one at a time; those who come during a run share the next, since the present one may have begun too early. */
function shareRuns(run: () => Promise<void>): () => Promise<void> {
  let present: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const begin = () => {
    next = null;
    const begun = run().finally(() => {
      if (present === begun) present = null;
    });
    present = begun;
    return begun;
  };
  return () => {
    if (present === null) return begin();
    next ??= present.then(begin, begin);
    return next;
  };
}

/** When the connection breaks nobody knows whether the batch was committed: it is sent again, marked as such. */
async function postSurely(db: Database, batch: Posting[], options: { onDisk: boolean }): Promise<Posted> {
  const giveUpAt = Date.now() + OUTAGE_MILLISECONDS_MAX;
  for (let attempt = 0; ; attempt++) {
    try {
      return await postCredits(db, attempt === 0 ? batch : batch.map(toRepeat), options);
    } catch (error) {
      if (!isOutage(error) || Date.now() > giveUpAt) throw error;
      await sleep(Math.min(50 * 2 ** attempt, 1_000));
    }
  }
}

const toRepeat = (posting: Posting): Posting => ({ ...posting, again: true });

/** Its caller has been told that the call failed, so a charge that went through after all is given back. */
function undo({ posting }: Waiting): Waiting[] {
  if (posting.kind !== "charge" && posting.kind !== "refund") return [];
  const nobody = () => {};
  return [{ posting: { ...posting, kind: "refund" }, resolve: nobody, reject: nobody }];
}

function isOutage(error: unknown): boolean {
  return error instanceof Failure && error.code === "database_unavailable";
}
