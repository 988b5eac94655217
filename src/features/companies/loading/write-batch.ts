import type { Sql } from "../../../platform/db/index.ts";
import type { CompanyRecord, FactSource } from "../company-record.ts";
import { normaliseTicker } from "../identifiers.ts";
import { listTypoNumbers } from "../names/name-keys.ts";
import {
  listCompanyKeys,
  listCompanyWords,
  readSearchNames,
  type SearchName,
} from "../names/search-names.ts";
import { listNames, type PreparedCompany } from "./prepare-company.ts";
import {
  addCompanies,
  addKeys,
  addNames,
  addSecurities,
  findStored,
  type KeyRow,
  listKnownWords,
  recordPast,
  removeDetails,
  requireSource,
  type StoredCompany,
  updateCompanies,
  writeWords,
} from "./store.ts";

export interface BatchResult {
  added: number;
  changed: number;
  unchanged: number;
}

/** Writes the new and changed companies of a batch, with all their search keys. */
export async function writeBatch(
  sql: Sql,
  source: FactSource,
  batch: readonly PreparedCompany[],
): Promise<BatchResult> {
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
    await recordPast(
      sql,
      before.map(({ company_no }) => company_no),
    );
  if (before.length > 0)
    await removeDetails(
      sql,
      before.map(({ company_no }) => company_no),
      before.flatMap(listKeyRows),
    );
  const { added = [], known = [] } = Object.groupBy(
    fresh.map(({ row }) => row),
    ({ svc_entity_id }) => (stored.has(svc_entity_id) ? "known" : "added"),
  );
  const writing = addCompanies(sql, sourceNo, added);
  // Computed while the database writes the companies.
  const searched = fresh.map(({ row, tickers }) => {
    const names = readSearchNames(row.search_names);
    return { names, keys: listCompanyKeys(names, tickers) };
  });
  const numbers = new Map([...(await writing), ...(await updateCompanies(sql, sourceNo, known))]);
  await writeDetails(sql, sourceNo, withNumbers(fresh, searched, numbers));
  return {
    added: fresh.length - before.length,
    changed: before.length,
    unchanged: batch.length - fresh.length,
  };
}

interface Searched {
  names: readonly SearchName[];
  keys: readonly string[];
}

interface NumberedCompany extends PreparedCompany, Searched {
  company_no: number;
}

function withNumbers(
  fresh: readonly PreparedCompany[],
  searched: readonly Searched[],
  numbers: ReadonlyMap<string, number>,
): NumberedCompany[] {
  return fresh.map((prepared, index) => {
    const company_no = numbers.get(prepared.row.svc_entity_id);
    if (company_no === undefined) throw new Error(`${prepared.row.svc_entity_id} was not written`);
    const { names, keys } = searched[index] ?? { names: [], keys: [] };
    return { ...prepared, company_no, names, keys };
  });
}

async function writeDetails(
  sql: Sql,
  sourceNo: number,
  companies: readonly NumberedCompany[],
): Promise<void> {
  await addSecurities(
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
  await addNames(
    sql,
    sourceNo,
    companies.flatMap(({ company_no, record }) =>
      listDistinctNames(record).map(({ kind, name, valid_from = null, valid_to = null }) => ({
        company_no,
        kind,
        name,
        valid_from,
        valid_to,
      })),
    ),
  );
  await addKeys(
    sql,
    companies.flatMap(({ company_no, row: { prominence }, keys }) =>
      keys.map((key) => ({ key, prominence, company_no })),
    ),
  );
  await addWords(sql, companies);
}

/** Of a name that is listed twice, the first. */
function listDistinctNames(record: CompanyRecord) {
  const names = listNames(record);
  if (names.length === 1) return names;
  const distinct = new Map(names.toReversed().map((one) => [`${one.kind}|${one.name}`, one]));
  return [...distinct.values()];
}

async function addWords(sql: Sql, companies: readonly NumberedCompany[]): Promise<void> {
  const prominence = new Map<string, number>();
  for (const { row, names } of companies)
    for (const word of listCompanyWords(names))
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
  return listCompanyKeys(readSearchNames(search_names), tickers).map((key) => ({
    key,
    prominence,
    company_no,
  }));
}
