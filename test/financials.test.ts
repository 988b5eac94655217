import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { startTestApp, type TestReply } from "./app.ts";

const app = await startTestApp({ demo: true, rate_factor: 1_000 });
const { key, accountId } = await app.addAccount({ credits: 100_000 });
const COMPANY = "ent_qpi4neyotut5";
const REPORT_2023 = "rep_z55fji7yfsol";
const REPORT_2024 = "rep_vujzjgh7sqyi";

const statements = (body: object, by = key): Promise<TestReply> =>
  app.call("POST", "/v1/financial/statements", { key: by, body });

/** Waits until the reports of the demo have been read in the background. */
async function waitForReading(): Promise<void> {
  const endsAt = Date.now() + 60_000;
  for (;;) {
    const [row] = await app.db<{ missing: number }>`
      select count(*) as missing from report left join report_statements s using (report_id) where s.report_id is null`;
    if (row?.missing === 0) return;
    if (Date.now() > endsAt) throw new Error("waited too long");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
await waitForReading();

interface Cell {
  column: number;
  value: number | null;
  text: string;
  page: number;
  scale: number;
  currency: string;
  confidence: number | null;
  claims: { claim_id: string; link: string }[];
  restated_from: { value: number; report_id: string }[];
}
interface Row {
  label: string;
  figure: string | null;
  cells: Cell[];
}

const rowOf = (reply: TestReply, figure: string): Row =>
  reply.json.data.statements
    .flatMap(({ rows }: { rows: Row[] }) => rows)
    .find((row: Row) => row.figure === figure);

async function upload(by: string, options: { company?: string } = {}): Promise<string> {
  const form = new FormData();
  form.set("title", "Annual report 2024");
  form.set("report_type", "annual_report");
  form.set("publish_date", "2025-03-01");
  if (options.company) form.set("svc_entity_id", options.company);
  const file = readFileSync("demo/fictional/reports/tessandral-annual-report-2024.pdf");
  form.set("file", new Blob([Buffer.concat([file, Buffer.from(`\n% ${Math.random()}\n`)])]), "report.pdf");
  const reply = await app.call("POST", "/v1/company_report/upload", { key: by, form });
  expect(reply.status).toBe(200);
  return reply.json.data.report_id;
}

async function waitUntilReady(reportId: string): Promise<void> {
  const endsAt = Date.now() + 120_000;
  for (;;) {
    const [row] = await app.db<{ digest_state: string }>`
      select digest_state from report where report_id = ${reportId}`;
    if (row?.digest_state === "ready") return;
    if (row?.digest_state === "failed" || Date.now() > endsAt) throw new Error(`${row?.digest_state}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

describe("financials.statements", () => {
  it("200: gives the rows of one report, every cell with its page and an open claim link", async () => {
    const reply = await statements({ report_id: REPORT_2024, statement: "income" });
    expect([reply.status, reply.headers.get("x-credits-charged")]).toEqual([200, "3"]);
    const revenue = rowOf(reply, "revenue");
    const [cell] = revenue.cells;
    if (!cell) throw new Error("revenue has no cell");
    expect(cell.value).toBeGreaterThan(1e9);
    expect(cell).toMatchObject({ scale: 1e6, currency: "USD" });
    expect(cell.confidence).toBeGreaterThan(0.5);
    const page = await fetch(cell.claims[0]?.link ?? "");
    expect(page.status).toBe(200);
    expect(await page.text()).toContain(`page ${cell.page}`);
  });

  it("200: gives a company over the years, each year from the newest report that has it", async () => {
    const reply = await statements({ svc_entity_id: COMPANY, statement: "balance", periods: 3 });
    const columns = reply.json.data.statements.flatMap(
      (one: { columns: { fiscal_year: number; report_id: string }[] }) => one.columns,
    );
    expect(columns.map((one: { fiscal_year: number }) => one.fiscal_year)).toEqual([2024, 2023, 2022]);
    expect(columns[0].report_id).toBe(REPORT_2024);
    expect(columns[2].report_id).toBe(REPORT_2023);
  });

  it("200: gives the standard view in the rows of the dictionary", async () => {
    const reply = await statements({ svc_entity_id: COMPANY, view: "standard" });
    const kinds = reply.json.data.statements.map(({ statement }: { statement: string }) => statement);
    expect(kinds).toEqual(["income", "balance", "cash_flow"]);
    expect(rowOf(reply, "total_assets").cells.length).toBeGreaterThanOrEqual(3);
  });

  it("keeps a restated figure with what the earlier report gave, and answers as of the time before", async () => {
    const now = await statements({ svc_entity_id: COMPANY, view: "standard", statement: "income" });
    const restated = now.json.data.statements[0].rows
      .flatMap(({ cells }: Row) => cells)
      .filter(({ restated_from }: Cell) => restated_from.length > 0);
    expect(restated.length).toBeGreaterThan(0);
    const [cell] = restated;
    expect(cell.restated_from[0].report_id).toBe(REPORT_2023);
    expect(cell.restated_from[0].value).not.toBe(cell.value);
    const before = await statements({
      svc_entity_id: COMPANY,
      view: "standard",
      statement: "income",
      as_of: "2024-12-31",
    });
    const values = before.json.data.statements[0].rows.flatMap(({ cells }: Row) =>
      cells.map(({ value }) => value),
    );
    expect(values).toContain(cell.restated_from[0].value);
    expect(before.text).not.toContain(REPORT_2024);
  });

  it("never takes the year of an annual report from an interim one", async () => {
    const rows = await app.db<{ report_id: string }>`
      select report_id from financial_figure f join report r using (report_id)
      where r.fiscal_period <> 'FY' and f.frequency = 'annual'`;
    expect(rows).toEqual([]);
  });

  it("gives a number of unknown scale as text only", async () => {
    const [stored] = await app.db<{ statements: unknown }>`
      select statements from report_statements where report_id = ${REPORT_2023}`;
    await app.db`
      update report_statements set statements = (
        select jsonb_agg(s || jsonb_build_object(
          'columns', (select jsonb_agg(c || '{"scale": null}') from jsonb_array_elements(s -> 'columns') c),
          'rows', (select jsonb_agg(r || jsonb_build_object('cells',
            (select coalesce(jsonb_agg(x || '{"value": null}'), '[]') from jsonb_array_elements(r -> 'cells') x)))
            from jsonb_array_elements(s -> 'rows') r)))
        from jsonb_array_elements(statements) s)
      where report_id = ${REPORT_2023}`;
    const reply = await statements({ report_id: REPORT_2023, statement: "balance" });
    const [cell] = rowOf(reply, "total_assets").cells;
    expect(cell).toMatchObject({ value: null, scale: null });
    expect(cell?.text).toMatch(/\d/);
    await app.db`
      update report_statements set statements = ${app.db.json(stored?.statements)}::jsonb
      where report_id = ${REPORT_2023}`;
  });

  it("404: shows another account neither an uploaded report nor its figures, and 422 without a subject", async () => {
    const reportId = await upload(key, { company: COMPANY });
    await waitUntilReady(reportId);
    const stranger = await app.addAccount({ credits: 1_000 });
    expect((await statements({ report_id: reportId }, stranger.key)).status).toBe(404);
    const theirs = await statements({ svc_entity_id: COMPANY, view: "standard", periods: 20 }, stranger.key);
    expect(theirs.text).not.toContain(reportId);
    const own = await statements({ svc_entity_id: COMPANY, view: "standard", periods: 20 });
    expect(own.text).toContain(reportId);
    const [link] = rowOf(await statements({ report_id: reportId }), "revenue").cells[0]?.claims ?? [];
    expect(link?.link).toContain("signature=");
    expect((await fetch(link?.link ?? "")).status).toBe(200);

    expect((await statements({}, stranger.key)).status).toBe(422);
    const removed = await app.call("DELETE", `/v1/company_report/upload?report_id=${reportId}`, { key });
    expect(removed.json.data.deleted).toBe(true);
    const [left] = await app.db<{ figures: number; readings: number }>`
      select (select count(*) from financial_figure where report_id = ${reportId}) as figures,
        (select count(*) from report_statements where report_id = ${reportId}) as readings`;
    expect(left).toEqual({ figures: 0, readings: 0 });
    expect(accountId).not.toBe(stranger.accountId);
  });

  it("sends one row per cell as CSV", async () => {
    const reply = await app.call("POST", "/v1/financial/statements", {
      key,
      body: { report_id: REPORT_2024, statement: "income" },
      headers: { accept: "text/csv" },
    });
    const [head, first] = reply.text.split("\n");
    expect(head).toContain("statement,report_id,row,label");
    expect(first).toMatch(/^income,rep_/);
  });
});
