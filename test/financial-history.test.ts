import { describe, expect, it } from "vitest";
import { startTestApp } from "./app.ts";

const app = await startTestApp({ demo: true, work: false, rate_factor: 1_000 });
const account = await app.addAccount({ credits: 1_000 });
const [company] = await app.db<{ svc_entity_id: string }>`
  select svc_entity_id from company c
  where not exists (select from financial_figure f where f.svc_entity_id = c.svc_entity_id) limit 1`;
const COMPANY = company?.svc_entity_id ?? "";
const YEARS = { first: 2002, last: 2024 };

/** Twenty-three years of quarterly reports, every fourth of them annual, each with the same period a year before. */
async function addReports(): Promise<void> {
  for (let year = YEARS.first; year <= YEARS.last; year++)
    for (const quarter of [1, 2, 3, 4]) await addReport(year, quarter);
}

async function addReport(year: number, quarter: number): Promise<void> {
  const id = `rep_${"abcd"[quarter - 1]}${String(year).replace(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "")}`;
  const reportId = id.padEnd(20, "x");
  const isAnnual = quarter === 4;
  const columns = [year, year - 1].map((own) => makeColumn(own, isAnnual ? "year" : quarter));
  const statement = {
    kind: "income",
    title: "Income statement",
    pages: [1],
    scope: "group",
    columns,
    rows: [makeRow("Revenue", [year * quarter, (year - 1) * quarter])],
  };
  const published = isAnnual ? `${year + 1}-03-01` : `${year}-${["05", "08", "11"][quarter - 1]}-01`;
  await app.db`
    insert into report (report_id, svc_entity_id, file_title, file_title_en, report_type_id, report_type_confidence,
      publish_date, fiscal_year, fiscal_period, file_name, content_type, file_sha256, file_bytes, digest_state, source,
      extract_sha256)
    values (${reportId}, ${COMPANY}, 'Report', 'Report', ${isAnnual ? "annual_report" : "quarterly_report"}, 1,
      ${published}, ${year}, ${isAnnual ? "FY" : `Q${quarter}`}, 'report.pdf', 'application/pdf',
      encode(sha256(${reportId}::bytea), 'hex'), 1, 'ready', 'test', encode(sha256(${reportId}::bytea), 'hex'))`;
  await app.db`
    insert into report_statements (report_id, version, extract_sha256, metadata, statements)
    values (${reportId}, 'test', encode(sha256(${reportId}::bytea), 'hex'), '{}', ${app.db.json([statement])}::jsonb)`;
}

const QUARTERS = [
  ["01-01", "03-31"],
  ["04-01", "06-30"],
  ["07-01", "09-30"],
] as const;

function makeColumn(year: number, length: "year" | number) {
  const [start, end] = (length === "year" ? null : QUARTERS[length - 1]) ?? ["01-01", "12-31"];
  return {
    head: String(year),
    member: null,
    period: { start: `${year}-${start}`, end: `${year}-${end}`, fiscalYear: year, isAssumed: false },
    currency: "USD",
    scale: 1,
    restated: false,
    sums: { proven: 0, failed: 0 },
  };
}

function makeRow(label: string, values: readonly number[]) {
  const box = [1, 2, 3, 4];
  const cells = values.map((value, column) => ({
    column,
    text: String(value),
    printed: value,
    value,
    unit: "money",
    proof: "none",
    page: 1,
    box,
  }));
  return { label, path: [], level: 0, role: "item", concept: "revenue", cells, page: 1, box };
}

interface Answer {
  statements: { columns: { period_end: string }[] }[];
  notes: string[];
}

async function ask(input: object): Promise<{ ends: string[]; notes: string[] }> {
  const body = { svc_entity_id: COMPANY, statement: "income", ...input };
  const { status, json } = await app.call("POST", "/v1/financial/statements", { key: account.key, body });
  expect(status).toBe(200);
  const { statements, notes } = json.data as Answer;
  const ends = statements.flatMap(({ columns }) => columns.map(({ period_end }) => period_end));
  return { ends: ends.toSorted(), notes };
}

describe("statements of a company with more reports than are read for one answer", async () => {
  await addReports();

  it("have the years of an old range", async () => {
    const { ends, notes } = await ask({ from: "2004-01-01", to: "2007-12-31" });
    expect(ends).toEqual(["2004-12-31", "2005-12-31", "2006-12-31", "2007-12-31"]);
    expect(notes).toEqual([]);
  });

  it("have the quarters of an old range", async () => {
    const { ends, notes } = await ask({ frequency: "interim", from: "2004-01-01", to: "2004-12-31" });
    expect(ends).toEqual(["2004-03-31", "2004-06-30", "2004-09-30"]);
    expect(notes).toEqual([]);
  });

  it("have what was the latest on an earlier day", async () => {
    const { ends } = await ask({ as_of: "2006-04-01", periods: 3 });
    expect(ends).toEqual(["2003-12-31", "2004-12-31", "2005-12-31"]);
    const quarters = await ask({ frequency: "interim", as_of: "2006-04-01", periods: 2 });
    expect(quarters.ends).toEqual(["2005-06-30", "2005-09-30"]);
  });

  it("say where they are cut", async () => {
    // Older reports than those that are read would have them.
    await app.db`
      update report_statements set statements = '[]'
      where report_id in (select report_id from report where svc_entity_id = ${COMPANY} and publish_date > '2006-04-01')`;
    const { ends, notes } = await ask({ frequency: "interim", periods: 20 });
    expect(ends).toEqual([]);
    expect(notes).toEqual([
      expect.stringMatching(/^Only reports published since 2010-\d\d-\d\d were searched; set from and to/),
      "No income statement was found for these periods.",
    ]);
  });
});
