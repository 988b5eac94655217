import { z } from "zod";
import type { Database } from "../../platform/db/index.ts";
import type { Embedder } from "../../platform/models/index.ts";
import type { LinkedFile, Storage } from "../../platform/storage/index.ts";
import { Certificate } from "./certificate.ts";
import { EmbeddingRecord, embeddingRecord } from "./chunk-vectors.ts";
import { notReady } from "./digest/digest-report.ts";
import { PageRecord } from "./layout/index.ts";
import { readPages } from "./read-pages.ts";
import { listChunks, type ReportRow } from "./store.ts";

export interface FileTools {
  db: Database;
  storage: Storage;
  embedder: Embedder;
  baseUrl: string;
  /** Includes pages and vectors in the record instead of only linking to them. */
  inline: boolean;
}

const INLINE_CHUNKS_MAX = 20_000;

export const PdfFile = z
  .object({
    report_id: z.string(),
    file_title: z.string(),
    file_title_en: z.string(),
    clickable_link: z.string().describe("Download URL, valid for 7 days"),
    service_link: z.string().describe("The same file through this service, wherever it is stored"),
    page_count: z.int().nullable().describe("Of the report file that was read"),
    language: z.string().nullable(),
    rendition: z
      .boolean()
      .describe("The report was filed as HTML and this is the PDF printed from it, with pages of its own"),
    original_link: z
      .string()
      .optional()
      .describe("For a rendition: the file as it was filed, valid for 7 days"),
  })
  .meta({ id: "ReportPdfFile" });

export const ExtractFile = z
  .object({
    report_id: z.string(),
    file_title: z.string(),
    language: z.string().nullable(),
    page_count: z.int(),
    character_count: z.int(),
    certificate: Certificate,
    parser_version: z.string(),
    clickable_link: z
      .string()
      .describe("JSON Lines, one page per line; gzip content encoding; valid for 7 days"),
    pages: z.array(PageRecord).optional().describe("Only with `inline`"),
  })
  .meta({ id: "ReportExtractFile" });

export const EmbeddingFile = z
  .object({
    report_id: z.string(),
    model: z.string(),
    revision: z.string(),
    dimension: z.int(),
    normalised: z.boolean(),
    chunk_count: z.int(),
    clickable_link: z.string().describe("JSON Lines, one chunk per line; valid for 7 days"),
    chunks: z.array(EmbeddingRecord).optional().describe("Only with `inline`"),
  })
  .meta({ id: "ReportEmbeddingFile" });

export async function describePdf(tools: FileTools, report: ReportRow): Promise<z.input<typeof PdfFile>> {
  const { report_id, file_title, file_title_en, page_count, language, twin_sha256 } = report;
  const about = { report_id, file_title, file_title_en, page_count, language };
  const original = {
    sha256: report.file_sha256,
    fileName: report.file_name,
    contentType: report.content_type,
    contentEncoding: null,
  };
  const links = async (file: LinkedFile) => ({
    clickable_link: await tools.storage.link(file, tools.baseUrl),
    service_link: tools.storage.serviceLink(file, tools.baseUrl),
  });
  if (twin_sha256 === null) return { ...about, ...(await links(original)), rendition: false };
  const fileName = `${report.file_name.replace(/\.x?html?$/i, "")}.pdf`;
  const rendition = { ...original, sha256: twin_sha256, fileName, contentType: "application/pdf" };
  const original_link = await tools.storage.link(original, tools.baseUrl);
  return { ...about, ...(await links(rendition)), rendition: true, original_link };
}

export async function describeExtract(
  tools: FileTools,
  report: ReportRow,
): Promise<z.input<typeof ExtractFile>> {
  const { report_id, file_title, language, extract_sha256 } = report;
  if (extract_sha256 === null) throw notReady(report);
  const certificate = Certificate.parse(report.certificate);
  const file = {
    sha256: extract_sha256,
    fileName: `${report_id}.jsonl`,
    contentType: "application/jsonl",
    contentEncoding: "gzip" as const,
  };
  return {
    report_id,
    file_title,
    language,
    page_count: certificate.page_count,
    character_count: certificate.characters,
    certificate,
    parser_version: certificate.parser_version,
    clickable_link: await tools.storage.link(file, tools.baseUrl),
    ...(tools.inline ? { pages: await Array.fromAsync(readPages(tools.storage, extract_sha256)) } : {}),
  };
}

export async function describeEmbedding(
  tools: FileTools,
  report: ReportRow,
): Promise<z.input<typeof EmbeddingFile>> {
  const { report_id, embedding_sha256 } = report;
  if (embedding_sha256 === null) throw notReady(report);
  const certificate = Certificate.parse(report.certificate);
  const [name = "", revision = ""] = (certificate.model ?? "").split("@");
  const file = {
    sha256: embedding_sha256,
    fileName: `${report_id}-embedding.jsonl`,
    contentType: "application/jsonl",
    contentEncoding: null,
  };
  return {
    report_id,
    model: name,
    revision,
    dimension: tools.embedder.dimension,
    normalised: tools.embedder.normalised,
    chunk_count: certificate.chunks,
    clickable_link: await tools.storage.link(file, tools.baseUrl),
    ...(tools.inline ? { chunks: await readChunks(tools.db, report_id) } : {}),
  };
}

async function readChunks(db: Database, reportId: string): Promise<z.input<typeof EmbeddingRecord>[]> {
  const chunks = await listChunks(db, reportId, { after: -1, limit: INLINE_CHUNKS_MAX });
  return chunks.map(embeddingRecord);
}
