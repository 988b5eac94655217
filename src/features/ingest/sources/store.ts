import type { Sql } from "../../../platform/db/index.ts";

const COMPANIES_MAX = 100_000;

/** The CIKs of all companies that have one. */
export async function listCiks(sql: Sql): Promise<string[]> {
  const rows = await sql<{ cik: string }>`
    select distinct cik from company where cik is not null order by cik limit ${COMPANIES_MAX}`;
  return rows.map(({ cik }) => cik);
}

/** ISINs of companies, for queries to other sources. */
export async function listIsins(sql: Sql): Promise<string[]> {
  const rows = await sql<{ isin: string }>`
    select distinct isin from security where isin is not null order by isin limit ${COMPANIES_MAX * 5}`;
  return rows.map(({ isin }) => isin);
}

/** The names of the companies with these ISINs. */
export async function findNamesByIsins(sql: Sql, isins: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql<{ isin: string; name: string }>`
    select distinct on (s.isin) s.isin, c.name from security s join company c using (company_no)
    where s.isin = any(${isins}) order by s.isin, c.prominence desc`;
  return new Map(rows.map(({ isin, name }) => [isin, name]));
}

/** Companies by CIK. */
export async function findIdsByCiks(sql: Sql, ciks: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql<{ cik: string; svc_entity_id: string }>`
    select distinct on (cik) cik, svc_entity_id from company where cik = any(${ciks}) order by cik, prominence desc`;
  return new Map(rows.map(({ cik, svc_entity_id }) => [cik, svc_entity_id]));
}
