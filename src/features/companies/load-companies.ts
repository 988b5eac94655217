import { setImmediate } from "node:timers/promises";
import { type Database, inTransaction, type Sql } from "../../platform/db/index.ts";
import { type CompanyRecord, type FactSource, findFault } from "./company-record.ts";
import { fillEmptyTables } from "./filling/fill-tables.ts";
import { type PreparedCompany, prepareCompany } from "./loading/prepare-company.ts";
import { recountWords, settleTables } from "./loading/store.ts";
import { type BatchResult, writeBatch } from "./loading/write-batch.ts";
import { mergeLoaded } from "./merging/merge-loaded.ts";

const BATCH = 1_000;
const TURN = 50;
/** Only the first rejection reasons are kept: a broken file must not fill the memory. */
const REASONS_MAX = 1_000;

export interface LoadResult extends BatchResult {
  rejected: number;
  rejections: { svc_entity_id: string; name: string; reason: string }[];
}

type Companies = Iterable<CompanyRecord> | AsyncIterable<CompanyRecord>;
type Write = (batch: readonly PreparedCompany[]) => Promise<BatchResult>;

/** What one source reports about companies. */
export interface CompanyList {
  source: FactSource;
  companies: Companies;
}

/** Loads companies from one source. */
export function loadCompanies(db: Database, source: FactSource, companies: Companies): Promise<LoadResult> {
  return loadCompanyLists(db, [{ source, companies }]);
}

/**
 * Unchanged companies are skipped, so loading again changes nothing. The first load into empty tables is one
 * transaction that builds the indexes at its end, several times faster; later loads commit every thousand, so that
 * readers are not blocked and an interruption loses little.
 */
export async function loadCompanyLists(db: Database, lists: readonly CompanyList[]): Promise<LoadResult> {
  const first = await fillEmptyTables(db, async (sql) => {
    const result = await loadAll(lists, (source) => (batch) => writeBatch(sql, source, batch));
    // Counted while the words have no indexes that each change would have to update.
    await recountWords(sql);
    return result;
  });
  const result = first ?? (await loadAll(lists, (source) => inBatches(db, source)));
  if (result.added + result.changed > 0) {
    if (first === null) await inTransaction(db, recountWords);
    await settleTables(db);
  }
  return result;
}

function inBatches(db: Database, source: FactSource): Write {
  return (batch) =>
    inTransaction(db, async (sql: Sql) => {
      const { merged, result } = await mergeLoaded(
        sql,
        source,
        batch.map(({ record }) => record),
      );
      const others = batch.filter(({ row }) => !merged.has(row.svc_entity_id));
      const written = await writeBatch(sql, source, others);
      return {
        added: result.added + written.added,
        changed: result.changed + written.changed,
        unchanged: result.unchanged + written.unchanged,
      };
    });
}

async function loadAll(
  lists: readonly CompanyList[],
  writeFor: (source: FactSource) => Write,
): Promise<LoadResult> {
  const result: LoadResult = { added: 0, changed: 0, unchanged: 0, rejected: 0, rejections: [] };
  for (const { source, companies } of lists) await loadList(companies, writeFor(source), result);
  return result;
}

/** Adds the outcome of a batch to the result. */
async function loadList(companies: Companies, write: Write, result: LoadResult): Promise<void> {
  let batch = new Map<string, PreparedCompany>();
  let writing: Promise<void> = Promise.resolve();
  // The next thousand is prepared while the database writes this one; never two writes at a time.
  const flush = async () => {
    const ready = [...batch.values()];
    batch = new Map();
    await writing;
    writing = write(ready).then((done) => {
      result.added += done.added;
      result.changed += done.changed;
      result.unchanged += done.unchanged;
    });
    // Awaited at the next flush; until then a failure must not count as unhandled.
    writing.catch(() => {});
  };
  try {
    for await (const record of companies) {
      const reason = findFault(record);
      if (reason === null) batch.set(record.svc_entity_id, prepareCompany(record));
      else reject(result, record, reason);
      if (batch.size === BATCH) await flush();
      // Between two companies the database gets the next statement of the previous batch.
      else if (batch.size % TURN === 0) await setImmediate();
    }
    await flush();
    await writing;
  } finally {
    // When the source fails, no write may be running while the surrounding transaction is rolled back.
    await writing.catch(() => {});
  }
}

function reject(result: LoadResult, { svc_entity_id, name }: CompanyRecord, reason: string): void {
  result.rejected++;
  if (result.rejections.length < REASONS_MAX) result.rejections.push({ svc_entity_id, name, reason });
}
