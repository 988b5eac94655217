import type { Database, Sql } from "../../platform/db/index.ts";
import { type ArchivedAudit, forgetArchivedAudit, listAuditBefore } from "./store.ts";

const ROWS_PER_PAGE = 5_000;
const ROWS_PER_STATEMENT = 20_000;

/** The audit trail up to the end of a month. */
export async function* readAuditMonth(sql: Sql, until: Date): AsyncGenerator<ArchivedAudit> {
  for (let after: ArchivedAudit | null = null; ; ) {
    const page: ArchivedAudit[] = await listAuditBefore(sql, until, { after, limit: ROWS_PER_PAGE });
    yield* page;
    after = page.at(-1) ?? null;
    if (page.length < ROWS_PER_PAGE) return;
  }
}

/** Call it when the file is on disk. Safe to repeat. */
export async function removeArchivedAudit(db: Database, until: Date): Promise<void> {
  while ((await forgetArchivedAudit(db, until, ROWS_PER_STATEMENT)) === ROWS_PER_STATEMENT);
}
