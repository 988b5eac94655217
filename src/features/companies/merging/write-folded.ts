import type { Sql } from "../../../platform/db/index.ts";
import type { FactSource } from "../company-record.ts";
import { prepareCompany } from "../loading/prepare-company.ts";
import { recordPast } from "../loading/store.ts";
import { writeBatch } from "../loading/write-batch.ts";
import type { FoldedCompany } from "./fold-records.ts";
import { findChangedStatus, writeStatus } from "./store.ts";

/** Writes the companies that changed, with their status. The earlier version of each is kept, for answers as of a time. */
export async function writeFolded(
  sql: Sql,
  source: FactSource,
  folded: readonly FoldedCompany[],
): Promise<void> {
  await writeBatch(
    sql,
    source,
    folded.map(({ record }) => prepareCompany(record)),
  );
  const statuses = folded.map(({ record, status }) => ({ svc_entity_id: record.svc_entity_id, status }));
  await recordPast(sql, await findChangedStatus(sql, statuses));
  await writeStatus(sql, statuses);
}
