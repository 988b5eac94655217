import { z } from "zod";
import { defineJob } from "../../kernel/job.ts";
import type { Database } from "../../platform/db/index.ts";
import type { Storage } from "../../platform/storage/index.ts";
import { TABLE_MEDIA, writeTable } from "../../platform/tables/index.ts";
import { openDataset } from "./datasets.ts";
import { findExport, markDone, markFailed, markRunning, removeOldExports } from "./store.ts";

/** A day longer than a link is valid. */
const RETENTION_DAYS = 8;

export const exportJob = { name: "exports.write", payload: z.object({ export_id: z.string() }) } as const;

export const exportJobs = ({ db, storage }: { db: Database; storage: Storage }) => [
  defineJob({
    ...exportJob,
    attemptsMax: 2,
    timeoutSeconds: 6 * 3_600,
    // Safe to repeat: a file is addressed by its content, and the row names the latest one.
    async run({ export_id }, signal) {
      const input = await findExport(db, export_id);
      if (!input || input.state === "done") return;
      await markRunning(db, export_id);
      const { table, rowCount } = openDataset(db, input.dataset, input.filter, input.account_id);
      const writer = await storage.openWriter({
        contentType: TABLE_MEDIA[input.format].type,
        contentEncoding: null,
      });
      try {
        await writeTable(input.format, table, (piece) => {
          signal.throwIfAborted();
          return writer.write(piece);
        });
        const file = await writer.finish();
        await markDone(db, export_id, { ...file, rowCount: rowCount() });
      } catch (error) {
        await writer.abandon();
        await markFailed(db, export_id, error instanceof Error ? error.message.slice(0, 500) : "unknown");
        throw error;
      }
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
      for (const file of await removeOldExports(db, RETENTION_DAYS)) await storage.remove(file);
    },
  }),
];
