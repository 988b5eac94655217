import type { Sql } from "../../../platform/db/index.ts";
import type { RecordStatus, SourceRecord } from "./source-record.ts";

/**
 * Serialises merging until the transaction ends: another load might be adding what this one finds missing, or folding
 * the same company without its records. Waits as long as the others take.
 */
export async function lockMerging(sql: Sql): Promise<void> {
  await sql`set local statement_timeout = 0`;
  await sql`select pg_advisory_xact_lock(hashtextextended('merge companies', 7))`;
  await sql`set local statement_timeout to default`;
}

export interface KnownRecord {
  key: string;
  svc_entity_id: string;
  row_hash: string;
  content: SourceRecord;
  source_no: number;
  /** The day of the list that last reported it, or that no longer named it. */
  source_date: string;
}

export async function findRecords(
  sql: Sql,
  source: string,
  keys: readonly string[],
): Promise<Map<string, KnownRecord>> {
  const rows = await sql<KnownRecord>`
    select r.key, r.svc_entity_id, r.row_hash, r.content, r.source_no,
      greatest(s.source_date, case when r.row_hash = '' then (r.content -> 'status' ->> 'date')::date end) as source_date
    from company_record r join company_source s using (source_no)
    where source = ${source} and key = any(${keys})`;
  return new Map(rows.map((row) => [row.key, row]));
}

export interface StoredRecord {
  source: string;
  source_date: string;
  svc_entity_id: string;
  record: SourceRecord;
}

export async function listRecordsOf(sql: Sql, ids: readonly string[]): Promise<Map<string, StoredRecord[]>> {
  const rows = await sql<StoredRecord>`
    select r.source, s.source_date, r.svc_entity_id, r.content as record
    from company_record r join company_source s using (source_no)
    where r.svc_entity_id = any(${ids}) order by r.first_seen_at, r.source, r.key`;
  return Map.groupBy(rows, ({ svc_entity_id }) => svc_entity_id);
}

export interface NewRecord {
  key: string;
  svc_entity_id: string;
  content: SourceRecord;
  row_hash: string;
  /** A newer list that has already reported the record. */
  reported?: { source_no: number; source_date: string };
}

export async function addRecords(
  sql: Sql,
  origin: { source: string; sourceNo: number },
  rows: readonly NewRecord[],
): Promise<void> {
  await sql.copy(
    {
      table: "company_record",
      columns: ["source", "source_no", "key", "svc_entity_id", "content", "row_hash"],
    },
    rows.map(({ reported, key, svc_entity_id, content, row_hash }) => [
      origin.source,
      reported?.source_no ?? origin.sourceNo,
      key,
      svc_entity_id,
      JSON.stringify(content),
      row_hash,
    ]),
  );
}

export async function updateRecords(
  sql: Sql,
  origin: { source: string; sourceNo: number },
  rows: readonly NewRecord[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into company_record (source, source_no, key, svc_entity_id, content, row_hash)
    select ${origin.source}::text, * from unnest(
      ${rows.map(({ reported }) => reported?.source_no ?? origin.sourceNo)}::smallint[],
      ${rows.map(({ key }) => key)}::text[], ${rows.map(({ svc_entity_id }) => svc_entity_id)}::text[],
      ${rows.map(({ content }) => JSON.stringify(content))}::jsonb[], ${rows.map(({ row_hash }) => row_hash)}::text[])
    on conflict (source, key) do update set content = excluded.content, row_hash = excluded.row_hash,
      source_no = excluded.source_no, svc_entity_id = excluded.svc_entity_id, changed_at = now()`;
}

/**
 * The data companies were loaded with before any source was merged into them, stored as a record like any other. Only
 * for companies without a record.
 */
export async function saveLoadedRecords(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql`
    insert into company_record (source, key, svc_entity_id, content, row_hash, source_no)
    select 'loaded', c.svc_entity_id, c.svc_entity_id, jsonb_strip_nulls(jsonb_build_object(
        'key', c.svc_entity_id, 'name', c.name, 'fictional', c.fictional, 'lei', c.lei, 'cik', c.cik, 'perm_id', c.perm_id,
        'country', c.country, 'exchange', c.exchange, 'primary_sector_id', c.primary_sector_id,
        'market_cap', case when c.market_cap_usd is not null then jsonb_build_object(
          'usd', c.market_cap_usd, 'date', c.market_cap_date, 'source', c.market_cap_source) end,
        'securities', (select jsonb_agg(jsonb_build_object('isin', isin, 'ticker', ticker, 'mic', mic) order by position)
          from security s where s.company_no = c.company_no),
        'other_names', (select jsonb_agg(jsonb_build_object('name', n.name, 'kind', n.kind, 'valid_from', n.valid_from,
          'valid_to', n.valid_to) order by n.kind, n.name)
          from company_name n where n.company_no = c.company_no and n.kind <> 'official'))),
      c.content_hash, c.source_no
    from company c
    where c.svc_entity_id = any(${ids})
      and not exists (select from company_record r where r.svc_entity_id = c.svc_entity_id)`;
}

export interface CompanyStatus {
  svc_entity_id: string;
  status: RecordStatus;
}

/** The companies that have another status than these. */
export async function findChangedStatus(sql: Sql, rows: readonly CompanyStatus[]): Promise<number[]> {
  if (rows.length === 0) return [];
  const changed = await sql<{ company_no: number }>`
    select c.company_no from company c, ${statusRows(sql, rows)} where ${hasOtherStatus(sql)}`;
  return changed.map(({ company_no }) => company_no);
}

/** Separate from loading the rows, which does not know a status. */
export async function writeStatus(sql: Sql, rows: readonly CompanyStatus[]): Promise<void> {
  await sql`
    update company c set status = new.status, status_date = new.status_date, successor_lei = new.successor_lei,
      changed_at = now()
    from ${statusRows(sql, rows)} where ${hasOtherStatus(sql)}`;
}

const statusRows = (sql: Sql, rows: readonly CompanyStatus[]) => sql`
  unnest(${rows.map((row) => row.svc_entity_id)}::text[], ${rows.map((row) => row.status.state)}::text[],
    ${rows.map((row) => row.status.date ?? null)}::date[],
    ${rows.map((row) => row.status.successor_lei ?? null)}::text[])
    as new (svc_entity_id, status, status_date, successor_lei)`;

const hasOtherStatus = (sql: Sql) => sql`
  c.svc_entity_id = new.svc_entity_id
    and (c.status, c.status_date, c.successor_lei) is distinct from (new.status, new.status_date, new.successor_lei)`;

export interface Conflict {
  key: string;
  field: string;
  value: string;
  svc_entity_id: string;
  other_svc_entity_id: string;
  reason: string;
}

export async function writeConflicts(sql: Sql, source: string, rows: readonly Conflict[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into company_conflict (source, key, field, value, svc_entity_id, other_svc_entity_id, reason)
    select ${source}::text, * from unnest(
      ${rows.map(({ key }) => key)}::text[], ${rows.map(({ field }) => field)}::text[],
      ${rows.map(({ value }) => value)}::text[], ${rows.map(({ svc_entity_id }) => svc_entity_id)}::text[],
      ${rows.map(({ other_svc_entity_id }) => other_svc_entity_id)}::text[], ${rows.map(({ reason }) => reason)}::text[])
    on conflict do nothing`;
}

/** The keys a source reports as active. */
export async function listActiveKeys(sql: Sql, source: string): Promise<string[]> {
  const rows = await sql<{ key: string }>`
    select key from company_record
    where source = ${source} and coalesce(content -> 'status' ->> 'state', 'active') = 'active'`;
  return rows.map(({ key }) => key);
}

/**
 * Clears the hash, so that the record counts as changed if the source names it again. Returns the companies of the
 * records.
 */
export async function markDelisted(
  sql: Sql,
  source: string,
  keys: readonly string[],
  date: string,
): Promise<string[]> {
  const rows = await sql<{ svc_entity_id: string }>`
    update company_record
    set content = jsonb_set(content, '{status}', jsonb_build_object('state', 'delisted', 'date', ${date}::text)),
        row_hash = '', changed_at = now()
    where source = ${source} and key = any(${keys}) returning svc_entity_id`;
  return [...new Set(rows.map(({ svc_entity_id }) => svc_entity_id))];
}

export interface FieldSource extends StoredRecord {
  source_name: string;
  licence: string;
  reference: string;
}

/** Everything sources report about a company, each with the day and licence of its source. */
export async function listFieldSources(sql: Sql, svcEntityId: string): Promise<FieldSource[]> {
  return sql<FieldSource>`
    select r.source, s.name as source_name, s.source_date, s.licence, s.reference, r.svc_entity_id, r.content as record
    from company_record r join company_source s using (source_no)
    where r.svc_entity_id = ${svcEntityId} order by r.first_seen_at, r.source, r.key limit 200`;
}

export async function findLoadedSource(sql: Sql, svcEntityId: string): Promise<FieldSource | undefined> {
  const [row] = await sql<FieldSource>`
    select 'loaded' as source, s.name as source_name, s.source_date, s.licence, s.reference, c.svc_entity_id,
      jsonb_build_object('key', c.svc_entity_id, 'name', c.name, 'lei', c.lei, 'cik', c.cik, 'perm_id', c.perm_id,
        'country', c.country, 'exchange', c.exchange, 'primary_sector_id', c.primary_sector_id,
        'market_cap', case when c.market_cap_usd is not null then jsonb_build_object(
          'usd', c.market_cap_usd, 'date', c.market_cap_date, 'source', c.market_cap_source) end) as record
    from company c join company_source s using (source_no) where c.svc_entity_id = ${svcEntityId}`;
  return row;
}

export interface CompanyState {
  name: string;
  status: string;
  status_date: string | null;
  successor_lei: string | null;
  names: { kind: string; name: string; valid_from: string | null; valid_to: string | null; source: string }[];
  conflicts: { source: string; field: string; value: string; other_svc_entity_id: string; reason: string }[];
}

/** A company's status, its current and former names, and where sources contradict each other. */
export async function findState(sql: Sql, svcEntityId: string): Promise<CompanyState | undefined> {
  const [row] = await sql<CompanyState>`
    select c.name, c.status, c.status_date, c.successor_lei,
      (select coalesce(jsonb_agg(jsonb_build_object('kind', n.kind, 'name', n.name, 'valid_from', n.valid_from,
         'valid_to', n.valid_to, 'source', s.name) order by n.kind, n.name), '[]')
       from company_name n join company_source s using (source_no) where n.company_no = c.company_no) as names,
      (select coalesce(jsonb_agg(jsonb_build_object('source', k.source, 'field', k.field, 'value', k.value,
         'other_svc_entity_id', k.other_svc_entity_id, 'reason', k.reason)), '[]')
       from company_conflict k where k.svc_entity_id = c.svc_entity_id) as conflicts
    from company c where c.svc_entity_id = ${svcEntityId}`;
  return row;
}

/** The companies whose loaded data is one record among others. */
export async function listMergedIds(sql: Sql, ids: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ key: string }>`
    select key from company_record where source = 'loaded' and key = any(${ids})`;
  return new Set(rows.map(({ key }) => key));
}
