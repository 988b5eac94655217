import { z } from "zod";
import { defineJob } from "../../kernel/job.ts";
import { type Database, inTransaction } from "../../platform/db/index.ts";
import type { Jobs } from "../../platform/jobs/index.ts";
import type { Storage } from "../../platform/storage/index.ts";
import { TABLE_MEDIA, writeTable } from "../../platform/tables/index.ts";
import { keepFile, queueFileRemoval } from "../accounts/index.ts";
import { isCallHeld, refundCall } from "../credits/index.ts";
import { openDataset } from "./datasets.ts";
import { beginAttempt, deleteOldExports, type ExportRow, markDone, markFailed } from "./store.ts";
import { deleteExpiredLinks } from "./table-links/store.ts";

/** A day longer than a link is valid. */
const RETENTION_DAYS = 8;

export const exportJob = { name: "exports.write", payload: z.object({ export_id: z.string() }) } as const;

/** After these an export has failed; its last run only records that, also when the others were killed. */
const ATTEMPTS_MAX = 2;

interface ExportJobTools {
  db: Database;
  storage: Storage;
  jobs: Jobs;
}

export const exportJobs = (tools: ExportJobTools) => [
  defineJob({
    ...exportJob,
    attemptsMax: ATTEMPTS_MAX + 2,
    timeoutSeconds: 6 * 3_600,
    // Safe to repeat: a file is addressed by its content, and an export that has ended is left alone.
    async run({ export_id }, signal) {
      const row = await beginAttempt(tools.db, export_id);
      if (!row) return;
      if (row.attempts > ATTEMPTS_MAX) return fail(tools.db, row);
      await write(tools, row, signal).catch(async (error: unknown) => {
        if (row.attempts === ATTEMPTS_MAX) await fail(tools.db, row);
        throw error;
      });
    },
  }),
  defineJob({
    name: "exports.remove-old",
    payload: z.object({}),
    schedule: "40 3 * * *",
    attemptsMax: 3,
    timeoutSeconds: 600,
    // Safe to repeat: deleted exports are not found again.
    async run() {
      const { db, jobs } = tools;
      await inTransaction(db, async (sql) =>
        queueFileRemoval(jobs, sql, await deleteOldExports(sql, RETENTION_DAYS)),
      );
      await deleteExpiredLinks(db);
    },
  }),
];

async function write(
  { db, storage, jobs }: ExportJobTools,
  { export_id, account_id, requested_by, dataset, format, filter }: ExportRow,
  signal: AbortSignal,
): Promise<void> {
  const viewer = { accountId: account_id, userId: requested_by };
  const { table, rowCount } = openDataset(db, dataset, filter, viewer);
  const media = { contentType: TABLE_MEDIA[format].type, contentEncoding: null };
  const writer = await storage.openWriter(media);
  try {
    await writeTable(format, table, (piece) => {
      signal.throwIfAborted();
      return writer.write(piece);
    });
    const file = await writer.finish();
    await inTransaction(db, async (sql) => {
      const isRecorded = await markDone(sql, export_id, { ...file, rowCount: rowCount() });
      if (isRecorded) return keepFile(sql, storage, file);
      // Erased with its account in the meantime, and nothing else will remove the file.
      return queueFileRemoval(jobs, sql, [file.sha256]);
    });
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}

/** Refunds it in the same step, so that neither happens without the other. */
async function fail(db: Database, { export_id, account_id, payment_id }: ExportRow): Promise<void> {
  await inTransaction(db, async (sql) => {
    await markFailed(sql, export_id, "The file could not be written.");
    if (payment_id === null) return;
    // The next run finds the payment settled or undone.
    if (await isCallHeld(sql, payment_id)) throw new Error(`${export_id}: failed before it was paid`);
    await refundCall(sql, account_id, payment_id);
  });
}
