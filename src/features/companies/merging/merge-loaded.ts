import type { Sql } from "../../../platform/db/index.ts";
import type { CompanyRecord, FactSource } from "../company-record.ts";
import type { BatchResult } from "../loading/write-batch.ts";
import { mergeRecords } from "./merge-records.ts";
import type { SourceRecord } from "./source-record.ts";
import { listMergedIds, lockMerging } from "./store.ts";

/**
 * Loading a list again must not remove what sources have added to its companies since: such companies are folded from
 * all their records, including this list's. Returns the companies for which that was done.
 */
export async function mergeLoaded(
  sql: Sql,
  source: FactSource,
  records: readonly CompanyRecord[],
): Promise<{ merged: ReadonlySet<string>; result: BatchResult }> {
  await lockMerging(sql);
  const merged = await listMergedIds(
    sql,
    records.map(({ svc_entity_id }) => svc_entity_id),
  );
  if (merged.size === 0) return { merged, result: { added: 0, changed: 0, unchanged: 0 } };
  const reported = records
    .filter(({ svc_entity_id }) => merged.has(svc_entity_id))
    .map((record, line) => ({ line, item: toSourceRecord(record) }));
  const asSource = { ...source, id: "loaded", issues: [], createsCompanies: false };
  const { added, changed, unchanged } = await mergeRecords(
    sql,
    { wordWeight: () => 1, isFirst: () => true },
    asSource,
    reported,
  );
  return { merged, result: { added, changed, unchanged } };
}

function toSourceRecord({ svc_entity_id, ...record }: CompanyRecord): SourceRecord {
  return { ...record, key: svc_entity_id };
}
