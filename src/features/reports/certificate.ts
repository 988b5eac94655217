import { z } from "zod";

const StatementCounts = z
  .object({
    found: z.int().describe("Financial statements found"),
    columns: z.int().describe("Their columns: periods, or components of equity"),
    proven_totals: z.int().describe("Totals that equal the sum of their rows"),
    failed_totals: z.int().describe("Totals whose rows give another sum"),
    unknown_scales: z.int().describe("Columns whose scale the report does not say: they have no values"),
  })
  .meta({ id: "StatementCounts" });

export type StatementCounts = z.infer<typeof StatementCounts>;

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
    statements: StatementCounts.nullable().default(null).describe("Null until the statements were read"),
    parser_version: z.string(),
    layout_version: z.string(),
    model: z.string().nullable(),
    complete: z.boolean().describe("Every page was read and every chunk has its vector"),
    started_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "IngestionCertificate" });

export type Certificate = z.infer<typeof Certificate>;
