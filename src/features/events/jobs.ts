import { z } from "zod";
import { type AnyJob, defineJob } from "../../kernel/job.ts";
import { type Database, inTransaction } from "../../platform/db/index.ts";
import { listWatchers } from "../agents/index.ts";
import { findReportFacts, listReadySince } from "../reports/index.ts";
import { recordEvent } from "./record-event.ts";
import { findCursor, saveCursor } from "./store.ts";
import { type DeliveryTools, deliverDue } from "./webhooks/deliver.ts";

export const deliverJob = { name: "events.deliver", payload: z.object({}) } as const;

export const eventJobs = (tools: DeliveryTools): readonly AnyJob[] => [
  defineJob({
    ...deliverJob,
    schedule: "* * * * *",
    attemptsMax: 1,
    timeoutSeconds: 300,
    // Safe to repeat: a delivery is taken by one node at a time.
    async run(_payload, signal) {
      await deliverDue(tools, signal);
    },
  }),
  defineJob({
    name: "events.new-reports",
    payload: z.object({}),
    schedule: "* * * * *",
    attemptsMax: 1,
    timeoutSeconds: 50,
    run: () => tellOfReports(tools.db),
  }),
];

const CURSOR = "reports told";

/** Tells those whose builders read a company of its new reports. Safe to repeat: each is told of a report once. */
async function tellOfReports(db: Database): Promise<void> {
  const since = (await findCursor(db, CURSOR)) ?? new Date(0).toISOString();
  const ready = await listReadySince(db, since);
  for (const { report_id, ready_at } of ready) {
    const report = await findReportFacts(db, report_id);
    const entity = report?.svc_entity_id ?? null;
    await inTransaction(db, async (sql) => {
      const watchers = entity === null ? [] : await listWatchers(sql, entity);
      for (const { account_id, builder_id } of watchers) {
        // A report of one's own is nobody else's business.
        if (report?.account_id !== null && report?.account_id !== account_id) continue;
        await recordEvent(sql, {
          type: "report.added",
          accountId: account_id,
          builderId: builder_id,
          data: { report_id, svc_entity_id: entity, title: report.file_title, agent_id: builder_id },
          onceKey: `report ${report_id} ${builder_id}`,
        });
      }
      await saveCursor(sql, CURSOR, ready_at);
    });
  }
}
