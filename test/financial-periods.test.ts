import { expect, it } from "vitest";
import { startTestApp } from "./app.ts";

const app = await startTestApp({ demo: true, work: false, rate_factor: 1_000 });
const { key, accountId } = await app.addAccount({ credits: 1_000 });
const companies = await app.db<{ svc_entity_id: string }>`
  select svc_entity_id from company c
  where not exists (select from report r where r.svc_entity_id = c.svc_entity_id) order by 1 limit 7`;
const [CHANGED = "", UNDATED = "", SPLIT = "", MIXED = "", RENAMED = "", RANGED = "", SPLIT_SINCE = ""] =
  companies.map(({ svc_entity_id }) => svc_entity_id);

interface GivenFigure {
  concept: string;
  start?: string;
  end: string;
  value: number;
  unit?: string;
  currency?: string;
  /** What the report calls the year, where it is not that of the last day. */
  called?: number;
}

interface GivenReport {
  reportId: string;
  company: string;
  /** Null where it is not known. */
  published: string | null;
  year: number;
  owner?: string;
}

async function addReport(
  { reportId, company, published, year, owner }: GivenReport,
  figures: readonly GivenFigure[],
): Promise<void> {
  await app.db`
    insert into report (report_id, account_id, svc_entity_id, file_title, file_title_en, report_type_id,
      report_type_confidence, publish_date, fiscal_year, fiscal_period, file_name, content_type, file_sha256, file_bytes,
      digest_state, source)
    values (${reportId}, ${owner ?? null}, ${company}, 'Report', 'Report', 'annual_report', 1, ${published}, ${year}, 'FY',
      'report.pdf', 'application/pdf', encode(sha256(${reportId}::bytea), 'hex'), 1, 'ready', 'test')`;
  for (const { concept, start, end, value, unit, currency, called } of figures)
    await app.db`
      insert into financial_figure (report_id, svc_entity_id, account_id, published, frequency, concept, period_start,
        period_end, fiscal_year, value, currency, unit, scale, confidence, proof, printed, page, box, claim_ids)
      select report_id, svc_entity_id, account_id, published_on(publish_date, created_at, fiscal_year), 'annual',
        ${concept}::text, ${start ?? null}::date, ${end}::date, ${called ?? Number(end.slice(0, 4))}::int, ${value}::float8,
        ${currency ?? "USD"}::text, ${unit ?? "money"}::text, 1, 0.99, 'proven', '1', 1, '{1,2,3,4}',
        array['clm_' || md5(${reportId + concept}::text)]
      from report where report_id = ${reportId}`;
}

async function ask(operation: string, body: object) {
  const { status, json } = await app.call("POST", `/v1/financial/${operation}`, { key, body });
  expect(status).toBe(200);
  return json.data;
}

it("shows in one column only what is of its last day, where a changed year end gives a year two of them", async () => {
  const day = (end: string, assets: number) => ({ concept: "total_assets", end, value: assets });
  const before = { reportId: "rep_yearendinmarch", company: CHANGED, published: "2023-06-01", year: 2023 };
  await addReport(before, [day("2023-03-31", 500), { concept: "inventory", end: "2023-03-31", value: 70 }]);
  const after = { reportId: "rep_yearenddecember", company: CHANGED, published: "2025-03-01", year: 2024 };
  await addReport(after, [day("2023-12-31", 800), day("2024-12-31", 900)]);
  const { statements } = await ask("statements", { svc_entity_id: CHANGED, view: "standard" });
  const [balance] = statements;
  expect(balance.columns.map((one: { period_end: string }) => one.period_end)).toEqual([
    "2024-12-31",
    "2023-12-31",
  ]);
  const rows = balance.rows.map(
    (row: { figure: string; cells: { value: number; restated_from: unknown }[] }) => [
      row.figure,
      row.cells.map(({ value, restated_from }) => [value, restated_from]),
    ],
  );
  expect(rows).toEqual([
    [
      "total_assets",
      [
        [900, []],
        [800, []],
      ],
    ],
  ]);
});

it("gives a year once that two reports call differently, in series, statements and screens", async () => {
  const year = (end: string, value: number, called?: number) => ({
    concept: "revenue",
    start: `${Number(end.slice(0, 4)) - 1}-02-04`,
    end,
    value,
    ...(called === undefined ? {} : { called }),
  });
  const before = { reportId: "rep_calledbybegin", company: RENAMED, published: "2024-04-01", year: 2023 };
  await addReport(before, [year("2023-01-28", 90, 2022), year("2024-02-03", 100, 2023)]);
  const after = { reportId: "rep_calledbyendxx", company: RENAMED, published: "2025-04-01", year: 2025 };
  await addReport(after, [year("2024-02-03", 105), year("2025-02-01", 126)]);
  for (const as_of of [undefined, "2025-12-31"]) {
    const figures = ["revenue", "revenue_growth"];
    const { periods, series } = await ask("series", { svc_entity_ids: [RENAMED], figures, as_of });
    expect(periods).toEqual(["2023", "2024", "2025"]);
    expect(series[0].values).toEqual([90, 105, 126]);
    expect(series[0].restated_from).toEqual([null, 100, null]);
    expect(series[1].values[2]).toBeCloseTo(0.2, 10);
  }
  const { statements } = await ask("statements", { svc_entity_id: RENAMED, view: "standard" });
  expect(statements[0].columns).toMatchObject([
    { head: "2025", fiscal_year: 2025, period_end: "2025-02-01" },
    { head: "2024", fiscal_year: 2024, period_end: "2024-02-03" },
    { head: "2023", fiscal_year: 2023, period_end: "2023-01-28" },
  ]);
  expect(statements[0].rows[0].cells[1]).toMatchObject({ value: 105, restated_from: [{ value: 100 }] });
  const where = "revenue_growth_2y > 0";
  const screened = await ask("screen", { where, as_of: "2025-12-31" });
  expect(screened.companies).toContainEqual(
    expect.objectContaining({ svc_entity_id: RENAMED, fiscal_year: 2025 }),
  );
  const earlier = await ask("series", {
    svc_entity_ids: [RENAMED],
    figures: ["revenue"],
    as_of: "2024-12-31",
  });
  expect([earlier.periods, earlier.series[0].values]).toEqual([
    ["2022", "2023"],
    [90, 100],
  ]);
});

it("calls a year the same in every range, though the latest reports are outside of it", async () => {
  const year = (end: string, called: number, concept = "revenue") => ({
    concept,
    start: `${Number(end.slice(0, 4)) - 1}-02-04`,
    end,
    value: called,
    called,
  });
  const before = { reportId: "rep_calledbefore15x", company: RANGED, published: "2015-04-01", year: 2014 };
  await addReport(before, [
    year("2014-02-01", 2013),
    year("2015-01-31", 2014),
    year("2015-01-31", 2014, "capex"),
  ]);
  const after = { reportId: "rep_calledafter2024", company: RANGED, published: "2025-04-01", year: 2025 };
  await addReport(after, [year("2025-02-01", 2025)]);
  const range = { to: "2015-12-31" };
  for (const as_of of [undefined, "2025-12-31"]) {
    const { periods } = await ask("series", {
      svc_entity_ids: [RANGED],
      figures: ["revenue"],
      as_of,
      ...range,
    });
    expect(periods).toEqual(["2014", "2015"]);
    const { statements } = await ask("statements", {
      svc_entity_id: RANGED,
      view: "standard",
      as_of,
      ...range,
    });
    for (const { columns } of statements)
      expect(columns[0]).toMatchObject({ head: "2015", fiscal_year: 2015, period_end: "2015-01-31" });
  }
});

it("does not let an old report without a date, uploaded today, replace what later reports say", async () => {
  const year = { concept: "revenue", start: "2019-01-01", end: "2019-12-31" };
  const later = { reportId: "rep_restatedlaterxx", company: UNDATED, published: "2021-03-01", year: 2020 };
  await addReport(later, [{ ...year, value: 90 }]);
  const old = {
    reportId: "rep_oldwithoutdatex",
    company: UNDATED,
    published: null,
    year: 2019,
    owner: accountId,
  };
  await addReport(old, [{ ...year, value: 100 }]);
  const { series } = await ask("series", { svc_entity_ids: [UNDATED], figures: ["revenue"] });
  expect(series[0]).toMatchObject({ values: [90], restated_from: [100] });
  const { statements } = await ask("statements", { svc_entity_id: UNDATED, view: "standard" });
  expect(statements[0].rows[0].cells[0]).toMatchObject({
    value: 90,
    restated_from: [{ published: "2020-12-31" }],
  });
  // Corrected by hand, it counts from its own day.
  await app.db`update report set publish_date = '2022-02-01' where report_id = ${old.reportId}`;
  const corrected = await ask("series", { svc_entity_ids: [UNDATED], figures: ["revenue"] });
  expect(corrected.series[0]).toMatchObject({ values: [100], restated_from: [90] });
});

it("adjusts for a split from its day on, and not when it is announced", async () => {
  const given = {
    concept: "eps_diluted",
    start: "2024-01-01",
    end: "2024-12-31",
    value: 6,
    unit: "per_share",
  };
  await addReport({ reportId: "rep_beforethesplitx", company: SPLIT, published: "2025-03-01", year: 2024 }, [
    given,
  ]);
  const addSplit = (days: number) => app.db`
    insert into corporate_action (svc_entity_id, ticker, kind, ex_date, ratio, source, licence)
    values (${SPLIT}, '', 'split', current_date + ${days}::int, 3, 'test', 'test')`;
  const earnings = async () =>
    (await ask("series", { svc_entity_ids: [SPLIT], figures: ["eps_diluted"] })).series[0];
  await addSplit(40);
  expect(await earnings()).toMatchObject({ values: [6], split_factors: [1] });
  await addSplit(-40);
  expect(await earnings()).toMatchObject({ values: [2], split_factors: [3] });
});

it("gives no value per share of a report without a date, where shares may have been split before it was published", async () => {
  const earnings = (year: number, value: number) => ({
    concept: "eps_diluted",
    start: `${year}-01-01`,
    end: `${year}-12-31`,
    value,
    unit: "per_share",
  });
  const addUndated = (year: number, figures: GivenFigure[], owner = accountId) =>
    addReport(
      { reportId: `rep_${owner.slice(4, 12)}of${year}x`, company: SPLIT_SINCE, published: null, year, owner },
      figures,
    );
  await app.db`
    insert into corporate_action (svc_entity_id, ticker, kind, ex_date, ratio, source, licence)
    values (${SPLIT_SINCE}, '', 'split', '2021-07-20', 4, 'test', 'test')`;
  const ask_ = async () => {
    const figures = ["eps_diluted", "eps_diluted_growth"];
    const { series } = await ask("series", { svc_entity_ids: [SPLIT_SINCE], figures });
    return series;
  };
  await addUndated(2018, [earnings(2018, 4)]);
  await addUndated(2020, [earnings(2019, 5), earnings(2020, 6)]);
  const [given, growth] = await ask_();
  expect(given).toMatchObject({ values: [1, null, null], split_factors: [4, 1, 1] });
  expect(given.reasons[1]).toMatch(/split/);
  expect(growth.values).toEqual([null, null, null]);
  await addUndated(2021, [earnings(2020, 1.5), earnings(2021, 2)]);
  expect((await ask_())[0]).toMatchObject({
    values: [1, null, 1.5, 2],
    restated_from: [null, null, null, null],
  });
  // An upload of others, which counts from the same day, says nothing of a report with a date.
  const stranger = await app.addAccount({ credits: 1 });
  await app.db`update report set publish_date = '2021-12-31' where report_id like ${`rep_${accountId.slice(4, 12)}of2020x`}`;
  await addUndated(2020, [earnings(2020, 6)], stranger.accountId);
  expect((await ask_())[0]).toMatchObject({ values: [1, 5, 1.5, 2] });
});

it("compares no amounts of a company that are in different currencies", async () => {
  const end = "2024-12-31";
  await addReport({ reportId: "rep_indollarsbefore", company: MIXED, published: "2025-01-01", year: 2024 }, [
    { concept: "total_debt", end, value: 200 },
  ]);
  await addReport({ reportId: "rep_ineurosafterxxx", company: MIXED, published: "2025-03-01", year: 2024 }, [
    { concept: "cash", end, value: 300, currency: "EUR" },
  ]);
  const screened = async (where: string) =>
    (await ask("screen", { where, fiscal_year: 2024 })).companies.map(
      (one: { svc_entity_id: string }) => one.svc_entity_id,
    );
  expect(await screened("cash > total_debt")).not.toContain(MIXED);
  expect(await screened("cash >= cash")).toContain(MIXED);
});
