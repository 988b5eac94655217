import { createHash } from "node:crypto";
import { type Database, inTransaction, type Sql } from "../../platform/db/index.ts";
import { type CompanyRecord, type FactSource, findFault, rateProminence } from "./company-record.ts";
import { normaliseTicker } from "./identifiers.ts";
import {
  type CompanyRow,
  findStored,
  type KeyRow,
  listKnownWords,
  recountWords,
  removeDetails,
  requireSource,
  type StoredCompany,
  settleTables,
  writeCompanies,
  writeKeys,
  writeNames,
  writeSecurities,
  writeWords,
} from "./loading/store.ts";
import { sortName } from "./names/fold-name.ts";
import { listTypoNumbers } from "./names/name-keys.ts";
import { listCompanyKeys, listCompanyWords, writeSearchNames } from "./names/search-names.ts";

const BATCH = 1_000;
/** The reasons of the first rejections are kept; a hopeless file must not fill the memory. */
const REASONS_MAX = 1_000;

export interface LoadResult {
  added: number;
  changed: number;
  unchanged: number;
  rejected: number;
  rejections: { svc_entity_id: string; name: string; reason: string }[];
}

interface Prepared {
  record: CompanyRecord;
  row: CompanyRow;
  tickers: string[];
}

/**
 * Loads companies from one source. Each thousand is one transaction; what is already there in the same form is left
 * alone, so loading again, or going on after an interruption, changes nothing that was done.
 */
export async function loadCompanies(
  db: Database,
  source: FactSource,
  companies: Iterable<CompanyRecord> | AsyncIterable<CompanyRecord>,
): Promise<LoadResult> {
  const result: LoadResult = { added: 0, changed: 0, unchanged: 0, rejected: 0, rejections: [] };
  let batch = new Map<string, Prepared>();
  let writing: Promise<void> = Promise.resolve();
  // The next thousand is prepared while the database writes this one; never two at a time.
  const flush = async () => {
    const ready = [...batch.values()];
    batch = new Map();
    await writing;
    writing = inTransaction(db, (sql) => loadBatch(sql, source, ready)).then((done) => {
      result.added += done.added;
      result.changed += done.changed;
      result.unchanged += done.unchanged;
    });
    // Awaited at the next flush; until then a failure must not count as unhandled.
    writing.catch(() => {});
  };
  for await (const record of companies) {
    const reason = findFault(record);
    if (reason !== null) {
      result.rejected++;
      if (result.rejections.length < REASONS_MAX)
        result.rejections.push({ svc_entity_id: record.svc_entity_id, name: record.name, reason });
      continue;
    }
    batch.set(record.svc_entity_id, prepare(record));
    if (batch.size === BATCH) await flush();
  }
  await flush();
  await writing;
  if (result.added + result.changed > 0) {
    await inTransaction(db, recountWords);
    await settleTables(db);
  }
  return result;
}

async function loadBatch(
  sql: Sql,
  source: FactSource,
  batch: readonly Prepared[],
): Promise<Pick<LoadResult, "added" | "changed" | "unchanged">> {
  if (batch.length === 0) return { added: 0, changed: 0, unchanged: 0 };
  const sourceNo = await requireSource(sql, source);
  const stored = await findStored(
    sql,
    batch.map(({ row }) => row.svc_entity_id),
  );
  const fresh = batch.filter(({ row }) => stored.get(row.svc_entity_id)?.content_hash !== row.content_hash);
  if (fresh.length === 0) return { added: 0, changed: 0, unchanged: batch.length };
  const before = fresh.flatMap(({ row }) => stored.get(row.svc_entity_id) ?? []);
  if (before.length > 0)
    await removeDetails(
      sql,
      before.map(({ company_no }) => company_no),
      before.flatMap(listKeyRows),
    );
  const numbers = await writeCompanies(
    sql,
    sourceNo,
    fresh.map(({ row }) => row),
  );
  await writeDetails(sql, sourceNo, withNumbers(fresh, numbers));
  return {
    added: fresh.length - before.length,
    changed: before.length,
    unchanged: batch.length - fresh.length,
  };
}

interface Numbered extends Prepared {
  company_no: number;
}

function withNumbers(fresh: readonly Prepared[], numbers: ReadonlyMap<string, number>): Numbered[] {
  return fresh.map((prepared) => {
    const company_no = numbers.get(prepared.row.svc_entity_id);
    if (company_no === undefined) throw new Error(`${prepared.row.svc_entity_id} was not written`);
    return { ...prepared, company_no };
  });
}

async function writeDetails(sql: Sql, sourceNo: number, companies: readonly Numbered[]): Promise<void> {
  await writeSecurities(
    sql,
    sourceNo,
    companies.flatMap(({ company_no, record }) =>
      record.securities.map(({ isin, ticker, mic }, position) => ({
        company_no,
        position,
        isin: isin || null,
        ticker: ticker || null,
        ticker_key: ticker ? normaliseTicker(ticker) : null,
        mic: mic || null,
      })),
    ),
  );
  await writeNames(
    sql,
    sourceNo,
    companies.flatMap(({ company_no, record }) =>
      listNames(record).map(({ kind, name, valid_from = null, valid_to = null }) => ({
        company_no,
        kind,
        name,
        valid_from,
        valid_to,
      })),
    ),
  );
  await writeKeys(
    sql,
    companies.flatMap(({ company_no, row, tickers }) =>
      listKeyRows({ company_no, tickers, search_names: row.search_names, prominence: row.prominence }),
    ),
  );
  await addWords(sql, companies);
}

async function addWords(sql: Sql, companies: readonly Numbered[]): Promise<void> {
  const prominence = new Map<string, number>();
  for (const { row } of companies)
    for (const word of listCompanyWords(row.search_names))
      prominence.set(word, Math.max(prominence.get(word) ?? 0, row.prominence));
  const known = await listKnownWords(sql, [...prominence.keys()]);
  const added = [...prominence].filter(([word]) => !known.has(word));
  if (added.length === 0) return;
  await writeWords(
    sql,
    added.map(([word, most]) => ({ word, prominence: most, typoNumbers: listTypoNumbers(word) })),
  );
}

function listKeyRows(
  company: Pick<StoredCompany, "company_no" | "search_names" | "prominence" | "tickers">,
): KeyRow[] {
  const { company_no, search_names, prominence, tickers } = company;
  return listCompanyKeys(search_names, tickers).map((key) => ({ key, prominence, company_no }));
}

function listNames(record: CompanyRecord): NonNullable<CompanyRecord["other_names"]> {
  return [{ name: record.name, kind: "official" }, ...(record.other_names ?? [])];
}

function prepare(record: CompanyRecord): Prepared {
  const [primary] = record.securities;
  const facts = {
    svc_entity_id: record.svc_entity_id,
    name: record.name,
    sort_name: sortName(record.name),
    perm_id: record.perm_id || null,
    lei: record.lei || null,
    cik: record.cik || null,
    country: record.country,
    exchange: record.exchange,
    primary_sector_id: record.primary_sector_id || null,
    primary_isin: primary?.isin || null,
    primary_ticker: primary?.ticker || null,
    market_cap_usd: record.market_cap?.usd ?? null,
    market_cap_date: record.market_cap?.date ?? null,
    market_cap_source: record.market_cap?.source ?? null,
    fictional: record.fictional ?? false,
    children: JSON.stringify(listChildren(record)),
    search_names: writeSearchNames(listNames(record)),
    prominence: rateProminence(record),
  };
  return {
    record,
    row: { ...facts, content_hash: hashContent([facts, record.securities, record.other_names ?? []]) },
    tickers: record.securities.flatMap(({ ticker }) => ticker || []),
  };
}

/** Securities as answers carry them. One listed under the same ticker on two markets is still one. */
function listChildren(record: CompanyRecord): { isin: string | null; ticker: string | null }[] {
  const seen = new Map<string, { isin: string | null; ticker: string | null }>();
  for (const { isin, ticker } of record.securities) {
    const child = { isin: isin || null, ticker: ticker || null };
    seen.set(JSON.stringify(child), child);
  }
  return [...seen.values()];
}

function hashContent(content: unknown): string {
  return createHash("sha256").update(JSON.stringify(content)).digest("base64url").slice(0, 22);
}
