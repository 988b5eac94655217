import type { Sql } from "../../platform/db/index.ts";
import type { Jobs } from "../../platform/jobs/index.ts";
import { listWatchers } from "../agents/index.ts";
import { findReportFacts } from "../reports/index.ts";
import { recordEvent } from "./record-event.ts";

/** Records, for each builder that reads the company, that one of its reports is ready. */
export async function announceReport(sql: Sql, jobs: Jobs, reportId: string): Promise<void> {
  const report = await findReportFacts(sql, reportId);
  if (!report || report.svc_entity_id === null) return;
  const watchers = await listWatchers(sql, report.svc_entity_id);
  // Always in the same order: each account's events are locked until the transaction ends.
  watchers.sort((one, other) => (one.account_id < other.account_id ? -1 : 1));
  for (const { account_id, builder_id } of watchers) {
    // A report that an account uploaded is visible only to that account.
    if (report.account_id !== null && report.account_id !== account_id) continue;
    await recordEvent(sql, jobs, {
      type: "report.added",
      accountId: account_id,
      builderId: builder_id,
      reportId,
      data: {
        report_id: reportId,
        svc_entity_id: report.svc_entity_id,
        title: report.file_title,
        agent_id: builder_id,
      },
      onceKey: `report ${reportId} ${builder_id}`,
    });
  }
}
