import { type Database, inTransaction, type Sql } from "../../../platform/db/index.ts";
import type { Jobs } from "../../../platform/jobs/index.ts";
import type { Embedder } from "../../../platform/models/index.ts";
import type { Storage, StoredFile } from "../../../platform/storage/index.ts";
import { keepFile, queueFileRemoval } from "../../accounts/index.ts";
import { findCompany } from "../../companies/index.ts";
import { embeddingRecord } from "../chunk-vectors.ts";
import { type ChunkRow, findReport, listChunks, type ReportRow } from "../store.ts";
import { finishDigest, listChunksWithoutVector, saveVectors } from "./store.ts";

export interface EmbedTools {
  db: Database;
  storage: Storage;
  jobs: Jobs;
  embedder: Embedder;
  announceReady: AnnounceReady;
  /** Reads the statements, so that a report that is ready has them. */
  readStatements: (reportId: string) => Promise<void>;
}

/** Records that a report is ready, in the transaction that makes it so. */
export type AnnounceReady = (sql: Sql, reportId: string) => Promise<void>;

const CHUNKS_PER_STEP = 16;
const CHUNKS_PER_PAGE = 200;
const CODE_LETTERS_MIN = 12;

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
    await saveVectors(db, reportId, await embedChunks(embedder, chunks, { context, signal }));
  }
  const file = await writeEmbeddings(tools.storage, allChunks(db, reportId));
  await inTransaction(db, async (sql) => {
    const finished = await finishDigest(sql, reportId, {
      model: `${embedder.model}@${embedder.revision}`,
      embeddingSha256: file.sha256,
      finishedAt: new Date().toISOString(),
    });
    // Deleted in the meantime, and nothing else will remove the file.
    if (!finished) return queueFileRemoval(tools.jobs, sql, [file.sha256]);
    await keepFile(sql, tools.storage, file);
    await tools.announceReady(sql, reportId);
  });
}

/** The vectors of some chunks, each of its text with the context and the headings before it. */
export async function embedChunks(
  embedder: Embedder,
  chunks: readonly Pick<ChunkRow, "chunk_index" | "heading" | "text">[],
  { context, signal }: { context: string; signal: AbortSignal },
): Promise<{ chunkIndex: number; vector: Buffer }[]> {
  const texts = chunks.map(({ heading, text }) => [context, heading, text].filter(Boolean).join("\n"));
  const vectors = await embedder.embed(texts, { signal, priority: "background" });
  return chunks.map(({ chunk_index }, at) => ({ chunkIndex: chunk_index, vector: toBytes(vectors[at]) }));
}

/** Company and title precede each passage: without them a passage does not say which company it is about. */
export async function describeReport(db: Database, report: ReportRow): Promise<string> {
  const company = report.svc_entity_id ? await findCompany(db, report.svc_entity_id) : undefined;
  return [company?.name, wordsOf(report.file_title_en)].filter(Boolean).join(" · ");
}

/** A title without the hashes and numbers that files are named with, which would only fill the passage. */
function wordsOf(title: string): string {
  const words = title.split(/[\s_]+/).filter((word) => word.length < CODE_LETTERS_MIN || !/\d/.test(word));
  return words.join(" ");
}

function toBytes(vector: Float32Array | undefined): Buffer {
  if (!vector) throw new Error("the model gave fewer vectors than texts");
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}

async function* allChunks(db: Database, reportId: string): AsyncGenerator<ChunkRow> {
  for (let after = -1; ; ) {
    const chunks = await listChunks(db, reportId, { after, limit: CHUNKS_PER_PAGE });
    yield* chunks;
    const last = chunks.at(-1);
    if (!last) return;
    after = last.chunk_index;
  }
}

/** The passages with their vectors, one per line of a file. */
export async function writeEmbeddings(
  storage: Storage,
  chunks: AsyncIterable<ChunkRow> | Iterable<ChunkRow>,
): Promise<StoredFile> {
  const writer = await storage.openWriter({ contentType: "application/jsonl", contentEncoding: null });
  try {
    for await (const chunk of chunks)
      await writer.write(Buffer.from(`${JSON.stringify(embeddingRecord(chunk))}\n`));
    return await writer.finish();
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}
