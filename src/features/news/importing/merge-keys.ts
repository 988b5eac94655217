import type { Database } from "../../../platform/db/index.ts";
import { mergeNewKeys } from "./store.ts";

/** A merge of fewer costs more per article. */
const BATCHES_MIN = 6;
/** More would make searches slow: each of them reads all keys that are not merged. */
const BATCHES_MAX = 12;

/**
 * Merges the keys of stored batches into the search index over a second connection, while further batches are stored:
 * it takes the database almost as long as storing them.
 */
export function startMerging(db: Database) {
  let unmerged = 0;
  let merging: Promise<void> | null = null;
  let hasFailed = false;
  const merge = async () => {
    unmerged = 0;
    await mergeNewKeys(db);
    merging = null;
  };
  return {
    addBatch: () => {
      unmerged++;
      if (unmerged < BATCHES_MIN || merging !== null) return;
      merging = merge();
      merging.catch(() => {
        hasFailed = true;
      });
    },
    /** Before a batch is stored; rejects when merging has failed. */
    waitForRoom: async () => {
      if (hasFailed || unmerged >= BATCHES_MAX) await merging;
    },
    /** Waits until nothing is being merged, successfully or not. */
    settle: async () => {
      await merging?.catch(() => {});
    },
  };
}
