import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { startTestApp, type TestReply } from "./app.ts";
import { addPerson, PASSWORD, PageVisitor } from "./person.ts";
import { waitUntilDigested } from "./wait-for-reports.ts";

const app = await startTestApp({ demo: true, rate_factor: 1_000 });
const { key, accountId } = await app.addAccount({ credits: 100_000 });
const COMPANY = "ent_qpi4neyotut5";
const REPORT_2023 = "rep_z55fji7yfsol";
const REPORT_2024 = "rep_vujzjgh7sqyi";

const statements = (body: object, by = key): Promise<TestReply> =>
  app.call("POST", "/v1/financial/statements", { key: by, body });

interface Cell {
  column: number;
  value: number | null;
  text: string;
  page: number;
  scale: number;
  currency: string;
  confidence: number | null;
  proof: string;
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

async function uploadHtml(by: string, file: Buffer): Promise<string> {
  const form = new FormData();
  form.set("title", "Annual report 2024");
  form.set("report_type", "annual_report");
  form.set("file", new Blob([new Uint8Array(file)]), "report.html");
  const reply = await app.call("POST", "/v1/company_report/upload", { key: by, form });
  expect(reply.status).toBe(200);
  return reply.json.data.report_id;
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

  it("are counted in the certificate of their report, with the totals that are proven", async () => {
    const { json } = await statements({ report_id: REPORT_2024 });
    const shown: { columns: { period_end: string }[] }[] = json.data.statements;
    const url = `/v1/company_report/certificate?report_id=${REPORT_2024}`;
    const counts = (await app.call("GET", url, { key })).json.data.certificate.statements;
    expect(counts).toMatchObject({ failed_totals: 0, unknown_scales: 0 });
    expect(counts.found).toBeGreaterThanOrEqual(shown.length);
    expect(counts.proven_totals).toBeGreaterThanOrEqual(counts.columns);
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

  it("200: gives the changes in equity by component, proven and with the total of the balance sheet", async () => {
    const reply = await statements({ svc_entity_id: COMPANY, statement: "equity" });
    const [equity] = reply.json.data.statements;
    const total = equity.columns.length - 1;
    expect(equity.columns.every(({ member }: { member: string }) => member !== "")).toBe(true);
    const cells: Cell[] = equity.rows.flatMap((row: Row) => row.cells);
    expect(cells.every(({ proof }) => proof === "proven")).toBe(true);
    const closing = equity.rows.at(-1).cells.find(({ column }: { column: number }) => column === total);
    const balance = await statements({ svc_entity_id: COMPANY, statement: "balance" });
    expect(closing.value).toBe(rowOf(balance, "total_equity").cells[0]?.value);
    expect(await fetch(closing.claims[0].link).then(({ status }) => status)).toBe(200);
  });

  it("200: gives segments that add up to the revenue of the company, over the years", async () => {
    const reply = await statements({ svc_entity_id: COMPANY, statement: "segments" });
    const [segments] = reply.json.data.statements;
    const amounts = segments.rows
      .filter(({ path }: { path: string[] }) => path[0] === segments.rows[0].path[0])
      .map(({ role, cells }: Row & { role: string }) => ({ role, value: cells[0]?.value ?? 0 }));
    const sum = amounts
      .filter(({ role }: { role: string }) => role === "item")
      .reduce((all: number, { value }: { value: number }) => all + value, 0);
    const income = await statements({ svc_entity_id: COMPANY, statement: "income" });
    expect(sum).toBe(rowOf(income, "revenue").cells[0]?.value);
    expect(amounts.at(-1).value).toBe(sum);
  });

  it("200: says that changes in equity and segments have no standard rows", async () => {
    const reply = await statements({ svc_entity_id: COMPANY, statement: "equity", view: "standard" });
    expect(reply.json.data.statements).toEqual([]);
    expect(reply.json.data.notes.join(" ")).toContain("as reported only");
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

  it("compares the tables of an uploaded HTML report with its XBRL tags and lists what differs", async () => {
    const countFacts = async () =>
      (await app.db<{ count: number }>`select count(*) as count from fact`)[0]?.count;
    const before = await countFacts();
    const reportId = await uploadHtml(key, readFileSync("test/reports/inline-xbrl.html"));
    await waitUntilDigested(app, reportId);
    const reply = await statements({ report_id: reportId });
    expect(rowOf(reply, "revenue").cells[0]).toMatchObject({
      value: 1_000_000_000,
      tagged: { verdict: "match", tag: "us-gaap:Revenues" },
    });
    expect(rowOf(reply, "net_income").cells[0]).toMatchObject({
      confidence: 0.5,
      tagged: { verdict: "differs" },
    });
    expect(reply.json.data.notes).toContainEqual(
      expect.stringContaining("net_income for the period to 2024-12-31"),
    );
    expect(await countFacts()).toBe(before);
  });

  it("gives the half-year of an interim report with its first and last day, as a table and as a series", async () => {
    const company = "ent_xy2zkocnqeao";
    const reply = await statements({ svc_entity_id: company, statement: "income", frequency: "interim" });
    const [table] = reply.json.data.statements;
    expect(table.columns[0]).toMatchObject({ period_start: "2024-01-01", period_end: "2024-06-30" });
    expect(rowOf(reply, "revenue").cells[0]?.value).toBe(384_000_000);
    const { json } = await app.call("POST", "/v1/financial/series", {
      key,
      body: { svc_entity_ids: [company], figures: ["revenue", "total_assets"], frequency: "interim" },
    });
    expect(json.data.periods).toEqual(["2023-06-30 6M", "2023-12-31", "2024-06-30 6M"]);
    expect(json.data.series.map(({ values }: { values: (number | null)[] }) => values)).toEqual([
      [405_900_000, null, 384_000_000],
      [null, 884_400_000, 865_400_000],
    ]);
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
    await waitUntilDigested(app, reportId);
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

describe("financials.statements as a workbook", () => {
  const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

  it("cost a person who downloads them, and nothing on a page", async () => {
    const { email } = await addPerson(app, { accountId });
    const visitor = new PageVisitor(app.baseUrl);
    const json = { "x-florin-console": "1", "content-type": "application/json" };
    const post = (url: string, body: object, headers = {}) =>
      visitor.request(url, { method: "POST", headers: { ...json, ...headers }, body: JSON.stringify(body) });
    await post("/console/api/sign_in", { email, password: PASSWORD });
    const read = (headers = {}) => post("/v1/financial/statements", { svc_entity_id: COMPANY }, headers);
    expect((await read()).headers.get("x-credits-charged")).toBe("0");
    expect((await read({ accept: XLSX })).headers.get("x-credits-charged")).toBe("3");
    expect((await read({ accept: "text/csv" })).headers.get("x-credits-charged")).toBe("3");
  });
  const download = async (body: object) => {
    const reply = await fetch(`${app.baseUrl}/v1/financial/statements`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json", accept: XLSX },
      body: JSON.stringify(body),
    });
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, XLSX]);
    const files = unzipSync(new Uint8Array(await reply.arrayBuffer()));
    return new Map(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]));
  };

  it("has a sheet per statement, numbers as numbers, links to claim pages and quotes as comments", async () => {
    const files = await download({ report_id: REPORT_2024 });
    expect(files.get("xl/workbook.xml")?.match(/<sheet /g)?.length).toBe(5);
    const reply = await statements({ report_id: REPORT_2024, statement: "income" });
    const [cell] = rowOf(reply, "revenue").cells;
    expect(files.get("xl/worksheets/sheet1.xml")).toContain(`<v>${cell?.value}</v>`);
    expect(files.get("xl/styles.xml")).toContain("#,##0");
    expect(files.get("xl/worksheets/_rels/sheet1.xml.rels")).toContain(`/c/${cell?.claims[0]?.claim_id}`);
    expect(files.get("xl/comments1.xml")).toContain(cell?.text);
  });

  it("writes a label that looks like a formula as text, in the workbook and as CSV", async () => {
    const [stored] = await app.db<{ statements: unknown }>`
      select statements from report_statements where report_id = ${REPORT_2023}`;
    const attack = `=HYPERLINK("https://evil.invalid","x")`;
    await app.db`
      update report_statements
      set statements = jsonb_set(statements, '{0,rows,0,label}', ${app.db.json(attack)}::jsonb)
      where report_id = ${REPORT_2023}`;
    const files = await download({ report_id: REPORT_2023 });
    for (const [name, text] of files) expect([name, /<f[ >]/.test(text)]).toEqual([name, false]);
    expect(files.get("xl/worksheets/_rels/sheet1.xml.rels")).not.toContain("evil.invalid");
    expect(files.get("xl/sharedStrings.xml")).toContain("evil.invalid");
    const csv = await app.call("POST", "/v1/financial/statements", {
      key,
      body: { report_id: REPORT_2023 },
      headers: { accept: "text/csv" },
    });
    expect(csv.text).toContain("'=HYPERLINK");
    expect(csv.text).not.toMatch(/(^|,)"?=HYPERLINK/m);
    await app.db`
      update report_statements set statements = ${app.db.json(stored?.statements)}::jsonb
      where report_id = ${REPORT_2023}`;
  });
});

describe("financials.series", () => {
  const series = (body: object, by = key, headers: Record<string, string> = {}) =>
    app.call("POST", "/v1/financial/series", { key: by, body, headers });

  it("200: gives figures and ratios in columns with claim ids, and a reason for each gap", async () => {
    const reply = await series({
      svc_entity_ids: [COMPANY],
      figures: ["revenue", "net_margin", "inventory"],
    });
    expect([reply.status, reply.headers.get("x-credits-charged")]).toEqual([200, "3"]);
    const { periods, series: found } = reply.json.data;
    expect(periods).toEqual(["2022", "2023", "2024"]);
    const [revenue, margin] = found;
    expect(revenue).toMatchObject({ figure: "revenue", unit: "money", currency: "USD" });
    expect(revenue.values.every((value: number) => value > 1e9)).toBe(true);
    expect(margin.values[2]).toBeGreaterThan(0);
    expect(margin.claim_ids[2].length).toBe(2);
    const page = await app.call("GET", `/c/${revenue.claim_ids[2][0]}`);
    expect(page.status).toBe(200);
    for (const one of found)
      for (const [index, value] of one.values.entries())
        expect([one.figure, value === null]).toEqual([one.figure, one.reasons[index] !== null]);
  });

  it("shows what a report before gave, and only what was known as of a day", async () => {
    const body = {
      svc_entity_ids: [COMPANY],
      figures: ["revenue", "cost_of_revenue", "gross_profit", "operating_income", "net_income"],
    };
    const now = (await series(body)).json.data.series;
    const restated = now.flatMap((one: { figure: string; restated_from: (number | null)[] }) =>
      one.restated_from.flatMap((value, index) =>
        value === null ? [] : [{ figure: one.figure, value, index }],
      ),
    );
    expect(restated.length).toBeGreaterThan(0);
    const before = (await series({ ...body, as_of: "2024-12-31" })).json.data;
    const [first] = restated;
    const then = before.series.find((one: { figure: string }) => one.figure === first.figure);
    expect(then.values[before.periods.indexOf(["2022", "2023", "2024"][first.index] ?? "")]).toBe(
      first.value,
    );
  });

  it("converts with a named rate and day, and leaves out what has no rate", async () => {
    const without = await series({ svc_entity_ids: [COMPANY], figures: ["revenue"], currency: "EUR" });
    expect(without.json.data.series[0].values).toEqual([null, null, null]);
    expect(without.json.data.series[0].reasons[2]).toContain("no rate of USD to EUR");
    await app.db`
      insert into currency_rate (currency, date, usd, source, licence)
      values ('EUR', '2024-12-30', 1.25, 'test bank', 'test')`;
    const { json } = await series({
      svc_entity_ids: [COMPANY],
      figures: ["revenue", "net_margin"],
      currency: "EUR",
    });
    const [revenue, margin] = json.data.series;
    const dollars = (await series({ svc_entity_ids: [COMPANY], figures: ["revenue"] })).json.data.series[0]
      .values[2];
    expect(revenue.values[2]).toBeCloseTo(dollars / 1.25, 2);
    expect(revenue.rates[2]).toEqual({ rate: 0.8, source: "test bank", date: "2024-12-30" });
    expect(margin.rates).toBeNull();
    await app.db`delete from currency_rate where source = 'test bank'`;
  });

  it("divides per-share values by splits after their report, and says so", async () => {
    const ask = () => series({ svc_entity_ids: [COMPANY], figures: ["eps_diluted"] });
    const plain = (await ask()).json.data.series[0];
    await app.db`
      insert into corporate_action (svc_entity_id, ticker, kind, ex_date, ratio, source, licence)
      values (${COMPANY}, '', 'split', '2025-12-15', 2, 'test', 'test')`;
    const split = (await ask()).json.data.series[0];
    expect(split.values[2]).toBeCloseTo(plain.values[2] / 2, 6);
    expect(split.split_factors[2]).toBe(plain.split_factors[2] * 2);
    await app.db`delete from corporate_action where source = 'test'`;
  });

  it("moves a fiscal year that ends early in the year to the calendar year before", async () => {
    const ask = async (align: string) =>
      (await series({ svc_entity_ids: ["ent_2ltowocmh7a2"], figures: ["total_assets"], align })).json.data
        .periods;
    const fiscal = await ask("fiscal");
    expect(await ask("calendar")).toEqual(fiscal.map((year: string) => String(Number(year) - 1)));
  });

  it("gives only the periods that end in the range", async () => {
    const range = { from: "2023-01-01", to: "2023-12-31" };
    const { periods } = (await series({ svc_entity_ids: [COMPANY], figures: ["revenue"], ...range })).json
      .data;
    expect(periods).toEqual(["2023"]);
  });

  it("422 and 404: refuses unknown figures, too many values and unknown companies", async () => {
    const of = (body: object) => series({ svc_entity_ids: [COMPANY], figures: ["revenue"], ...body });
    expect((await of({ figures: ["turnover_of_the_year"] })).status).toBe(422);
    expect((await of({ svc_entity_ids: ["ent_aaaaaaaaaaaa"] })).status).toBe(404);
    const many = Array.from({ length: 200 }, (_, index) => `ent_${index}`);
    const figures = ["revenue", "cash", "capex", "net_income"];
    expect((await of({ svc_entity_ids: many, figures, periods: 30 })).status).toBe(422);
  });

  it("counts figures of an upload for its own account alone", async () => {
    const stranger = await app.addAccount({ credits: 1_000 });
    await app.db`update report set account_id = ${accountId} where report_id = ${REPORT_2024}`;
    const ask = async (by: string) =>
      (await series({ svc_entity_ids: [COMPANY], figures: ["revenue"] }, by)).json.data.periods;
    expect(await ask(stranger.key)).toEqual(["2022", "2023"]);
    expect(await ask(key)).toEqual(["2022", "2023", "2024"]);
    await app.db`update report set account_id = null where report_id = ${REPORT_2024}`;
    expect(await ask(stranger.key)).toEqual(["2022", "2023", "2024"]);
  });

  it("is sent as a workbook with numbers as numbers, claims and restatements as comments", async () => {
    const body = {
      svc_entity_ids: [COMPANY],
      figures: ["revenue", "cost_of_revenue", "gross_profit", "operating_income"],
    };
    const { json } = await series(body);
    const reply = await fetch(`${app.baseUrl}/v1/financial/series`, {
      method: "POST",
      headers: {
        "x-api-key": key,
        "content-type": "application/json",
        accept: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      },
      body: JSON.stringify(body),
    });
    const files = unzipSync(new Uint8Array(await reply.arrayBuffer()));
    const text = (name: string) => Buffer.from(files[name] ?? []).toString();
    const [revenue] = json.data.series;
    expect(text("xl/worksheets/sheet1.xml")).toContain(`<v>${revenue.values[2]}</v>`);
    expect(text("xl/comments1.xml")).toContain(revenue.claim_ids[2][0]);
    const restated = json.data.series.flatMap(
      (one: { restated_from: (number | null)[] }) => one.restated_from,
    );
    const [earlier] = restated.filter((value: number | null) => value !== null);
    expect(text("xl/comments1.xml")).toContain(`Restated; ${earlier} in the report before`);
  });

  it.each([
    ["text/csv", "svc_entity_id,figure,period"],
    ["application/x-ndjson", '{"svc_entity_id":"ent_'],
    ["application/vnd.apache.parquet", "PAR1"],
  ])("is sent as %s on request", async (accept, start) => {
    const reply = await series({ svc_entity_ids: [COMPANY], figures: ["revenue"] }, key, { accept });
    expect([reply.status, reply.text.startsWith(start)]).toEqual([200, true]);
  });
});

describe("financials.figures", () => {
  it("200: lists every figure with its sign and every ratio with its formula, free of charge", async () => {
    const reply = await app.call("GET", "/v1/constant/financial_figures", { key });
    expect([reply.status, reply.headers.get("x-credits-charged")]).toEqual([200, "0"]);
    const list = reply.json.data.financial_figures;
    expect(list.find(({ id }: { id: string }) => id === "capex")).toMatchObject({
      sign: "cost",
      formula: null,
    });
    expect(list.find(({ id }: { id: string }) => id === "ebitda").formula).toContain("operating_income");
  });
});

describe("financials.screen", () => {
  // The newest year of a company counts for a few years only, so that the day of the test must not matter.
  const screen = (body: object) =>
    app.call("POST", "/v1/financial/screen", { key, body: { as_of: "2025-12-31", ...body } });

  it("200: finds the companies that meet the condition, with the evidence of each value", async () => {
    const reply = await screen({ where: "net_margin > 0 and total_debt / total_assets < 0.9" });
    expect([reply.status, reply.headers.get("x-credits-charged")]).toEqual([200, "5"]);
    const { companies, examined, where } = reply.json.data;
    expect(where).toBe("net_margin > 0 and total_debt / total_assets < 0.9");
    expect(examined).toBeGreaterThanOrEqual(companies.length);
    const own = companies.find((one: { svc_entity_id: string }) => one.svc_entity_id === COMPANY);
    expect(own.fiscal_year).toBe(2024);
    const [margin] = own.evidence;
    expect(margin).toMatchObject({ expression: "net_margin", unit: "number" });
    expect(margin.value).toBeGreaterThan(0);
    expect(margin.claim_ids.length).toBe(2);
  });

  it("counts a company without the figure as incomplete, never as a match", async () => {
    const all = (await screen({ where: "revenue_growth_10y > 0" })).json.data;
    expect(all.companies).toEqual([]);
    expect(all.incomplete).toBe(all.examined);
  });

  it("goes on where the page before ended", async () => {
    const ids: string[] = [];
    for (let after: string | null = ""; after !== null; ) {
      const { companies, next } = (
        await screen({ where: "total_assets / total_assets > 0", limit: 2, after })
      ).json.data as { companies: { svc_entity_id: string }[]; next: string | null };
      ids.push(...companies.map(({ svc_entity_id }) => svc_entity_id));
      after = next;
    }
    const all = (await screen({ where: "total_assets / total_assets > 0" })).json.data.companies;
    expect(ids).toEqual(all.map(({ svc_entity_id }: { svc_entity_id: string }) => svc_entity_id));
    expect(ids.length).toBeGreaterThan(3);
  });

  it("compares an amount with a number only in a named currency", async () => {
    const refused = await screen({ where: "revenue > 1000" });
    expect([refused.status, refused.json.detail]).toEqual([422, expect.stringContaining("currency")]);
    const found = await screen({ where: "revenue > 1000", currency: "USD" });
    const [own] = found.json.data.companies.filter(
      (one: { svc_entity_id: string }) => one.svc_entity_id === COMPANY,
    );
    expect(own.evidence[0].currency).toBe("USD");
  });

  it.each(["revenue > ", "revenue > 1 and drop", "revenue + 1 > revenue", "1 > 2", "no_such_figure > 1"])(
    "422: refuses %s",
    async (where) => {
      expect((await screen({ where })).status).toBe(422);
    },
  );
});
