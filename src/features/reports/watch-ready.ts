import { z } from "zod";
import { type Database, listen } from "../../platform/db/index.ts";
import { READY_CHANNEL } from "./digest/store.ts";

const ReadyReport = z.object({
  report_id: z.string(),
  /** Null for a report that every account may see. */
  account_id: z.string().nullable(),
  /** Null when the whole account may read it; a node of an earlier version does not say: then no one hears of it. */
  readers: z.array(z.string()).nullable().default([]),
});
export type ReadyReport = z.output<typeof ReadyReport>;

export interface ReadyListener {
  onReady: (report: ReadyReport) => void;
  /** The connection was lost for a while: reports may have become ready unnoticed. */
  onGap: () => void;
}

/** Announces reports that become ready, whichever node read them, as soon as that is committed. */
export function watchReadyReports(
  db: Database,
  { onReady, onGap }: ReadyListener,
): Promise<{ close: () => Promise<void> }> {
  return listen(db, READY_CHANNEL, {
    nextMessage: (message) => onReady(ReadyReport.parse(JSON.parse(message))),
    again: onGap,
  });
}
