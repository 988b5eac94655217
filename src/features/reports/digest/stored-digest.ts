import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { z } from "zod";
import type { Database } from "../../../platform/db/index.ts";
import { PARSER_VERSION } from "../../../platform/pdf/index.ts";
import type { Storage, StoredFile } from "../../../platform/storage/index.ts";
import { Certificate } from "../certificate.ts";
import { LAYOUT_VERSION } from "../layout/index.ts";
import { type ChunkRow, findReport, listChunks } from "../store.ts";

/**
 * A digest in two files, so that reports shipped with the service are ready immediately on every machine: the pages
 * as the digest stores them, and the passages with their vectors and the certificate.
 */
export interface StoredDigest {
  certificate: Certificate;
  chunks: Omit<ChunkRow, "report_id">[];
  /** The pages, compressed as in storage. */
  pages: Buffer;
}

const Contents = z.object({
  certificate: Certificate,
  chunks: z.array(
    z.object({
      chunk_index: z.int(),
      page: z.int(),
      box: z.array(z.number()),
      heading: z.string().nullable(),
      kind: z.enum(["text", "table"]),
      text: z.string(),
      vector: z.base64().transform((text) => Buffer.from(text, "base64")),
    }),
  ),
});

const CHUNKS_MAX = 50_000;

const filesOf = (base: string) => ({ pages: `${base}.pages.jsonl.gz`, passages: `${base}.passages.json.gz` });

/** The files of a digest, by name: `base` and its content. */
export async function packDigest(base: string, { certificate, chunks, pages }: StoredDigest) {
  const contents = {
    certificate,
    chunks: chunks.map((chunk) => ({ ...chunk, vector: chunk.vector?.toString("base64") })),
  };
  const files = filesOf(base);
  return {
    [files.pages]: pages,
    [files.passages]: await promisify(gzip)(JSON.stringify(contents), { level: 9 }),
  };
}

/**
 * Null when there is none, or when another version of the reader or the model made it: then the report is read again.
 */
export async function findStoredDigest(base: string, model: string): Promise<StoredDigest | null> {
  const files = filesOf(base);
  const packed = await readFile(files.passages).catch(() => null);
  if (packed === null) return null;
  const { certificate, chunks } = Contents.parse(JSON.parse((await promisify(gunzip)(packed)).toString()));
  const isCurrent =
    certificate.parser_version === PARSER_VERSION &&
    certificate.layout_version === LAYOUT_VERSION &&
    certificate.model === model;
  return isCurrent ? { certificate, chunks, pages: await readFile(files.pages) } : null;
}

/** The digest of a ready report, as stored by the service. */
export async function readDigest(
  { db, storage }: { db: Database; storage: Storage },
  reportId: string,
): Promise<StoredDigest> {
  const report = await findReport(db, reportId);
  if (report?.digest_state !== "ready" || report.extract_sha256 === null)
    throw new Error(`${reportId} is not ready`);
  const pages = Buffer.concat(await Array.fromAsync(await storage.read(report.extract_sha256)));
  const rows = await listChunks(db, reportId, { after: -1, limit: CHUNKS_MAX });
  const chunks = rows.map(({ report_id: _, ...chunk }) => chunk);
  return { certificate: Certificate.parse(report.certificate), chunks, pages };
}

export async function storePages(storage: Storage, pages: Buffer): Promise<StoredFile> {
  const writer = await storage.openWriter({ contentType: "application/jsonl", contentEncoding: "gzip" });
  await writer.write(pages);
  return writer.finish();
}
