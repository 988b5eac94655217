import type { Sql } from "../../platform/db/index.ts";

/** How many single units one unit of each scale is. */
export const CLAIM_SCALES = {
  one: 1,
  thousand: 1_000,
  million: 1_000_000,
  billion: 1_000_000_000,
} as const;

export type ClaimScale = keyof typeof CLAIM_SCALES;

/** A claim as features make it. One without a place on a page, such as a computed number, is not stored. */
export interface NewClaim {
  claim_id: string;
  document_sha256: string;
  page: number | null;
  box: readonly number[] | null;
  label: string;
  value: number | null;
  unit: string | null;
  /** How many single units one unit of `value` is. */
  scale: ClaimScale;
  period: string | null;
  quote: string | null;
}

export interface ClaimRow {
  claim_id: string;
  report_id: string;
  file_sha256: string;
  page: number;
  box: number[];
  label: string;
  /** Null for a claim on a sentence. */
  value: number | null;
  unit: string | null;
  scale: ClaimScale;
  period: string | null;
  quote: string;
}

/** Stores the claims that point to a place on a page; existing ones stay unchanged. */
export async function saveClaims(sql: Sql, reportId: string, claims: readonly NewClaim[]): Promise<void> {
  await insertClaims(sql, reportId, { claims, onConflict: sql`do nothing` });
}

/**
 * The same where a report is read again: what an earlier version misread, such as pence taken for pounds, is corrected
 * under the same id, so that links to it stay valid.
 */
export async function replaceClaims(sql: Sql, reportId: string, claims: readonly NewClaim[]): Promise<void> {
  await insertClaims(sql, reportId, {
    claims,
    onConflict: sql`
      do update set label = excluded.label, value = excluded.value, unit = excluded.unit, scale = excluded.scale,
        period = excluded.period, quote = excluded.quote
      where (claim.label, claim.value, claim.unit, claim.scale, claim.period, claim.quote)
        is distinct from (excluded.label, excluded.value, excluded.unit, excluded.scale, excluded.period, excluded.quote)`,
  });
}

/** In the order of their ids: two writers of the same claims in different orders would wait for each other forever. */
async function insertClaims(
  sql: Sql,
  reportId: string,
  { claims, onConflict }: { claims: readonly NewClaim[]; onConflict: ReturnType<Sql> },
): Promise<void> {
  const placed = claims.filter(({ page, box, quote }) => page !== null && box && quote);
  if (placed.length === 0) return;
  await sql`
    insert into claim (claim_id, report_id, file_sha256, page, box, label, value, unit, scale, period, quote)
    select claim_id, ${reportId}, document_sha256, page, array(select json_array_elements_text(box)::real),
      label, value, unit, scale, period, quote
    from json_to_recordset(${sql.json(placed)}::json) as given (
      claim_id text, document_sha256 text, page int, box json, label text, value float8, unit text, scale text,
      period text, quote text)
    order by claim_id
    on conflict (claim_id) ${onConflict}`;
}

/**
 * Stores claims on several reports. Most are known already and are only looked up; one whose report was deleted in the
 * meantime is left out.
 */
export async function saveReportClaims(
  sql: Sql,
  claims: readonly (NewClaim & { report_id: string })[],
): Promise<void> {
  const known = await sql<{ claim_id: string }>`
    select claim_id from claim where claim_id = any(${claims.map(({ claim_id }) => claim_id)})`;
  const ids = new Set(known.map(({ claim_id }) => claim_id));
  const missing = claims.filter(({ claim_id }) => !ids.has(claim_id));
  if (missing.length === 0) return;
  await sql`
    with kept as (
      select report_id from report where report_id = any(${missing.map(({ report_id }) => report_id)}) for key share)
    insert into claim (claim_id, report_id, file_sha256, page, box, label, value, unit, scale, period, quote)
    select claim_id, report_id, document_sha256, page, array(select json_array_elements_text(box)::real),
      label, value, unit, scale, period, quote
    from json_to_recordset(${sql.json(missing)}::json) as claim (
      claim_id text, report_id text, document_sha256 text, page int, box json, label text, value float8, unit text,
      scale text, period text, quote text)
    join kept using (report_id)
    order by claim_id
    on conflict (claim_id) do nothing`;
}

export async function findClaim(sql: Sql, claimId: string): Promise<ClaimRow | undefined> {
  const [row] = await listClaims(sql, [claimId]);
  return row;
}

export async function listClaims(sql: Sql, claimIds: readonly string[]): Promise<ClaimRow[]> {
  return sql<ClaimRow>`
    select claim_id, report_id, file_sha256, page, box, label, value, unit, scale, period, quote
    from claim where claim_id = any(${claimIds})`;
}
