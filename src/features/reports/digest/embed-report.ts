import { type Database, inTransaction, type Sql } from "../../../platform/db/index.ts";
import type { Embedder } from "../../../platform/models/index.ts";
import type { Storage, StoredFile } from "../../../platform/storage/index.ts";
import { findCompany } from "../../companies/index.ts";
import { embeddingRecord } from "../chunk-vectors.ts";
import { findReport, listChunks, type ReportRow } from "../store.ts";
import { finishDigest, listChunksWithoutVector, saveVectors } from "./store.ts";

export interface EmbedTools {
  db: Database;
  storage: Storage;
  embedder: Embedder;
  announceReady: AnnounceReady;
  /** Reads the statements, so that a report that is ready has them. */
  readStatements: (reportId: string) => Promise<void>;
}

/** Records that a report is ready, in the transaction that makes it so. */
export type AnnounceReady = (sql: Sql, reportId: string) => Promise<void>;

const CHUNKS_PER_STEP = 16;
const CHUNKS_PER_PAGE = 200;

/**
 * Computes the vector of every chunk of a report, then writes them as one file and marks the report as ready.
 * Continues where an earlier attempt stopped: chunks with a vector keep it.
 */
export async function embedReport(tools: EmbedTools, reportId: string, signal: AbortSignal): Promise<void> {
  const { db, embedder } = tools;
  const report = await findReport(db, reportId);
  if (report?.digest_state !== "embedding") return;
  await tools.readStatements(reportId);
  const context = await describeReport(db, report);
  for (;;) {
    signal.throwIfAborted();
    const chunks = await listChunksWithoutVector(db, reportId, CHUNKS_PER_STEP);
    if (chunks.length === 0) break;
    const texts = chunks.map(({ heading, text }) => [context, heading, text].filter(Boolean).join("\n"));
    const vectors = await embedder.embed(texts, { signal, priority: "background" });
    await saveVectors(
      db,
      reportId,
      chunks.map(({ chunk_index }, index) => ({ chunkIndex: chunk_index, vector: toBytes(vectors[index]) })),
    );
  }
  const file = await writeEmbeddings(tools, report);
  await inTransaction(db, async (sql) => {
    const finished = await finishDigest(sql, reportId, {
      model: `${embedder.model}@${embedder.revision}`,
      embeddingSha256: file.sha256,
      finishedAt: new Date().toISOString(),
    });
    if (finished) await tools.announceReady(sql, reportId);
  });
}

/** Company and title precede each passage: without them a passage does not say which company it is about. */
async function describeReport(db: Database, report: ReportRow): Promise<string> {
  const company = report.svc_entity_id ? await findCompany(db, report.svc_entity_id) : undefined;
  return [company?.name, report.file_title_en].filter(Boolean).join(" · ");
}

function toBytes(vector: Float32Array | undefined): Buffer {
  if (!vector) throw new Error("the model gave fewer vectors than texts");
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}

async function writeEmbeddings(
  { db, storage }: Pick<EmbedTools, "db" | "storage">,
  { report_id }: ReportRow,
): Promise<StoredFile> {
  const writer = await storage.openWriter({ contentType: "application/jsonl", contentEncoding: null });
  try {
    for (let after = -1; ; ) {
      const chunks = await listChunks(db, report_id, { after, limit: CHUNKS_PER_PAGE });
      for (const chunk of chunks) {
        const line = embeddingRecord(chunk);
        await writer.write(Buffer.from(`${JSON.stringify(line)}\n`));
      }
      const last = chunks.at(-1);
      if (!last) return await writer.finish();
      after = last.chunk_index;
    }
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}
