import { inTransaction } from "../../../platform/db/index.ts";
import type { Storage, StoredFile } from "../../../platform/storage/index.ts";
import { newReportRow, type ReportFacts } from "../add-report.ts";
import { embeddingRecord } from "../chunk-vectors.ts";
import { insertReport } from "../store.ts";
import { storeLocalFile } from "../store-local-file.ts";
import type { EmbedTools } from "./embed-report.ts";
import { insertDigest } from "./store.ts";
import { type StoredDigest, storePages } from "./stored-digest.ts";

/** Adds a report together with its digest, so that it is ready immediately. */
export async function addDigestedReport(
  { db, storage }: Pick<EmbedTools, "db" | "storage">,
  filePath: string,
  { facts, digest }: { facts: ReportFacts; digest: StoredDigest },
): Promise<void> {
  const file = await storeLocalFile(storage, filePath, facts.content_type);
  if (file.sha256 !== digest.certificate.file_sha256)
    throw new Error(`${filePath}: its digest belongs to another file`);
  const row = newReportRow(facts, file);
  const [extract, embeddings] = await Promise.all([
    storePages(storage, digest.pages),
    storeEmbeddings(storage, row.report_id, digest.chunks),
  ]);
  await inTransaction(db, async (sql) => {
    const { report_id, added } = await insertReport(sql, row);
    if (added) await insertDigest(sql, report_id, { ...digest, extract, embeddings });
  });
}

async function storeEmbeddings(
  storage: Storage,
  report_id: string,
  chunks: StoredDigest["chunks"],
): Promise<StoredFile> {
  const writer = await storage.openWriter({ contentType: "application/jsonl", contentEncoding: null });
  const lines = chunks.map((chunk) => `${JSON.stringify(embeddingRecord({ report_id, ...chunk }))}\n`);
  await writer.write(Buffer.from(lines.join("")));
  return writer.finish();
}
