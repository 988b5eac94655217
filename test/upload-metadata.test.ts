import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { startTestApp } from "./app.ts";

const app = await startTestApp({ demo: true, rate_factor: 1_000 });
const { key } = await app.addAccount({ credits: 10_000 });
const COMPANY = "ent_qpi4neyotut5";

async function upload(fields: Record<string, string>): Promise<string> {
  const form = new FormData();
  const file = readFileSync("demo/fictional/reports/tessandral-annual-report-2024.pdf");
  for (const [name, value] of Object.entries({ title: "Annual report", ...fields })) form.set(name, value);
  form.set("file", new Blob([Buffer.concat([file, Buffer.from(`\n% ${Math.random()}\n`)])]), "report.pdf");
  const { json } = await app.call("POST", "/v1/company_report/upload", { key, form });
  return json.data.report_id;
}

/** Waits until the report and its statements were read. */
async function readFacts(reportId: string) {
  for (;;) {
    const [row] = await app.db<{ svc_entity_id: string | null; fiscal_year: number; fiscal_period: string }>`
      select svc_entity_id, fiscal_year, fiscal_period from report join report_statements using (report_id)
      where report_id = ${reportId}`;
    if (row) return row;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

it("takes company, year and period of an upload from the document where its owner gave none", async () => {
  const facts = await readFacts(await upload({}));
  expect(facts).toEqual({ svc_entity_id: COMPANY, fiscal_year: 2024, fiscal_period: "FY" });
});

it("says what the report calls its company, also where the list has no such company", async () => {
  const reportId = await upload({});
  await readFacts(reportId);
  await app.db`update report set svc_entity_id = null where report_id = ${reportId}`;
  const { json } = await app.call("POST", "/v1/financial/statements", { key, body: { report_id: reportId } });
  expect(json.data).toMatchObject({
    svc_entity_id: null,
    document: {
      company: "Tessandral Instruments, Inc.",
      fiscal_year: 2024,
      fiscal_period: "FY",
      period_end: "2024-12-31",
      currency: "USD",
      scale: 1_000_000,
    },
  });
});

it("keeps what the owner of an upload gave", async () => {
  const facts = await readFacts(await upload({ fiscal_year: "2019", svc_entity_id: "ent_lc2dmqlumiwb" }));
  expect(facts).toEqual({ svc_entity_id: "ent_lc2dmqlumiwb", fiscal_year: 2019, fiscal_period: "FY" });
});
