import type { Sql } from "../../../platform/db/index.ts";
import type { StoredFile } from "../../../platform/storage/index.ts";
import type { Certificate, StatementCounts } from "../certificate.ts";
import type { PageSummary } from "../layout/index.ts";
import type { ChunkRow } from "../store.ts";

type NewChunk = PageSummary["chunks"][number];

/** False when there is no such report, or it is past this step. */
export async function beginReading(sql: Sql, reportId: string): Promise<boolean> {
  const rows = await sql`
    update report set digest_state = 'reading', digest_reason = null, pages_done = 0
    where report_id = ${reportId} and digest_state in ('waiting', 'reading') returning report_id`;
  return rows.length > 0;
}

/** How often this report could not be read for a temporary reason. */
export async function countFailure(sql: Sql, reportId: string): Promise<number> {
  const [row] = await sql<{ digest_failures: number }>`
    update report set digest_failures = digest_failures + 1 where report_id = ${reportId} returning digest_failures`;
  return row?.digest_failures ?? 0;
}

/** Restarts a failed report from the beginning; false when it did not fail. */
export async function restartDigest(sql: Sql, reportId: string): Promise<boolean> {
  const rows = await sql`
    update report set digest_state = 'waiting', digest_reason = null, digest_failures = 0, pages_done = 0
    where report_id = ${reportId} and digest_state = 'failed' returning report_id`;
  return rows.length > 0;
}

export async function recordProgress(
  sql: Sql,
  reportId: string,
  { page, pageCount }: { page: number; pageCount: number },
): Promise<void> {
  await sql`update report set pages_done = ${page}, page_count = ${pageCount} where report_id = ${reportId}`;
}

export interface Reading {
  reportId: string;
  chunks: readonly NewChunk[];
  certificate: Certificate;
  extract: { sha256: string; bytes: number };
  language: string | null;
  reportType: { id: string; confidence: number } | null;
}

/**
 * Saves the result of a reading, in the caller's transaction: a report has all the chunks of one reading, or none.
 * False when it was deleted in the meantime or is past this step.
 */
export async function saveReading(sql: Sql, reading: Reading): Promise<boolean> {
  const { reportId, chunks, certificate, extract, language, reportType } = reading;
  const saved = await sql`
    update report set digest_state = 'embedding', page_count = ${certificate.page_count},
      pages_done = ${certificate.pages_read}, certificate = ${sql.json(certificate)}::jsonb,
      extract_sha256 = ${extract.sha256}, extract_bytes = ${extract.bytes}, embedding_sha256 = null,
      language = coalesce(language, ${language}),
      report_type_id = case when report_type_confidence < ${reportType?.confidence ?? 0}
        then ${reportType?.id ?? ""} else report_type_id end,
      report_type_confidence = greatest(report_type_confidence, ${reportType?.confidence ?? 0})
    where report_id = ${reportId} and digest_state = 'reading' returning report_id`;
  if (saved.length === 0) return false;
  await sql`delete from report_chunk where report_id = ${reportId}`;
  await sql`
    insert into report_chunk (report_id, chunk_index, page, box, heading, kind, text)
    select ${reportId}, index, page, array(select json_array_elements_text(box)::real), heading, kind, text
    from json_to_recordset(${sql.json(chunks)}::json) as chunk (
      index int, page int, box json, heading text, kind text, text text)`;
  return true;
}

export async function saveFailure(
  sql: Sql,
  reportId: string,
  failure: { reason: string; certificate: Certificate },
): Promise<void> {
  await sql`
    update report set digest_state = 'failed', digest_reason = ${failure.reason},
      certificate = ${sql.json(failure.certificate)}::jsonb, page_count = ${failure.certificate.page_count}
    where report_id = ${reportId}`;
}

export async function listChunksWithoutVector(
  sql: Sql,
  reportId: string,
  limit: number,
): Promise<{ chunk_index: number; heading: string | null; text: string }[]> {
  return sql<{ chunk_index: number; heading: string | null; text: string }>`
    select chunk_index, heading, text from report_chunk
    where report_id = ${reportId} and vector is null order by chunk_index limit ${limit}`;
}

export async function saveVectors(
  sql: Sql,
  reportId: string,
  vectors: readonly { chunkIndex: number; vector: Buffer }[],
): Promise<void> {
  await sql`
    update report_chunk set vector = made.vector
    from unnest(${vectors.map(({ chunkIndex }) => chunkIndex)}::int[], ${vectors.map(({ vector }) => vector)}::bytea[])
      as made (chunk_index, vector)
    where report_id = ${reportId} and report_chunk.chunk_index = made.chunk_index`;
}

export async function countVectors(sql: Sql, reportId: string): Promise<number> {
  const [row] = await sql<{ vectors: number }>`
    select count(*) as vectors from report_chunk where report_id = ${reportId} and vector is not null`;
  return row?.vectors ?? 0;
}

/** How many ready reports have vectors of another model. */
export async function countOutdatedVectors(sql: Sql, model: string): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*)::int as count from report
    where digest_state = 'ready' and certificate ->> 'model' is distinct from ${model}`;
  return row?.count ?? 0;
}

/** The next of them by report id; null when there is none. */
export async function findOutdatedVectors(
  sql: Sql,
  { model, after }: { model: string; after: string },
): Promise<string | null> {
  const [row] = await sql<{ report_id: string }>`
    select report_id from report
    where digest_state = 'ready' and certificate ->> 'model' is distinct from ${model} and report_id > ${after}
    order by report_id limit 1`;
  return row?.report_id ?? null;
}

/**
 * Writes into the certificate which model made the vectors of a ready report. Returns the file that is no longer needed:
 * the earlier one, or the new one where the report is not there any more.
 */
export async function recordVectors(
  sql: Sql,
  reportId: string,
  { model, embeddingSha256 }: { model: string; embeddingSha256: string },
): Promise<{ isRecorded: boolean; unused: string[] }> {
  const [earlier] = await sql<{ embedding_sha256: string | null }>`
    select embedding_sha256 from report where report_id = ${reportId} and digest_state = 'ready' for no key update`;
  if (!earlier) return { isRecorded: false, unused: [embeddingSha256] };
  await sql`
    update report set embedding_sha256 = ${embeddingSha256},
      certificate = certificate || jsonb_build_object('model', ${model}::text)
    where report_id = ${reportId}`;
  const file = earlier.embedding_sha256;
  return { isRecorded: true, unused: file === null || file === embeddingSha256 ? [] : [file] };
}

/** Writes into the certificate what was read of the report's statements. */
export async function certifyStatements(sql: Sql, reportId: string, counts: StatementCounts): Promise<void> {
  await sql`
    update report set certificate = certificate || jsonb_build_object('statements', ${sql.json(counts)}::jsonb)
    where report_id = ${reportId}`;
}

/** Where `finishDigest` announces reports, in the transaction that makes them ready. */
export const READY_CHANNEL = "florin_report_ready";

/**
 * The last step: the certificate gets the number of vectors, the report is ready, and every node is notified on
 * commit. False when another worker was faster.
 */
export async function finishDigest(
  sql: Sql,
  reportId: string,
  end: { model: string; embeddingSha256: string; finishedAt: string },
): Promise<boolean> {
  const rows = await sql`
    with finished as (
    update report set digest_state = 'ready', embedding_sha256 = ${end.embeddingSha256},
      certificate = certificate || jsonb_build_object(
        'model', ${end.model}::text,
        'finished_at', ${end.finishedAt}::text,
        'vectors', (select count(*) from report_chunk where report_id = ${reportId} and vector is not null),
        'complete', jsonb_array_length(certificate -> 'pages_failed') = 0
          and not exists (select from report_chunk where report_id = ${reportId} and vector is null))
    where report_id = ${reportId} and digest_state = 'embedding' returning report_id, account_id, readers)
    select pg_notify(${READY_CHANNEL}, json_build_object('report_id', report_id, 'account_id', account_id,
      'readers', readers)::text)
    from finished`;
  return rows.length > 0;
}

export interface FinishedDigest {
  certificate: Certificate;
  chunks: readonly Omit<ChunkRow, "report_id">[];
  extract: StoredFile;
  embeddings: StoredFile;
}

/** Inserts a complete digest that was made elsewhere. */
export async function insertDigest(
  sql: Sql,
  reportId: string,
  { certificate, chunks, extract, embeddings }: FinishedDigest,
): Promise<void> {
  const rows = chunks.map(({ vector: _, ...chunk }) => chunk);
  await sql`
    insert into report_chunk (report_id, chunk_index, page, box, heading, kind, text, vector)
    select ${reportId}, chunk_index, page, array(select json_array_elements_text(box)::real), heading, kind, text, vector
    from json_to_recordset(${sql.json(rows)}::json) as chunk (
      chunk_index int, page int, box json, heading text, kind text, text text)
    join unnest(${chunks.map(({ chunk_index }) => chunk_index)}::int[], ${chunks.map(({ vector }) => vector)}::bytea[])
      as made (chunk_index, vector) using (chunk_index)`;
  await sql`
    update report set digest_state = 'ready', page_count = ${certificate.page_count},
      pages_done = ${certificate.pages_read}, certificate = ${sql.json(certificate)}::jsonb,
      extract_sha256 = ${extract.sha256}, extract_bytes = ${extract.bytes}, embedding_sha256 = ${embeddings.sha256}
    where report_id = ${reportId}`;
}

/** Reports with an unfinished digest, by id. */
export async function listUndigested(
  sql: Sql,
  { after, limit }: { after: string; limit: number },
): Promise<{ report_id: string; digest_state: string }[]> {
  return sql<{ report_id: string; digest_state: string }>`
    select report_id, digest_state from report
    where digest_state not in ('ready', 'failed') and report_id > ${after} order by report_id limit ${limit}`;
}

/** Whether the report is one that could not be read. Locked, so that a repeated upload decides before or after. */
export async function lockFailedReport(sql: Sql, reportId: string): Promise<boolean> {
  const rows = await sql`
    select from report where report_id = ${reportId} and digest_state = 'failed' for update`;
  return rows.length > 0;
}
