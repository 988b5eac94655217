import type { Sql } from "../../../platform/db/index.ts";
import type { FactSource } from "../company-record.ts";
import { prepareCompany } from "../loading/prepare-company.ts";
import { recordPast } from "../loading/store.ts";
import { writeBatch } from "../loading/write-batch.ts";
import type { FoldedCompany } from "./fold-records.ts";
import type { RecordStatus } from "./source-record.ts";
import { findChangedStatus, writeStatus } from "./store.ts";

/** Writes the companies that changed, with their status. The earlier version of each is kept, for answers as of a time. */
export async function writeFolded(
  sql: Sql,
  source: FactSource,
  folded: readonly FoldedCompany[],
): Promise<void> {
  const { added } = await writeBatch(
    sql,
    source,
    folded.map(({ record }) => prepareCompany(record)),
  );
  const statuses = folded
    // A new company is active until a source says otherwise.
    .filter(({ status }) => added < folded.length || !isPlainlyActive(status))
    .map(({ record, status }) => ({ svc_entity_id: record.svc_entity_id, status }));
  const changed = await findChangedStatus(sql, statuses);
  if (changed.length === 0) return;
  await recordPast(sql, changed);
  await writeStatus(sql, statuses);
}

const isPlainlyActive = ({ state, date, successor_lei }: RecordStatus) =>
  state === "active" && !date && !successor_lei;
