import { unzipSync } from "fflate";
import { expect, it } from "vitest";
import { startTestApp } from "./app.ts";

const app = await startTestApp({ demo: true, work: false, rate_factor: 1_000 });
const own = await app.addAccount({ credits: 1_000 });
const stranger = await app.addAccount({ credits: 1_000 });
const REPORT = "rep_onlyforitsowner";
const AMOUNT = "987654321";
const [company] = await app.db<{ svc_entity_id: string }>`
  select svc_entity_id from company c
  where not exists (select from financial_figure f where f.svc_entity_id = c.svc_entity_id) limit 1`;
const COMPANY = company?.svc_entity_id ?? "";

/** An upload with one figure, as its digest stores it. */
async function upload(): Promise<void> {
  await app.db`
    insert into report (report_id, account_id, svc_entity_id, file_title, file_title_en, report_type_id,
      report_type_confidence, publish_date, fiscal_year, fiscal_period, file_name, content_type, file_sha256, file_bytes,
      digest_state, source)
    values (${REPORT}, ${own.accountId}, ${COMPANY}, 'Report', 'Report', 'annual_report', 1, '2025-03-01', 2024, 'FY',
      'report.pdf', 'application/pdf', encode(sha256('own'), 'hex'), 1, 'ready', 'upload')`;
  await app.db`
    insert into financial_figure (report_id, svc_entity_id, account_id, published, frequency, concept, period_start,
      period_end, fiscal_year, value, currency, unit, scale, confidence, proof, printed, page, box, claim_ids)
    values (${REPORT}, ${COMPANY}, ${own.accountId}, '2025-03-01', 'annual', 'revenue', '2024-01-01', '2024-12-31', 2024,
      ${Number(AMOUNT)}, 'USD', 'money', 1, 0.99, 'proven', ${AMOUNT}, 1, '{1,2,3,4}', '{clm_0123456789abcdef01234567}')`;
}

const CALLS = [
  ["statements", { svc_entity_id: COMPANY, view: "standard" }],
  ["series", { svc_entity_ids: [COMPANY], figures: ["revenue"] }],
  ["series", { svc_entity_ids: [COMPANY], figures: ["revenue"], as_of: "2026-01-01" }],
  ["screen", { where: "revenue > 987654320 and revenue < 987654322", currency: "USD", fiscal_year: 2024 }],
] as const;
const FORMATS = ["application/json", "text/csv", "application/x-ndjson", "application/vnd.apache.parquet"];
const WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

async function read(key: string, [operation, body]: (typeof CALLS)[number], accept: string): Promise<string> {
  const reply = await fetch(`${app.baseUrl}/v1/financial/${operation}`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json", accept },
    body: JSON.stringify(body),
  });
  expect(reply.status).toBe(200);
  const bytes = new Uint8Array(await reply.arrayBuffer());
  const isWorkbook = reply.headers.get("content-type") === WORKBOOK;
  const files = isWorkbook ? Object.values(unzipSync(bytes)) : [bytes];
  return files.map((file) => Buffer.from(file).toString("latin1")).join("\n");
}

/** Which answers have the claim or the report of the upload, by operation and format. */
async function listShown(key: string): Promise<string[]> {
  const shown: string[] = [];
  for (const one of CALLS)
    for (const accept of [...FORMATS, WORKBOOK]) {
      const text = await read(key, one, accept);
      if (/clm_0123456789abcdef01234567|rep_onlyforitsowner/.test(text)) shown.push(`${one[0]} ${accept}`);
    }
  return shown;
}

it("gives the figures of an upload to those who may read it, in no form to others, and to no one after its deletion", async () => {
  await upload();
  expect(await listShown(own.key)).toHaveLength(CALLS.length * (FORMATS.length + 1));
  expect(await listShown(stranger.key)).toEqual([]);
  // Shared with one member: the key of no person is not that member.
  await app.db`
    update report set uploaded_by = 'usr_member', readers = '{usr_member}' where report_id = ${REPORT}`;
  expect(await listShown(own.key)).toEqual([]);
  await app.db`update report set readers = null where report_id = ${REPORT}`;
  expect((await listShown(own.key)).length).toBeGreaterThan(0);
  const [kept] = await app.db`select from figure_series where svc_entity_id = ${COMPANY}`;
  expect(kept).toBeUndefined();
  await app.db`delete from report where report_id = ${REPORT}`;
  expect(await listShown(own.key)).toEqual([]);
});
