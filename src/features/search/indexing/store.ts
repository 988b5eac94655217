import type { Sql } from "../../../platform/db/index.ts";
import { SECTION_KINDS } from "./section-kind.ts";

/** Whether the passages of a report (`r`) were made by this version from what the report has now. */
const upToDate = (sql: Sql, version: string) => sql`
  exists (select from passage_report i where i.report_id = r.report_id and i.version = ${version}
    and i.made_from_extract = r.extract_sha256 and i.made_from_embedding is not distinct from r.embedding_sha256)`;

const WRITING_MILLISECONDS_MAX = 600_000;

/** Keeps other workers from the passages and vectors of a report until the transaction ends. */
export async function lockPassages(sql: Sql, reportId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`passages ${reportId}`}, 22)) as done`;
}

/**
 * Clears the passages of a report that is ready and not up to date, and records what the new ones are made from. The
 * lock keeps a second worker waiting until they are complete. Undefined when there is nothing to do.
 */
export async function beginIndexing(
  sql: Sql,
  reportId: string,
  version: string,
): Promise<{ language: string | null; indexed_at: string | null } | undefined> {
  // The words of thousands of pages take longer to write than any other statement may.
  await sql`select set_config('statement_timeout', ${String(WRITING_MILLISECONDS_MAX)}, true)`;
  await lockPassages(sql, reportId);
  const [report] = await sql<{ language: string | null }>`
    select language from report r where report_id = ${reportId} and digest_state = 'ready'
      and not ${upToDate(sql, version)} for key share`;
  if (!report) return undefined;
  const [before] = await sql<{ indexed_at: string }>`
    delete from passage_report where report_id = ${reportId} returning indexed_at`;
  await sql`delete from passage where report_id = ${reportId}`;
  await sql`
    insert into passage_report (report_id, version, made_from_extract, made_from_embedding, model, passages)
    select report_id, ${version}, extract_sha256, embedding_sha256, certificate ->> 'model',
      (select coalesce(max(chunk_index) + 1, 0) from report_chunk c where c.report_id = r.report_id)
    from report r where report_id = ${reportId}`;
  return { ...report, indexed_at: before?.indexed_at ?? null };
}

/**
 * Records since when the report is searchable: at the end, since a search that began before shows it on no page, and
 * as before where it was indexed again, since a search that began in between still shows it. In whole milliseconds,
 * which the times of searches are in.
 */
export async function endIndexing(sql: Sql, reportId: string, indexedAt: string | null): Promise<void> {
  await sql`
    update passage_report
    set indexed_at = coalesce(${indexedAt}::timestamptz, date_trunc('milliseconds', clock_timestamp()))
    where report_id = ${reportId}`;
}

export interface IndexedChunk {
  chunk_index: number;
  heading: string | null;
  kind: "text" | "table";
  text: string;
  vector: Buffer | null;
}

export async function listChunksToIndex(
  sql: Sql,
  reportId: string,
  { after, limit }: { after: number; limit: number },
): Promise<IndexedChunk[]> {
  return sql<IndexedChunk>`
    select chunk_index, heading, kind, text, vector from report_chunk
    where report_id = ${reportId} and chunk_index > ${after} order by chunk_index limit ${limit}`;
}

export interface PassageRow {
  passage_no: number;
  section: string;
  text_key: bigint;
  words: string;
  vector: Buffer | null;
  vector_scale: number | null;
}

export async function insertPassages(
  sql: Sql,
  reportId: string,
  passages: readonly PassageRow[],
): Promise<void> {
  const column = <T>(pick: (passage: PassageRow) => T) => passages.map(pick);
  await sql`
    insert into passage (report_id, passage_no, section, text_key, words, vector, vector_scale)
    select ${reportId}, passage_no, section, text_key, words::tsvector, vector, vector_scale
    from unnest(${column((passage) => passage.passage_no)}::int[], ${column((passage) => passage.section)}::text[],
      ${column((passage) => String(passage.text_key))}::bigint[], ${column((passage) => passage.words)}::text[],
      ${column((passage) => passage.vector)}::bytea[], ${column((passage) => passage.vector_scale)}::real[])
      as new (passage_no, section, text_key, words, vector, vector_scale)`;
}

/** Makes the passages of a report known by their words, when all of them are there. */
export async function indexWords(sql: Sql, reportId: string): Promise<void> {
  await sql`select index_passage_words(${reportId}, ${SECTION_KINDS})`;
}

/** Ready reports whose passages are missing or outdated, by id. */
export async function listUnindexed(
  sql: Sql,
  { version, after, limit }: { version: string; after: string; limit: number },
): Promise<string[]> {
  const rows = await sql<{ report_id: string }>`
    select report_id from report r
    where report_id > ${after} and digest_state = 'ready' and not ${upToDate(sql, version)}
    order by report_id limit ${limit}`;
  return rows.map(({ report_id }) => report_id);
}

/** Makes every report count as outdated. */
export async function markOutdated(sql: Sql): Promise<void> {
  await sql`update passage_report set version = ''`;
}
