import { z } from "zod";

/** What was read of a report and what was not: nothing is ever silently missing. */
export const Certificate = z
  .object({
    file_sha256: z.string(),
    file_bytes: z.int(),
    page_count: z.int(),
    pages_read: z.int(),
    pages_failed: z.array(z.object({ page: z.int(), reason: z.string(), detail: z.string() })),
    pages_without_text: z.array(z.int()),
    pages_by_ocr: z.array(z.int()).describe("Read with OCR: check figures on these pages"),
    characters: z.int(),
    words: z.int(),
    tables: z.int(),
    table_rows: z.int(),
    chunks: z.int(),
    vectors: z.int(),
    parser_version: z.string(),
    layout_version: z.string(),
    model: z.string().nullable(),
    complete: z.boolean().describe("Every page was read and every chunk has its vector"),
    started_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "IngestionCertificate" });

export type Certificate = z.infer<typeof Certificate>;
