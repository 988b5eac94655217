import type { Database, Sql } from "../../../platform/db/index.ts";
import type { FactSource } from "../company-record.ts";

export interface CompanyRow {
  svc_entity_id: string;
  name: string;
  sort_name: string;
  perm_id: string | null;
  lei: string | null;
  cik: string | null;
  country: string | null;
  exchange: string | null;
  primary_sector_id: string | null;
  primary_isin: string | null;
  primary_ticker: string | null;
  market_cap_usd: number | null;
  market_cap_date: string | null;
  market_cap_source: string | null;
  fictional: boolean;
  children: string;
  search_names: string;
  prominence: number;
  content_hash: string;
}

export interface StoredCompany {
  company_no: number;
  svc_entity_id: string;
  content_hash: string;
  search_names: string;
  prominence: number;
  tickers: string[];
}

/** The number of a source as of a day. Looked up first, because inserting an existing one would use up a number. */
export async function requireSource(sql: Sql, source: FactSource): Promise<number> {
  const { name, reference, licence, source_date } = source;
  const [known] = await sql<{ source_no: number }>`
    update company_source set licence = ${licence}
    where name = ${name} and reference = ${reference} and source_date = ${source_date}
    returning source_no`;
  const [row] = known
    ? [known]
    : await sql<{ source_no: number }>`
        insert into company_source (name, reference, licence, source_date)
        values (${name}, ${reference}, ${licence}, ${source_date})
        on conflict (name, reference, source_date) do update set licence = excluded.licence
        returning source_no`;
  if (!row) throw new Error(`source ${name} was not stored`);
  return row.source_no;
}

/** The day of the latest list of this name that was loaded; empty when none was. */
export async function findNewestDate(sql: Sql, { name }: FactSource): Promise<string> {
  const [row] = await sql<{ newest: string | null }>`
    select max(source_date) as newest from company_source where name = ${name}`;
  return row?.newest ?? "";
}

/** Locked until the transaction ends, so that two loads of one company are serialised. */
export async function findStored(sql: Sql, ids: readonly string[]): Promise<Map<string, StoredCompany>> {
  const rows = await sql<StoredCompany>`
    select company_no, svc_entity_id, content_hash, search_names, prominence,
           array(select ticker from security s where s.company_no = c.company_no and ticker is not null) as tickers
    from company c where svc_entity_id = any(${ids})
    order by svc_entity_id for update`;
  return new Map(rows.map((row) => [row.svc_entity_id, row]));
}

/** Stores the previous versions of companies, to be found by their identifiers at that time. */
export async function recordPast(sql: Sql, companyNos: readonly number[]): Promise<void> {
  await sql`
    insert into company_past (svc_entity_id, known_from, known_to, company, identifiers)
    select c.svc_entity_id, c.changed_at, now(), to_jsonb(c),
      array_remove(array[c.lei, c.cik, c.perm_id] || array(
        select distinct value from security s cross join lateral (values (s.isin), (s.ticker_key)) as v (value)
        where s.company_no = c.company_no and value is not null), null)
    from company c where c.company_no = any(${companyNos}) and c.changed_at < now()
    on conflict do nothing`;
}

const COMPANY_COLUMNS = [
  "svc_entity_id",
  "name",
  "sort_name",
  "perm_id",
  "lei",
  "cik",
  "country",
  "exchange",
  "primary_sector_id",
  "primary_isin",
  "primary_ticker",
  "market_cap_usd",
  "market_cap_date",
  "market_cap_source",
  "fictional",
  "children",
  "search_names",
  "prominence",
  "content_hash",
] as const satisfies (keyof CompanyRow)[];

/** Inserts new companies; returns the number of each, by its identifier. */
export async function addCompanies(
  sql: Sql,
  sourceNo: number,
  rows: readonly CompanyRow[],
): Promise<[string, number][]> {
  if (rows.length === 0) return [];
  const numbers = await sql<{ company_no: number }>`
    select nextval('company_company_no_seq')::int as company_no from generate_series(1, ${rows.length}::int)`;
  const numbered = rows.map((row, index): [CompanyRow, number] => [row, numbers[index]?.company_no ?? 0]);
  await sql.copy(
    { table: "company", columns: ["company_no", "source_no", ...COMPANY_COLUMNS] },
    numbered.map(([row, company_no]) => [company_no, sourceNo, ...COMPANY_COLUMNS.map((name) => row[name])]),
  );
  return numbered.map(([{ svc_entity_id }, company_no]) => [svc_entity_id, company_no]);
}

/** Updates known companies; returns the number of each, by its identifier. */
export async function updateCompanies(
  sql: Sql,
  sourceNo: number,
  rows: readonly CompanyRow[],
): Promise<[string, number][]> {
  if (rows.length === 0) return [];
  const column = <Name extends keyof CompanyRow>(name: Name) => rows.map((row) => row[name]);
  const written = await sql<{ company_no: number; svc_entity_id: string }>`
    insert into company (svc_entity_id, name, sort_name, perm_id, lei, cik, country, exchange, primary_sector_id,
      primary_isin, primary_ticker, market_cap_usd, market_cap_date, market_cap_source, fictional, children,
      search_names, prominence, content_hash, source_no)
    select *, ${sourceNo}::smallint from unnest(
      ${column("svc_entity_id")}::text[], ${column("name")}::text[], ${column("sort_name")}::text[],
      ${column("perm_id")}::text[], ${column("lei")}::text[], ${column("cik")}::text[],
      ${column("country")}::text[], ${column("exchange")}::text[], ${column("primary_sector_id")}::text[],
      ${column("primary_isin")}::text[], ${column("primary_ticker")}::text[],
      ${column("market_cap_usd")}::bigint[], ${column("market_cap_date")}::date[],
      ${column("market_cap_source")}::text[], ${column("fictional")}::boolean[], ${column("children")}::jsonb[],
      ${column("search_names")}::text[], ${column("prominence")}::smallint[], ${column("content_hash")}::text[])
    on conflict (svc_entity_id) do update set
      name = excluded.name, sort_name = excluded.sort_name, perm_id = excluded.perm_id, lei = excluded.lei,
      cik = excluded.cik, country = excluded.country, exchange = excluded.exchange,
      primary_sector_id = excluded.primary_sector_id, primary_isin = excluded.primary_isin,
      primary_ticker = excluded.primary_ticker, market_cap_usd = excluded.market_cap_usd,
      market_cap_date = excluded.market_cap_date, market_cap_source = excluded.market_cap_source,
      fictional = excluded.fictional, children = excluded.children, search_names = excluded.search_names,
      prominence = excluded.prominence, content_hash = excluded.content_hash, source_no = excluded.source_no,
      changed_at = now()
    returning company_no, svc_entity_id`;
  return written.map(({ company_no, svc_entity_id }) => [svc_entity_id, company_no]);
}

export interface SecurityRow {
  company_no: number;
  position: number;
  isin: string | null;
  ticker: string | null;
  ticker_key: string | null;
  mic: string | null;
}

export async function addSecurities(sql: Sql, sourceNo: number, rows: readonly SecurityRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql.copy(
    {
      table: "security",
      columns: ["company_no", "position", "isin", "ticker", "ticker_key", "mic", "source_no"],
    },
    rows.map((row) => [
      row.company_no,
      row.position,
      row.isin,
      row.ticker,
      row.ticker_key,
      row.mic,
      sourceNo,
    ]),
  );
}

export interface NameRow {
  company_no: number;
  kind: string;
  name: string;
  valid_from: string | null;
  valid_to: string | null;
}

export async function addNames(sql: Sql, sourceNo: number, rows: readonly NameRow[]): Promise<void> {
  await sql.copy(
    { table: "company_name", columns: ["company_no", "kind", "name", "valid_from", "valid_to", "source_no"] },
    rows.map((row) => [row.company_no, row.kind, row.name, row.valid_from, row.valid_to, sourceNo]),
  );
}

export interface KeyRow {
  key: string;
  prominence: number;
  company_no: number;
}

/** In the order of the index, whose pages are then visited once each. */
export async function addKeys(sql: Sql, rows: readonly KeyRow[]): Promise<void> {
  const sorted = rows.toSorted((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
  await sql.copy(
    { table: "company_key", columns: ["key", "prominence", "company_no"] },
    sorted.map((row) => [row.key, row.prominence, row.company_no]),
  );
}

/**
 * Removes what the companies were loaded with before. Their keys are given in full, because no index leads to them.
 */
export async function removeDetails(
  sql: Sql,
  companyNos: readonly number[],
  keys: readonly KeyRow[],
): Promise<void> {
  await sql`delete from security where company_no = any(${companyNos})`;
  await sql`delete from company_name where company_no = any(${companyNos})`;
  await sql`
    delete from company_key k
    using unnest(${keys.map((row) => row.key)}::text[], ${keys.map((row) => row.prominence)}::smallint[],
      ${keys.map((row) => row.company_no)}::int[]) as gone (key, prominence, company_no)
    where k.key = gone.key and k.prominence = gone.prominence and k.company_no = gone.company_no`;
}

/** Adds new words; each passes its typo numbers as the text of an array, since nested arrays must be rectangular. */
export async function writeWords(
  sql: Sql,
  rows: readonly { word: string; typoNumbers: readonly number[]; prominence: number }[],
): Promise<void> {
  await sql`
    insert into name_word (word, prominence_most, typo_numbers)
    select word, prominence, numbers::int[] from unnest(
      ${rows.map((row) => row.word)}::text[], ${rows.map((row) => row.prominence)}::smallint[],
      ${rows.map((row) => `{${row.typoNumbers.join(",")}}`)}::text[]) as new (word, prominence, numbers)
    order by word
    on conflict do nothing`;
}

export async function listKnownWords(sql: Sql, words: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ word: string }>`select word from name_word where word = any(${words})`;
  return new Set(rows.map(({ word }) => word));
}

/**
 * Recounts the companies of each word and deletes words that no company has any more. Counts as a change of companies,
 * since names are found by these words; first, because every load locks the revision before its words.
 */
export async function recountWords(sql: Sql): Promise<void> {
  await sql`update company_revision set revision = revision + 1`;
  await sql`
    update name_word w set companies = counted.companies, prominence_most = counted.prominence_most
    from (select key, count(*)::int as companies, max(prominence) as prominence_most
          from company_key group by key) as counted
    where w.word = counted.key
      and (w.companies, w.prominence_most) is distinct from (counted.companies, counted.prominence_most)`;
  await sql`delete from name_word w where not exists (select from company_key k where k.key = w.word)`;
}

/** Fresh statistics for the planner, and a visibility map so that index-only scans need not visit the rows. */
export async function settleTables(db: Database): Promise<void> {
  const tables = ["company", "security", "company_name", "company_key", "name_word"];
  await Promise.all(tables.map((table) => db.pool.query(`vacuum (analyze) ${table}`)));
}
