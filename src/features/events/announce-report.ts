import type { Sql } from "../../platform/db/index.ts";
import type { Jobs } from "../../platform/jobs/index.ts";
import { actsFor, listWatchers } from "../agents/index.ts";
import { findReportFacts, findReports } from "../reports/index.ts";
import { recordEvent } from "./record-event.ts";

/** Records, for each builder that reads the company, that one of its reports is ready. */
export async function announceReport(sql: Sql, jobs: Jobs, reportId: string): Promise<void> {
  const report = await findReportFacts(sql, reportId);
  if (!report || report.svc_entity_id === null) return;
  const watchers = await listWatchers(sql, report.svc_entity_id);
  // Always in the same order: each account's events are locked until the transaction ends.
  watchers.sort((one, other) => (one.account_id < other.account_id ? -1 : 1));
  const isPublic = report.account_id === null;
  for (const { builder_id, ...owner } of watchers) {
    const { account_id } = owner;
    if (!isPublic && (await findReports(sql, actsFor(owner), [reportId])).length === 0) continue;
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
