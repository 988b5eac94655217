import type { Database, Sql } from "../../../platform/db/index.ts";
import { inTransaction } from "../../../platform/db/index.ts";
import { restoreIndexes, suspendOnce } from "../filling/fill-tables.ts";
import { recountWords, settleTables } from "../loading/store.ts";
import { cachedVocabulary } from "../names/word-weights.ts";
import { endUnseen } from "./end-unseen.ts";
import { type MergeResult, type MergeSource, mergeRecords, type ReportedRecords } from "./merge-records.ts";
import { lockMerging } from "./store.ts";

const VOCABULARY_SECONDS_MAX = 60;
/** A register of millions has unique keys; manually maintained lists are shorter than this. */
const KEYS_MAX = 500_000;

/** Distinguishes new keys from repeated ones. */
function trackKeys(): (key: string) => boolean {
  const keys = new Set<string>();
  return (key) => {
    if (keys.has(key)) return false;
    if (keys.size < KEYS_MAX) keys.add(key);
    return true;
  };
}

export interface Merger {
  merge: (sql: Sql, source: MergeSource, reported: ReportedRecords) => Promise<MergeResult>;
  /** Companies that a complete list no longer names are delisted from its date on; they stay findable. */
  endUnseen: (source: MergeSource, seen: ReadonlySet<string>) => Promise<number>;
  /** After the last record: refreshes what look-ups depend on. */
  finish: () => Promise<void>;
}

export function openMerger(db: Database): Merger {
  const vocabulary = cachedVocabulary(db, { secondsMax: VOCABULARY_SECONDS_MAX });
  const isFirst = trackKeys();
  const suspend = suspendOnce();
  let added = 0;
  return {
    async merge(sql, source, reported) {
      const tools = { wordWeight: (await vocabulary()).wordWeight, isFirst };
      await lockMerging(sql);
      await suspend(sql, added);
      const result = await mergeRecords(sql, tools, source, reported);
      added += result.added;
      return result;
    },
    endUnseen: (source, seen) => inTransaction(db, (sql) => endUnseen(sql, source, seen)),
    async finish() {
      await inTransaction(db, async (sql) => {
        await lockMerging(sql);
        await recountWords(sql);
      });
      await restoreIndexes(db);
      await settleTables(db);
    },
  };
}
