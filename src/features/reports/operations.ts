import { z } from "zod";
import { Failure } from "../../kernel/errors.ts";
import { defineOperation } from "../../kernel/operation.ts";
import { viewerOf } from "../../kernel/viewer.ts";
import type { Database } from "../../platform/db/index.ts";
import type { Embedder } from "../../platform/models/index.ts";
import type { Storage } from "../../platform/storage/index.ts";
import { Certificate } from "./certificate.ts";
import { countVectors } from "./digest/store.ts";
import {
  describeEmbedding,
  describeExtract,
  describePdf,
  EmbeddingFile,
  ExtractFile,
  type FileTools,
  PdfFile,
} from "./file-list.ts";
import { findReports, type ReportRow } from "./store.ts";

export interface ReportOperationTools {
  db: Database;
  storage: Storage;
  embedder: Embedder;
}

const REPORTS_MAX = 100;
const OPTIONS = ["pdf", "extract", "embedding"] as const;
type Option = (typeof OPTIONS)[number];

/** Credits for each report and option delivered. */
const CREDITS: Record<Option, number> = { pdf: 1, extract: 2, embedding: 3 };

const ReportId = z.string().min(1).max(60);

const FileList = z.object({
  file_list_pdf: z.array(PdfFile),
  file_list_extract: z.array(ExtractFile),
  file_list_embedding: z.array(EmbeddingFile),
  // The specification spells this key so in its examples and `file_list_embedding` in its table; we send both.
  file_list_embadding: z.array(EmbeddingFile),
  errors: z
    .array(z.object({ report_id: z.string(), option: z.string(), code: z.string(), reason: z.string() }))
    .describe("Reports that could not be delivered, which are not charged"),
  billing_info: z.object({ total_calls: z.int(), total_options: z.int(), total_charge: z.int() }),
});

export const listFiles = ({ db, storage, embedder }: ReportOperationTools) =>
  defineOperation({
    id: "reports.file_list",
    summary: "Get reports as files, text or vectors",
    guide:
      "Download whole reports: `pdf` (download link of the file), `extract` (text, lines, table rows and words with boxes) " +
      "or `embedding` (vectors) of each report_id from reports.search. One report's failure does not affect the others.",
    scope: "reports:read",
    effect: "read",
    price: {
      most: ({ report_id, option }) =>
        new Set(report_id).size * [...new Set(option)].reduce((sum, one) => sum + CREDITS[one], 0),
      about: "1 credit per PDF, 2 per extract, 3 per embedding delivered",
    },
    // The viewer opens one file.
    isPageRead: ({ report_id, option }) => report_id.length === 1 && option.every((one) => one === "pdf"),
    perSecond: 20,
    rest: { method: "POST", path: "/v1/company_report/file_list" },
    mcp: { tool: "report_files", quotes: true },
    input: z.strictObject({
      report_id: z.array(ReportId).min(1).max(REPORTS_MAX).describe("At most 100"),
      option: z.array(z.enum(OPTIONS)).min(1).max(OPTIONS.length),
      inline: z.boolean().default(false).describe("Include pages and vectors in the answer, not only links"),
    }),
    output: FileList,
    examples: [
      { title: "The PDF of a demo report", input: { report_id: ["rep_vujzjgh7sqyi"], option: ["pdf"] } },
    ],
    async run(context, input) {
      const ids = [...new Set(input.report_id)];
      const options = [...new Set(input.option)];
      const rows = await findReports(db, viewerOf(context.caller), ids);
      const tools: FileTools = { db, storage, embedder, baseUrl: context.baseUrl, inline: input.inline };
      const answer = await deliverFiles(tools, { ids, options, rows });
      context.use(answer.billing_info.total_charge);
      return answer;
    },
  });

interface FileOptions {
  ids: readonly string[];
  options: readonly Option[];
  rows: readonly ReportRow[];
}

/** One report's failure is data: the others are delivered, and only what was delivered is charged. */
async function deliverFiles(
  tools: FileTools,
  { ids, options, rows }: FileOptions,
): Promise<z.input<typeof FileList>> {
  const known = new Map(rows.map((row) => [row.report_id, row]));
  const pdfs: z.input<typeof PdfFile>[] = [];
  const extracts: z.input<typeof ExtractFile>[] = [];
  const embeddings: z.input<typeof EmbeddingFile>[] = [];
  const errors: z.input<typeof FileList>["errors"] = [];
  const deliver: Record<Option, (row: ReportRow) => Promise<unknown>> = {
    pdf: async (row) => pdfs.push(await describePdf(tools, row)),
    extract: async (row) => extracts.push(await describeExtract(tools, row)),
    embedding: async (row) => embeddings.push(await describeEmbedding(tools, row)),
  };
  let charge = 0;
  for (const [report_id, option] of ids.flatMap((id) => options.map((one) => [id, one] as const))) {
    try {
      const row = known.get(report_id);
      if (!row) throw new Failure("report_not_found");
      await deliver[option](row);
      charge += CREDITS[option];
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      errors.push({ report_id, option, code: error.code, reason: error.detail ?? error.message });
    }
  }
  return {
    file_list_pdf: pdfs,
    file_list_extract: extracts,
    file_list_embedding: embeddings,
    file_list_embadding: embeddings,
    errors,
    billing_info: { total_calls: ids.length, total_options: options.length, total_charge: charge },
  };
}

export const showCertificate = ({ db }: ReportOperationTools) =>
  defineOperation({
    id: "reports.certificate",
    summary: "Show what was read from a report, and what was not",
    guide: "Use to check how completely a report was read before relying on it. Free of charge.",
    scope: "reports:read",
    effect: "read",
    price: 0,
    perSecond: 20,
    rest: { method: "GET", path: "/v1/company_report/certificate" },
    mcp: false,
    input: z.strictObject({ report_id: ReportId }),
    output: z.object({
      report_id: z.string(),
      digest_state: z.string(),
      digest_reason: z.string().nullable(),
      content_type: z.string().describe("`application/pdf` or `text/html`"),
      own: z.boolean().describe("Uploaded by your account and visible only to it"),
      pages_done: z.int(),
      page_count: z.int().nullable().describe("Null until the first page was read"),
      certificate: Certificate.nullable(),
    }),
    errors: ["report_not_found"],
    examples: [{ title: "A demo report", input: { report_id: "rep_vujzjgh7sqyi" } }],
    async run({ caller }, { report_id }) {
      const [row] = await findReports(db, viewerOf(caller), [report_id]);
      if (!row) throw new Failure("report_not_found");
      const { digest_state, digest_reason, content_type, pages_done, page_count } = row;
      const own = row.account_id !== null;
      const state = { digest_state, digest_reason, content_type, own, pages_done, page_count };
      const certificate = row.certificate === null ? null : Certificate.parse(row.certificate);
      // The certificate gets its final count when the last vector is made; until then it says how far that is.
      if (certificate !== null && digest_state === "embedding")
        certificate.vectors = await countVectors(db, report_id);
      return { report_id, ...state, certificate };
    },
  });
