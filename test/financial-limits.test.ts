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
