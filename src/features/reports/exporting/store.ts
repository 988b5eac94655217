import type { Sql } from "../../../platform/db/index.ts";
import { readableBy } from "../store.ts";
import type { ReportFilter } from "./report-table.ts";

/** The reports after a given one that the account may see. */
export async function listReportsAfter(
  sql: Sql,
  query: ReportFilter & { after: string; limit: number },
): Promise<{ report_id: string }[]> {
  const { viewer, svc_entity_id = null, start_date = null, end_date = null } = query;
  return sql<{ report_id: string }>`
    select report_id, svc_entity_id, file_title, file_title_en, report_type_id, publish_date, fiscal_year, fiscal_period,
           language, page_count, file_name, content_type, file_sha256, file_bytes, fictional, source, source_reference,
           licence, created_at
    from report
    where report_id > ${query.after} and ${readableBy(sql, viewer)}
      and (${svc_entity_id}::text is null or svc_entity_id = ${svc_entity_id})
      and (${start_date}::date is null or publish_date >= ${start_date})
      and (${end_date}::date is null or publish_date <= ${end_date})
    order by report_id limit ${query.limit}`;
}
