import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "../../kernel/errors.ts";
import type { Database } from "../../platform/db/index.ts";
import { postCredits } from "./post-credits.ts";
import type { Posting, PostingResult } from "./store.ts";

/** Past these, a caller is told to come back instead of being kept waiting. */
const WAITING_MAX = 20_000;
const BATCH_MAX = 500;
const GATHER_MILLISECONDS_MAX = 2;
const OUTAGE_MILLISECONDS_MAX = 10_000;

interface Waiting {
  posting: Posting;
  resolve: (result: PostingResult) => void;
  reject: (error: unknown) => void;
}

/**
 * Makes the credit movements of concurrent calls durable together: one statement a batch, each caller waits for its own
 * batch. While one batch is being committed the next one collects. It leaves when it is as large as the one before, or
 * after a moment: a lone caller never waits, and many callers are not cut into small batches that each cost a commit.
 */
export function startGroupCommit(db: Database): (posting: Posting) => Promise<PostingResult> {
  const waiting: Waiting[] = [];
  let draining = false;
  let enough = 1;
  let leave = () => {};

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      if (waiting.length < enough) await gather();
      const batch = waiting.splice(0, BATCH_MAX);
      enough = batch.length;
      const unsettled = await commit(db, batch);
      waiting.unshift(...unsettled);
    }
    draining = false;
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

  return (posting) => {
    if (waiting.length >= WAITING_MAX) {
      return Promise.reject(new Failure("overloaded", { retryAfterSeconds: 1 }));
    }
    const { promise, resolve, reject } = Promise.withResolvers<PostingResult>();
    waiting.push({ posting, resolve, reject });
    if (!draining) {
      draining = true;
      // A microtask later, so that calls of the same event-loop turn share the first batch.
      queueMicrotask(drain);
    } else if (waiting.length >= enough) {
      leave();
    }
    return promise;
  };
}

/** Answers each of the batch; returns what must be posted next because nobody knows how this one ended. */
async function commit(db: Database, batch: Waiting[]): Promise<Waiting[]> {
  const postings = batch.map(({ posting }) => posting);
  try {
    const results = await postSurely(db, postings);
    for (const [index, { resolve }] of batch.entries()) resolve(results[index] as PostingResult);
    return [];
  } catch (error) {
    for (const { reject } of batch) reject(error);
    return isOutage(error) ? batch.flatMap(undo) : [];
  }
}

/** When the connection breaks nobody knows whether the batch was committed: it is sent again, marked as such. */
async function postSurely(db: Database, batch: Posting[]): Promise<PostingResult[]> {
  const giveUpAt = Date.now() + OUTAGE_MILLISECONDS_MAX;
  for (let attempt = 0; ; attempt++) {
    try {
      return await postCredits(db, attempt === 0 ? batch : batch.map(toRepeat));
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
