import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { startTestApp } from "../../../../test/app.ts";
import { testReader } from "../../../platform/pdf/testing/test-reader.ts";
import type { PageSummary } from "../layout/index.ts";
import { digestReport } from "./digest-report.ts";

const app = await startTestApp({ work: false, rate_factor: 1_000 });
const { key } = await app.addAccount();
const STUCK = new URL("../../../platform/pdf/testing/stuck-transform.ts", import.meta.url);
/** Out of time on the second page of whatever it reads. */
const slow = testReader<PageSummary>(STUCK, {
  transform: { module: STUCK, parse: () => ({ chunks: [], lines: 0, tables: 0, rows: 0 }) },
  cpuSecondsMax: 0.5,
  charactersMax: 10_000_000,
});

const digest = (reportId: string, pdf = app.tools.pdf) =>
  digestReport(
    { ...app.tools, pdf, ocr: null, browser: null },
    { reportId, priority: "background" },
    AbortSignal.timeout(60_000),
  );

async function upload(): Promise<{ report_id: string; added: boolean }> {
  const form = new FormData();
  form.set("title", "Quarterly report");
  const file = readFileSync("demo/fictional/reports/tessandral-earnings-release-q1-2025.pdf");
  form.set("file", new Blob([file]), "report.pdf");
  return (await app.call("POST", "/v1/company_report/upload", { key, form })).json.data;
}

async function stateOf(reportId: string): Promise<unknown> {
  const [row] = await app.db`
    select digest_state, digest_reason from report where report_id = ${reportId}`;
  return row;
}

it("retries a file that timed out once before it counts as failed, and reads it anew after another upload", async () => {
  const { report_id } = await upload();
  await expect(digest(report_id, slow)).rejects.toThrow("It will be read once more.");
  expect(await stateOf(report_id)).toEqual({ digest_state: "reading", digest_reason: null });
  await digest(report_id, slow);
  expect(await stateOf(report_id)).toMatchObject({
    digest_state: "failed",
    digest_reason: expect.stringMatching(/^time_limit/),
  });

  expect(await upload()).toMatchObject({ report_id });
  expect(await stateOf(report_id)).toEqual({ digest_state: "waiting", digest_reason: null });
  const queued = await app.db`
    select 1 from jobs.job where name = 'reports.digest' and data ->> 'report_id' = ${report_id} and state = 'created'`;
  // The job of the first upload, which no node has taken here, and the one that reads it anew.
  expect(queued).toHaveLength(2);
  await digest(report_id);
  expect(await stateOf(report_id)).toEqual({ digest_state: "embedding", digest_reason: null });
  // The job that is left finds a report that is past it.
  await digest(report_id);
  expect(await stateOf(report_id)).toEqual({ digest_state: "embedding", digest_reason: null });
});
