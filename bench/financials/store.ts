import type { Database } from "../../src/platform/db/index.ts";

export interface FillOptions {
  companies: number;
  reportsPerCompany: number;
  figures: readonly string[];
}

/**
 * Annual reports of the first companies, each with its own and the previous year. Every fifth restates the previous
 * year, so that restatements are part of what is measured. Written year by year, as reports arrive.
 */
export async function fillFigures(
  db: Database,
  { companies, reportsPerCompany, figures }: FillOptions,
): Promise<void> {
  for (let year = 2025 - reportsPerCompany; year < 2025; year++) {
    await db.pool.query(
      `insert into report (report_id, svc_entity_id, file_title, file_title_en, report_type_id, report_type_confidence,
         publish_date, fiscal_year, fiscal_period, file_name, content_type, file_sha256, file_bytes, digest_state, source)
       select 'rep_' || substr(md5(svc_entity_id || $2), 1, 20), svc_entity_id, 'Annual report', 'Annual report',
         'annual_report', 1, make_date($2::int + 1, 3, 1), $2::int, 'FY', 'report.pdf', 'application/pdf',
         md5(svc_entity_id || $2) || md5(svc_entity_id || 'file' || $2), 1, 'ready', 'synthetic'
       from (select svc_entity_id from company order by company_no limit $1) as c`,
      [companies, String(year)],
    );
    await db.pool.query(
      `insert into financial_figure (report_id, svc_entity_id, account_id, published, frequency, concept, period_start,
         period_end, fiscal_year, value, currency, unit, scale, confidence, proof, printed, page, box, claim_ids)
       select report_id, svc_entity_id, null, publish_date, 'annual', concept, make_date(y, 1, 1), make_date(y, 12, 31), y,
         1e6 * (1000 + y % 100 + case when y < fiscal_year and company_no % 5 = 0 then 7 else 0 end), 'USD', 'money',
         1e6, 0.99, 'proven', '1,000', 40, '{1,2,3,4}', array['clm_' || substr(md5(report_id || concept || y), 1, 20)]
       from report join company using (svc_entity_id)
       cross join unnest($2::text[]) as concept cross join generate_series($1::int - 1, $1::int) as y
       where fiscal_year = $1`,
      [year, figures],
    );
  }
  await db.pool.query("vacuum (analyze) financial_figure");
  await db.pool.query("vacuum (analyze) figure_series");
  await db.pool.query("vacuum (analyze) report");
}

export async function listFilledCompanies(db: Database, most: number): Promise<string[]> {
  const rows = await db<{ svc_entity_id: string }>`
    select distinct svc_entity_id from financial_figure where concept = 'revenue' limit ${most}`;
  return rows.map(({ svc_entity_id }) => svc_entity_id);
}
