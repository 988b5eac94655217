import { createGzip } from "node:zlib";
import { Failure } from "../../../kernel/errors.ts";
import type { Database } from "../../../platform/db/index.ts";
import { PARSER_VERSION, type PdfReader, type PdfReading } from "../../../platform/pdf/index.ts";
import type { Storage, StoredFile } from "../../../platform/storage/index.ts";
import type { Certificate } from "../certificate.ts";
import { detectLanguage } from "../detect-language.ts";
import { detectReportType } from "../detect-type.ts";
import { LAYOUT_VERSION, type PageSummary } from "../layout/index.ts";
import { findReport, type ReportRow } from "../store.ts";
import { beginReading, recordProgress, saveFailure, saveReading } from "./store.ts";

export interface DigestTools {
  db: Database;
  storage: Storage;
  pdf: PdfReader<PageSummary>;
}

const PROGRESS_MILLISECONDS = 500;
const SAMPLE_LETTERS_MAX = 20_000;

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
  const pages = new PageCollector(tools, reportId);
  const extract = await writeExtract(tools.storage, (sink) =>
    tools.storage.withLocalFile(report.file_sha256, (file) =>
      tools.pdf.read(file, {
        signal,
        onPage: async (page) => {
          await sink(page.body);
          await pages.add(page);
        },
      }),
    ),
  );
  const { reading } = extract;
  if (reading.outcome === "failed" && isPassing(reading.reason))
    throw new Error(`${reportId}: ${reading.detail}`);
  const certificate = certify(report, reading, pages, startedAt);
  if (reading.outcome === "failed") {
    await saveFailure(tools.db, reportId, { reason: `${reading.reason}: ${reading.detail}`, certificate });
    return false;
  }
  await saveReading(tools.db, {
    reportId,
    chunks: pages.chunks,
    certificate,
    extract: extract.file,
    language: detectLanguage(pages.sample),
    reportType: detectReportType(report.file_title, pages.sample),
  });
  return true;
}

/** The service is stopping or too busy: the file is not to blame, and the job comes back. */
function isPassing(reason: string): boolean {
  return reason === "aborted" || reason === "reader_closed" || reason === "too_busy";
}

class PageCollector {
  readonly chunks: PageSummary["chunks"] = [];
  tables = 0;
  rows = 0;
  sample = "";
  readonly #tools: DigestTools;
  readonly #reportId: string;
  #recordedAt = 0;

  constructor(tools: DigestTools, reportId: string) {
    this.#tools = tools;
    this.#reportId = reportId;
  }

  async add({ page, result }: { page: number; result: PageSummary }): Promise<void> {
    this.tables += result.tables;
    this.rows += result.rows;
    for (const chunk of result.chunks) {
      this.chunks.push(chunk);
      if (this.sample.length < SAMPLE_LETTERS_MAX) this.sample += `${chunk.text}\n`;
    }
    const now = performance.now();
    if (now - this.#recordedAt < PROGRESS_MILLISECONDS) return;
    this.#recordedAt = now;
    await recordProgress(this.#tools.db, this.#reportId, page);
  }
}

type Sink = (line: Uint8Array) => Promise<void>;
const NEW_LINE = Buffer.from("\n");

/** Streams the pages, a line each, compressed, into storage; nothing stays behind when the reading fails. */
async function writeExtract(
  storage: Storage,
  read: (sink: Sink) => Promise<PdfReading>,
): Promise<{ reading: PdfReading; file: StoredFile }> {
  const writer = await storage.openWriter({ contentType: "application/jsonl", contentEncoding: "gzip" });
  const gzip = createGzip({ level: 6 });
  const flushed = (async () => {
    for await (const piece of gzip) await writer.write(piece as Buffer);
  })();
  try {
    const reading = await read(async (line) => {
      gzip.write(line);
      if (!gzip.write(NEW_LINE)) await new Promise((resolve) => gzip.once("drain", resolve));
    });
    gzip.end();
    await flushed;
    if (reading.outcome === "failed") {
      await writer.abandon();
      return { reading, file: { sha256: "", bytes: 0 } };
    }
    return { reading, file: await writer.finish() };
  } catch (error) {
    gzip.destroy();
    await flushed.catch(() => {});
    await writer.abandon();
    throw error;
  }
}

function certify(
  report: ReportRow,
  reading: PdfReading,
  pages: PageCollector,
  startedAt: string,
): Certificate {
  return {
    file_sha256: report.file_sha256,
    file_bytes: report.file_bytes,
    page_count: reading.pageCount ?? 0,
    pages_read: reading.pagesRead,
    pages_failed: reading.failedPages,
    pages_without_text: reading.pagesWithoutText,
    pages_by_ocr: [],
    characters: reading.characters,
    words: reading.words,
    tables: pages.tables,
    table_rows: pages.rows,
    chunks: pages.chunks.length,
    vectors: 0,
    parser_version: PARSER_VERSION,
    layout_version: LAYOUT_VERSION,
    model: null,
    complete: false,
    started_at: startedAt,
    finished_at: reading.outcome === "failed" ? new Date().toISOString() : null,
  };
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
