import type { Sql } from "../../../platform/db/index.ts";

export interface ReportWithoutRendition {
  report_id: string;
  file_sha256: string;
}

/** A page that cannot be printed stays so; a browser may be repaired, so it is retried a day later. */
const due = (sql: Sql) => sql`
  content_type = 'text/html' and twin_sha256 is null
  and (twin_tried_at is null or (twin_reason like 'not_started:%' and twin_tried_at < now() - interval '1 day'))`;

export async function findWithoutRendition(
  sql: Sql,
  reportId: string,
): Promise<ReportWithoutRendition | undefined> {
  const [row] = await sql<ReportWithoutRendition>`
    select report_id, file_sha256 from report where report_id = ${reportId} and ${due(sql)}`;
  return row;
}

/** Reports that wait for their rendition, oldest first. */
export async function listWithoutRendition(sql: Sql, limit: number): Promise<ReportWithoutRendition[]> {
  return sql<ReportWithoutRendition>`
    select report_id, file_sha256 from report where ${due(sql)} order by created_at limit ${limit}`;
}

/** Returns whether the report still exists. */
export async function saveRendition(sql: Sql, reportId: string, sha256: string): Promise<boolean> {
  const rows = await sql`
    update report set twin_sha256 = ${sha256}, twin_reason = null, twin_tried_at = now()
    where report_id = ${reportId} returning report_id`;
  return rows.length > 0;
}

export async function saveRenditionFailure(sql: Sql, reportId: string, reason: string): Promise<void> {
  await sql`
    update report set twin_reason = ${reason}, twin_tried_at = now() where report_id = ${reportId}`;
}
