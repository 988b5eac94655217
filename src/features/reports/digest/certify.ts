import type { Certificate } from "../certificate.ts";
import { LAYOUT_VERSION } from "../layout/index.ts";
import type { CollectedPages, FileReading } from "./read-stored-file.ts";

/** The certificate of a reading, before the vectors are computed. */
export function certify(
  file: { file_sha256: string; file_bytes: number },
  { reading, pages, startedAt }: { reading: FileReading; pages: CollectedPages; startedAt: string },
): Certificate {
  return {
    file_sha256: file.file_sha256,
    file_bytes: file.file_bytes,
    page_count: reading.pageCount ?? 0,
    pages_read: reading.pagesRead,
    pages_failed: reading.failedPages,
    pages_without_text: reading.pagesWithoutText,
    pages_by_ocr: reading.pagesByOcr,
    characters: reading.characters,
    words: reading.words,
    tables: pages.tables,
    table_rows: pages.rows,
    chunks: pages.chunks.length,
    vectors: 0,
    statements: null,
    parser_version: reading.parserVersion,
    layout_version: LAYOUT_VERSION,
    model: null,
    complete: false,
    started_at: startedAt,
    finished_at: reading.outcome === "failed" ? new Date().toISOString() : null,
  };
}
