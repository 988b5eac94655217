import { Failure } from "../../../kernel/errors.ts";
import type { Database } from "../../../platform/db/index.ts";
import { loadLanguageDetector } from "../detect-language.ts";
import { detectReportType } from "../detect-type.ts";
import { findReport, type ReportRow } from "../store.ts";
import { certify } from "./certify.ts";
import { type ReadingTools, readStoredFile } from "./read-stored-file.ts";
import { beginReading, recordProgress, saveFailure, saveReading } from "./store.ts";

export interface DigestTools extends ReadingTools {
  db: Database;
}

/**
 * Reads a report from beginning to end: the text of its pages goes to storage as one file, its passages to the
 * database, and the certificate says what was read. Safe to repeat: a second reading replaces the first.
 * Says whether there is anything to embed.
 */
export async function digestReport(
  tools: DigestTools,
  reportId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const report = await findReport(tools.db, reportId);
  // Deleted meanwhile: nothing to do, and nothing to complain of.
  if (!report) return false;
  await beginReading(tools.db, reportId);
  const startedAt = new Date().toISOString();
  const { reading, pages, extract } = await readStoredFile(tools, report.file_sha256, {
    contentType: report.content_type,
    language: report.language,
    signal,
    onProgress: (page, pageCount) => recordProgress(tools.db, reportId, { page, pageCount }),
  });
  const certificate = certify(report, { reading, pages, startedAt });
  if (reading.outcome === "failed") {
    await saveFailure(tools.db, reportId, { reason: `${reading.reason}: ${reading.detail}`, certificate });
    return false;
  }
  const detectLanguage = await loadLanguageDetector();
  await saveReading(tools.db, {
    reportId,
    chunks: pages.chunks,
    certificate,
    extract,
    language: detectLanguage(pages.sample),
    reportType: detectReportType(report.file_title, pages.sample),
  });
  return true;
}

/** What the caller is told of a report whose digest is not done. */
export function notReady(report: ReportRow): Failure {
  if (report.digest_state === "failed") {
    return new Failure("file_not_readable", { detail: `${report.report_id}: ${report.digest_reason}` });
  }
  const of = report.page_count === null ? "" : ` of ${report.page_count}`;
  return new Failure("report_not_ready", {
    detail: `${report.report_id}: ${report.digest_state}, ${report.pages_done}${of} pages read`,
    retryAfterSeconds: 2,
  });
}
