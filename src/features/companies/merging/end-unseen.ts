import type { Sql } from "../../../platform/db/index.ts";
import type { MergeSource } from "./merge-records.ts";
import { listActiveKeys, lockMerging, markDelisted } from "./store.ts";

/** A list that has lost more than this share of its companies is taken for a broken file, not for delistings. */
const LOST_SHARE_MAX = 0.3;

export async function endUnseen(sql: Sql, source: MergeSource, seen: ReadonlySet<string>): Promise<number> {
  await lockMerging(sql);
  const known = await listActiveKeys(sql, source.id);
  const gone = known.filter((key) => !seen.has(key));
  if (gone.length === 0 || gone.length > known.length * LOST_SHARE_MAX) return 0;
  await markDelisted(sql, source.id, gone, source.source_date);
  return gone.length;
}
