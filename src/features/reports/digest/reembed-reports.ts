import { inTransaction } from "../../../platform/db/index.ts";
import { keepFile, queueFileRemoval } from "../../accounts/index.ts";
import { findReport, listChunks } from "../store.ts";
import { describeReport, type EmbedTools, embedChunks, writeEmbeddings } from "./embed-report.ts";
import { countOutdatedVectors, findOutdatedVectors, recordVectors, saveVectors } from "./store.ts";

type ReembedTools = Pick<EmbedTools, "db" | "storage" | "jobs" | "embedder">;

const CHUNKS_MAX = 50_000;

/**
 * Embeds reports again whose vectors were made by another model, one after the other. All vectors of a report change in
 * one transaction, so questions always meet vectors of one model; stopped and started again, it continues with the
 * reports that are left. Yields how many are done and how many there were.
 */
export async function* reembedReports(
  tools: ReembedTools,
  signal: AbortSignal,
): AsyncGenerator<{ done: number; all: number }> {
  const { db, embedder } = tools;
  const model = `${embedder.model}@${embedder.revision}`;
  const all = await countOutdatedVectors(db, model);
  let done = 0;
  for (let after = ""; ; ) {
    const reportId = await findOutdatedVectors(db, { model, after });
    if (reportId === null) return;
    await reembedReport(tools, reportId, { model, signal });
    after = reportId;
    done += 1;
    yield { done, all };
  }
}

async function reembedReport(
  { db, storage, jobs, embedder }: ReembedTools,
  reportId: string,
  { model, signal }: { model: string; signal: AbortSignal },
): Promise<void> {
  const report = await findReport(db, reportId);
  if (!report) return;
  const context = await describeReport(db, report);
  const chunks = await listChunks(db, reportId, { after: -1, limit: CHUNKS_MAX });
  const vectors = await embedChunks(embedder, chunks, { context, signal });
  const file = await writeEmbeddings(
    storage,
    chunks.map((chunk, at) => ({ ...chunk, vector: vectors[at]?.vector ?? null })),
  );
  await inTransaction(db, async (sql) => {
    await saveVectors(sql, reportId, vectors);
    const { isRecorded, unused } = await recordVectors(sql, reportId, {
      model,
      embeddingSha256: file.sha256,
    });
    await queueFileRemoval(jobs, sql, unused);
    if (isRecorded) await keepFile(sql, storage, file);
  });
}
