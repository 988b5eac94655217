import type { Sql } from "../../../platform/db/index.ts";
import { findNewestDate, requireSource } from "../loading/store.ts";
import { foldRecords } from "./fold-records.ts";
import type { MergeSource } from "./merge-records.ts";
import { listActiveKeys, listRecordsOf, lockMerging, markDelisted } from "./store.ts";
import { writeFolded } from "./write-folded.ts";

/** A list that lost more than this share of its companies is treated as a broken file, not as delistings. */
const LOST_SHARE_MAX = 0.3;

export async function endUnseen(sql: Sql, source: MergeSource, seen: ReadonlySet<string>): Promise<number> {
  await lockMerging(sql);
  // Companies missing from an older list are newer than the list.
  if ((await findNewestDate(sql, source)) > source.source_date) return 0;
  await requireSource(sql, source);
  const known = await listActiveKeys(sql, source.id);
  const cancelled = known.filter((key) => !seen.has(key));
  if (cancelled.length === 0 || cancelled.length > known.length * LOST_SHARE_MAX) return 0;
  const ids = await markDelisted(sql, source.id, cancelled, source.source_date);
  const records = await listRecordsOf(sql, ids);
  await writeFolded(
    sql,
    source,
    [...records].map(([id, reported]) => foldRecords(id, reported)),
  );
  return cancelled.length;
}
