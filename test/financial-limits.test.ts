import { expect, it } from "vitest";
import { startTestApp } from "./app.ts";

const app = await startTestApp({ demo: true, rate_factor: 1_000 });
const { key } = await app.addAccount({ credits: 1_000 });
const COMPANY = "ent_qpi4neyotut5";

const call = (operation: string, body: object) =>
  app.call("POST", `/v1/financial/${operation}`, { key, body });

const balance = async () => (await app.call("GET", "/v1/account/balance", { key })).json.data;

it("refuses a range that ends before it begins, and charges nothing", async () => {
  const range = { from: "2024-12-31", to: "2020-01-01" };
  const before = await balance();
  for (const reply of [
    await call("statements", { svc_entity_id: COMPANY, ...range }),
    await call("series", { svc_entity_ids: [COMPANY], figures: ["revenue"], ...range }),
  ]) {
    expect(reply).toMatchObject({ status: 422, json: { code: "invalid_input" } });
    expect(reply.json.detail).toBe("from: must not be after to");
  }
  expect(await balance()).toEqual(before);
});

const series = { svc_entity_ids: [COMPANY], figures: ["revenue"] };
const many = Array.from({ length: 10_000 }, (_, index) => `ent_${index}`);

it.each([
  ["series", { ...series, svc_entity_ids: [] }],
  ["series", { ...series, svc_entity_ids: many }],
  ["series", { ...series, svc_entity_ids: ["ent_\u{1f4a9}\u202e"] }],
  ["series", { ...series, svc_entity_ids: [COMPANY, "\ud800"] }],
  ["series", { ...series, svc_entity_ids: COMPANY }],
  ["series", { ...series, figures: [] }],
  ["series", { ...series, figures: ["__proto__"] }],
  ["series", { ...series, figures: ["revenue_growth_99y"] }],
  ["series", { ...series, figures: ["revenue_growth_growth"] }],
  ["series", { ...series, figures: ["no_such_figure_growth"] }],
  ["series", { ...series, figures: ["revenue", "re\u0000venue"] }],
  ["series", { ...series, periods: "ten" }],
  ["series", { ...series, periods: 1.5 }],
  ["series", { ...series, currency: "€" }],
  ["series", { ...series, as_of: "9999-12-31T23:59:59-14:00" }],
  ["series", { ...series, from: "2024-02-30" }],
  ["statements", {}],
  ["statements", { svc_entity_id: COMPANY, report_id: "rep_vujzjgh7sqyi" }],
  ["statements", { svc_entity_id: "" }],
  ["statements", { report_id: "rep_'; drop table report; --" }],
  ["statements", { svc_entity_id: COMPANY, statement: "profit" }],
  ["statements", { svc_entity_id: COMPANY, periods: 0 }],
  ["screen", { where: "" }],
  ["screen", { where: "revenue > １０" }],
  ["screen", { where: "revenue > 10" }],
  ["screen", { where: "1 > 0" }],
  ["screen", { where: `${"(".repeat(400)}net_margin > 0` }],
  ["screen", { where: "net_margin > 0", fiscal_year: "2024x" }],
] as const)("refuses %s with a clear error and charges nothing: %j", async (operation, body) => {
  const before = await balance();
  const reply = await call(operation, body);
  expect([404, 422]).toContain(reply.status);
  expect(["invalid_input", "company_not_found", "report_not_found"]).toContain(reply.json.code);
  if (reply.status === 422) expect(reply.json.detail).toMatch(/\p{L}{3}/u);
  expect(await balance()).toEqual(before);
});

it.each([
  "net_margin * 1e99 * 1e99 * 1e99 * 1e99 > 1",
  "net_margin / (net_margin - net_margin) < 1e99",
  "net_margin / 1e-99 / 1e-99 / 1e-99 / 1e-99 > 1",
])("counts a company whose value cannot be computed as incomplete: %s", async (where) => {
  const { status, json } = await call("screen", { where });
  expect(status).toBe(200);
  expect(json.data.companies).toEqual([]);
  expect(json.data.incomplete).toBe(json.data.examined);
});

it("gives in a series the growth that a screen compares, with the same value and claims", async () => {
  const as_of = "2025-12-31";
  const figures = ["revenue_growth", "revenue_growth_1y", "net_margin_growth_1y"];
  const { periods, series } = (await call("series", { svc_entity_ids: [COMPANY], figures, as_of })).json.data;
  const where = "revenue_growth_1y > -9 or revenue_growth_1y < 9";
  const { companies } = (await call("screen", { where, as_of })).json.data;
  const { evidence, fiscal_year } = companies.find(
    (one: { svc_entity_id: string }) => one.svc_entity_id === COMPANY,
  );
  const at = periods.indexOf(String(fiscal_year));
  for (const one of series.slice(0, 2)) {
    expect(one).toMatchObject({ unit: "number", currency: null });
    expect([one.values[at], one.claim_ids[at]]).toEqual([evidence[0].value, evidence[0].claim_ids]);
  }
  expect(series[2].values[at]).not.toBeNull();
  expect(series[0].reasons[0]).toMatch(/revenue was not found/);
});

it("prints a condition so that it can be sent again", async () => {
  const where = "net_margin < 1e30 and net_margin > 1e-9";
  const first = (await call("screen", { where })).json.data;
  expect((await call("screen", { where: first.where })).json.data).toEqual(first);
});

it("answers what was known at a time before many later reports", async () => {
  const body = { svc_entity_id: COMPANY, as_of: "2025-12-31" };
  const before = (await call("statements", body)).json.data;
  expect(before.statements.length).toBeGreaterThan(0);
  await app.db`
    insert into report (report_id, svc_entity_id, file_title, file_title_en, report_type_id, report_type_confidence,
      publish_date, fiscal_year, fiscal_period, file_name, content_type, file_sha256, file_bytes, digest_state,
      extract_sha256, source)
    select 'rep_later' || lpad(n::text, 6, '0'), ${COMPANY}, 'Report', 'Report', 'annual_report', 1, '2026-03-01', 2025,
      'FY', 'report.pdf', 'application/pdf', encode(sha256(n::text::bytea), 'hex'), 1, 'ready',
      encode(sha256(n::text::bytea), 'hex'), 'test'
    from generate_series(1, 70) as n`;
  expect((await call("statements", body)).json.data).toEqual(before);
  // Their pages are not stored: what is known of the others is still given, and what is missing is said.
  const now = await call("statements", { svc_entity_id: COMPANY });
  expect(now.status).toBe(200);
  expect(now.json.data.notes).toContainEqual(
    expect.stringMatching(/^The statements of \d+ reports are not read yet/),
  );
  const one = await call("statements", { report_id: "rep_later000001" });
  expect(one).toMatchObject({ status: 409, json: { code: "report_not_ready" } });
});
