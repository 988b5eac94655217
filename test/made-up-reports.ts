import { hash } from "node:crypto";
import { newReportJob } from "../src/features/search/index.ts";
import { makeId } from "../src/kernel/ids.ts";
import { type Database, inTransaction } from "../src/platform/db/index.ts";
import type { Jobs } from "../src/platform/jobs/index.ts";

export interface MadeUpReport {
  /** Null for a public report. */
  accountId: string | null;
  /** The members who may read it, its uploader first; absent for all of the account. */
  readers?: readonly string[] | null;
  /** One for each passage. */
  texts: readonly string[];
  title?: string;
  svcEntityId?: string | null;
  fiscalYear?: number;
  /** English when absent, null for one that is not known. */
  language?: string | null;
  publishDate?: string | null;
  reportType?: string;
  /** The heading of every passage, or of each. */
  heading?: string | readonly string[];
  vectors?: { model: string; of: (index: number) => Float32Array };
}

/** Adds a report as a finished digest leaves it, with the job that follows. Nothing is read. */
export async function addReadyReport(
  { db, jobs }: { db: Database; jobs: Jobs },
  report: MadeUpReport,
): Promise<string> {
  const report_id = makeId("rep");
  const sha256 = hash("sha256", report_id, "hex");
  const {
    accountId,
    readers = null,
    texts,
    vectors,
    heading = null,
    title = "Made up",
    svcEntityId = null,
    language = "en",
    publishDate = "2025-03-01",
    reportType = "annual_report",
  } = report;
  await inTransaction(db, async (sql) => {
    await sql`
      insert into report (report_id, account_id, uploaded_by, readers, svc_entity_id, file_title, file_title_en, report_type_id, report_type_confidence, publish_date,
        fiscal_year, language, page_count, file_name, content_type, file_sha256,
        file_bytes, digest_state, extract_sha256, embedding_sha256, certificate, source)
      values (${report_id}, ${accountId}, ${readers?.[0] ?? null}, ${readers}, ${svcEntityId}, ${title}, ${title},
        ${reportType}, 1, ${publishDate}::date,
        ${report.fiscalYear ?? 2024}, ${language}, 1, 'made-up.pdf', 'application/pdf', ${sha256}, 1, 'ready', ${sha256},
        ${sha256}, ${sql.json({ model: vectors?.model ?? null })}, 'test')`;
    await sql`
      insert into report_chunk (report_id, chunk_index, page, box, heading, kind, text, vector)
      select ${report_id}, number - 1, number, '{0, 0, 100, 100}', heading, 'text', text, vector
      from unnest(${texts}::text[], ${texts.map((_, index) => vectors && bytesOf(vectors.of(index)))}::bytea[],
        ${texts.map((_, index) => (Array.isArray(heading) ? heading[index] : heading))}::text[])
        with ordinality as new (text, vector, heading, number)`;
    await jobs.send(sql, newReportJob, { report_id }, { key: report_id });
  });
  return report_id;
}

function bytesOf(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}
