import { Failure } from "../../../kernel/errors.ts";
import type { Browser } from "../../../platform/browser/index.ts";
import { type Database, inTransaction, type Sql } from "../../../platform/db/index.ts";
import type { Jobs, Priority } from "../../../platform/jobs/index.ts";
import { keepFile, queueFileRemoval } from "../../accounts/index.ts";
import { loadLanguageDetector } from "../detect-language.ts";
import { detectReportType } from "../detect-type.ts";
import { findWithoutRendition } from "../rendition/store.ts";
import { findReport, type ReportRow } from "../store.ts";
import { refundUpload } from "../uploads/pay-upload.ts";
import { certify } from "./certify.ts";
import { embedJob, refundJob, renditionJob } from "./digest-jobs.ts";
import { type FileReading, type ReadingTools, readStoredFile } from "./read-stored-file.ts";
import { beginReading, countFailure, recordProgress, saveFailure, saveReading } from "./store.ts";

export interface DigestTools extends ReadingTools {
  db: Database;
  jobs: Jobs;
  /** Null when there is none: HTML reports then have no PDF. */
  browser: Browser | null;
}

interface Digest {
  reportId: string;
  priority: Priority;
}

/**
 * Reads a report completely: the text of its pages goes to storage as one file, its passages to the database, and the
 * certificate says what was read. The next step is queued in the same transaction. Safe to repeat: a report past this
 * step is left unchanged.
 */
export async function digestReport(tools: DigestTools, digest: Digest, signal: AbortSignal): Promise<void> {
  const { reportId } = digest;
  // Deleted in the meantime, or already read: nothing to do, and no error.
  if (!(await beginReading(tools.db, reportId))) return;
  const report = await findReport(tools.db, reportId);
  if (!report) return;
  const startedAt = new Date().toISOString();
  const { reading, pages, extract } = await readStoredFile(tools, report.file_sha256, {
    contentType: report.content_type,
    language: report.language,
    signal,
    onProgress: (page, pageCount) => recordProgress(tools.db, reportId, { page, pageCount }),
  });
  const certificate = certify(report, { reading, pages, startedAt });
  if (reading.outcome === "failed") {
    await retryOnce(tools.db, reportId, reading);
    return inTransaction(tools.db, async (sql) => {
      await saveFailure(sql, reportId, { reason: `${reading.reason}: ${reading.detail}`, certificate });
      if (!(await refundUpload(sql, reportId)))
        await tools.jobs.send(sql, refundJob, { report_id: reportId }, { key: reportId });
      await queueRendition(tools, sql, digest);
    });
  }
  const detectLanguage = await loadLanguageDetector();
  await inTransaction(tools.db, async (sql) => {
    const saved = await saveReading(sql, {
      reportId,
      chunks: pages.chunks,
      certificate,
      extract,
      language: detectLanguage(pages.sample),
      reportType: detectReportType(report.file_title, pages.sample),
    });
    // Deleted in the meantime, or another worker was faster: unless that one uses the file, nothing else removes it.
    if (!saved) return queueFileRemoval(tools.jobs, sql, [extract.sha256]);
    await keepFile(sql, tools.storage, extract);
    const { priority } = digest;
    await tools.jobs.send(sql, embedJob, { report_id: reportId, priority }, { key: reportId, priority });
    await queueRendition(tools, sql, digest);
  });
}

/** Failures that an overloaded machine can cause with a valid file. */
const RETRIED_REASONS: ReadonlySet<string> = new Set(["time_limit", "memory_limit", "crashed"]);

/** Throws the first time, so that the job is retried; the second time it is the file's fault. */
async function retryOnce(
  db: Database,
  reportId: string,
  reading: Extract<FileReading, { outcome: "failed" }>,
): Promise<void> {
  if (!RETRIED_REASONS.has(reading.reason)) return;
  if ((await countFailure(db, reportId)) > 1) return;
  throw new Error(`${reportId}: ${reading.reason}: ${reading.detail} It will be read once more.`);
}

/** Reports filed as HTML are also printed as PDF. */
async function queueRendition(
  { jobs, browser }: DigestTools,
  sql: Sql,
  { reportId, priority }: Digest,
): Promise<void> {
  if (browser && (await findWithoutRendition(sql, reportId)))
    await jobs.send(sql, renditionJob, { report_id: reportId, priority }, { key: reportId, priority });
}

/** The error for a report whose digest is not finished. */
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
