import { describe, expect, it } from "vitest";
import { startTestApp } from "../../../../test/app.ts";
import { listStoredReports } from "../../reports/index.ts";
import { storeStatements } from "./read-report.ts";
import { type Reread, rereadStatements } from "./reread.ts";

const app = await startTestApp({ demo: true, work: false });

async function countVersions(): Promise<{ version: string; count: number }[]> {
  return app.db<{ version: string; count: number }>`
    select version, count(*)::int as count from report_statements group by version`;
}

describe("reading statements again", () => {
  it("reads each report once where a command and the service do it at the same time", async () => {
    await app.db`update report_statements set version = 'earlier'`;
    const [before] = await countVersions();
    const read = () => rereadStatements(app.tools, { after: "" });
    const both = await Promise.all([read(), read()]);
    const sum = (of: (one: Reread) => number) => both.reduce((total, one) => total + of(one), 0);
    expect(sum(({ read }) => read)).toBe(before?.count);
    expect(sum(({ failed }) => failed.length)).toBe(0);
    expect((await countVersions()).map(({ count }) => count)).toEqual([before?.count]);
  });

  it("continues after the reports that an interrupted run has read, and says how far it is", async () => {
    await app.db`update report_statements set version = 'earlier'`;
    const stop = new AbortController();
    const interrupted = rereadStatements(app.tools, {
      after: "",
      signal: stop.signal,
      onReport: ({ read }) => {
        if (read === 3) stop.abort();
      },
    });
    await expect(interrupted).rejects.toThrow();
    const steps: number[] = [];
    const { read, current } = await rereadStatements(app.tools, {
      after: "",
      onReport: (soFar) => steps.push(soFar.read),
    });
    expect(current).toBe(3);
    expect(steps).toEqual(Array.from({ length: read }, (_, at) => at + 1));
  });

  it("stores nothing of pages that a later digest has replaced", async () => {
    const [first] = await listStoredReports(app.db, { after: "", limit: 1 });
    if (!first) throw new Error("no report");
    const { report_id, extract_sha256 } = first;
    const later = "f".repeat(64);
    await app.db`update report set extract_sha256 = ${later} where report_id = ${report_id}`;
    await app.db`
      update report_statements set extract_sha256 = ${later}, statements = '[]' where report_id = ${report_id}`;
    await storeStatements(app.tools, first);
    const stored = await app.db`
      select extract_sha256, statements from report_statements where report_id = ${report_id}`;
    expect(stored).toEqual([{ extract_sha256: later, statements: [] }]);
    await app.db`update report set extract_sha256 = ${extract_sha256} where report_id = ${report_id}`;
  });

  it("stores the figures for the company and day that the report has by then", async () => {
    const [figure] = await app.db<{ report_id: string; svc_entity_id: string }>`
      select report_id, svc_entity_id from financial_figure
      where account_id is null and svc_entity_id is not null limit 1`;
    const reportId = figure?.report_id ?? "";
    const reports = await listStoredReports(app.db, { reportId });
    const [other] = await app.db<{ svc_entity_id: string }>`
      select svc_entity_id from company where svc_entity_id <> ${figure?.svc_entity_id ?? ""} limit 1`;
    await app.db`
      update report set svc_entity_id = ${other?.svc_entity_id ?? ""}, publish_date = '2031-02-03'
      where report_id = ${reportId}`;
    for (const report of reports) await storeStatements(app.tools, report);
    const stored = await app.db`
      select distinct svc_entity_id, published::text from financial_figure where report_id = ${reportId}`;
    expect(stored).toEqual([{ svc_entity_id: other?.svc_entity_id, published: "2031-02-03" }]);
  });

  it("corrects under the same id what an earlier version claimed, such as pence as pounds", async () => {
    const [figure] = await app.db<{ report_id: string; claim_ids: string[] }>`
      select report_id, claim_ids from financial_figure
      where concept = 'eps_diluted' and account_id is null order by report_id limit 1`;
    const [claimId = ""] = figure?.claim_ids ?? [];
    const find = () => app.db`select * from claim where claim_id = ${claimId}`;
    const before = await find();
    expect(before).toHaveLength(1);
    await app.db`update claim set value = value * 100, unit = 'GBP', period = null where claim_id = ${claimId}`;
    await app.db`update report_statements set version = 'earlier' where report_id = ${figure?.report_id ?? ""}`;
    await rereadStatements(app.tools, { after: "" });
    expect(await find()).toEqual(before);
  });
});
