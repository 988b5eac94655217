import { type Database, inTransaction, type Sql } from "../../../platform/db/index.ts";
import { readWords, writeVector } from "../../news/index.ts";
import { bytesToVector } from "../../reports/index.ts";
import { indexMissingVectors } from "../vectors/pgvector/index-search.ts";
import { quantise } from "../vectors/quantise.ts";
import { SectionReader } from "./section-kind.ts";
import {
  beginIndexing,
  endIndexing,
  type IndexedChunk,
  indexWords,
  insertPassages,
  listChunksToIndex,
  listUnindexed,
  type PassageRow,
} from "./store.ts";
import { textKey } from "./text-key.ts";

/** Changes whenever the same chunks could give other rows. */
const INDEX_VERSION = "passages-4";

const CHUNKS_PER_STEP = 500;
const REPORTS_AT_ONCE = 50;

/** Indexes a ready report unless its passages are up to date. Safe to repeat: all passages change together. */
export async function indexReport(db: Database, reportId: string): Promise<void> {
  await inTransaction(db, async (sql) => {
    const report = await beginIndexing(sql, reportId, INDEX_VERSION);
    if (!report) return;
    await replacePassages(sql, reportId, report.language ?? "und");
    await indexWords(sql, reportId);
    await endIndexing(sql, reportId, report.indexed_at);
  });
}

async function replacePassages(sql: Sql, reportId: string, language: string): Promise<void> {
  const sections = new SectionReader();
  for (let after = -1; ; ) {
    const chunks = await listChunksToIndex(sql, reportId, { after, limit: CHUNKS_PER_STEP });
    const last = chunks.at(-1);
    if (!last) return;
    await insertPassages(
      sql,
      reportId,
      chunks
        .filter(({ text }) => !isContents(text))
        .map((chunk) => passageOf(chunk, sections.next(chunk.heading), language)),
    );
    after = last.chunk_index;
  }
}

const LEADERS = /(?:[.…·]\s?){6,}/g;
const LEADERS_MIN = 3;

/** A list of contents has the words of every section and says nothing about them. */
function isContents(text: string): boolean {
  return (text.match(LEADERS)?.length ?? 0) >= LEADERS_MIN;
}

function passageOf(
  { chunk_index, heading, kind, text, vector }: IndexedChunk,
  section: string,
  language: string,
): PassageRow {
  const { places } = readWords({ title: heading ?? "", snippet: "", body: text }, language);
  const short = vector && quantise(bytesToVector(vector));
  return {
    passage_no: chunk_index,
    section,
    text_key: textKey(kind, text),
    words: writeVector(places),
    vector: short && Buffer.from(short.parts.buffer),
    vector_scale: short?.scale ?? null,
  };
}

export interface Reindexed {
  indexed: number;
  failed: { report_id: string; reason: string }[];
  /** The last report looked at; null when there are no more. */
  last: string | null;
}

/**
 * Indexes the next reports by id that are not up to date, so that an interrupted run continues where it stopped. One
 * that cannot be indexed does not keep the others from it.
 */
export async function reindexReports(
  db: Database,
  { after, signal }: { after: string; signal?: AbortSignal },
): Promise<Reindexed> {
  const reportIds = await listUnindexed(db, { version: INDEX_VERSION, after, limit: REPORTS_AT_ONCE });
  const failed: Reindexed["failed"] = [];
  for (const reportId of reportIds) {
    signal?.throwIfAborted();
    try {
      await indexReport(db, reportId);
    } catch (error) {
      failed.push({ report_id: reportId, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  await indexMissingVectors(db, reportIds);
  return { indexed: reportIds.length - failed.length, failed, last: reportIds.at(-1) ?? null };
}
