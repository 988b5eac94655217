import fc from "fast-check";
import { expect, it } from "vitest";
import { synthesizeCompanies } from "../../../../bench/companies/synthesize.ts";
import { freshDatabase } from "../../../../test/database.ts";
import type { Viewer } from "../../../kernel/viewer.ts";
import { loadCompanies } from "../../companies/index.ts";
import { findVersions } from "./newest-points.ts";
import { PointReader } from "./read-point.ts";
import { listFigureLines } from "./store.ts";

const db = await freshDatabase();
const companies = [...synthesizeCompanies(2)];
await loadCompanies(
  db,
  { name: "test", reference: "test", licence: "none", source_date: "2026-01-02" },
  companies,
);
const COMPANIES = (await db<{ svc_entity_id: string }>`select svc_entity_id from company order by 1`).map(
  ({ svc_entity_id }) => svc_entity_id,
);
const CONCEPTS = ["revenue", "net_income"];
const ACCOUNTS = ["acc_one", "acc_two"];
const REPORTS = ["a", "b", "c", "d"].map((digit) => `rep_${digit.repeat(12)}`);

const reportId = fc.constantFrom(...REPORTS);
const company = fc.constantFrom(...COMPANIES, null);
const owner = fc.constantFrom(...ACCOUNTS, null, null);
const published = fc.constantFrom("2023-03-01", "2024-03-01", "2025-03-01", "2026-03-01");
const figure = fc.record({
  concept: fc.constantFrom(...CONCEPTS),
  year: fc.integer({ min: 2021, max: 2024 }),
  value: fc.constantFrom(100, 200, 300),
  frequency: fc.constantFrom("annual", "interim", "other"),
  /** Reports call a period by the fiscal year before, or by that of its last day. */
  countedTo: fc.constantFrom(0, -1),
  isDay: fc.boolean(),
  confidence: fc.constantFrom(0.9, 0.99),
});
const change = fc.oneof(
  fc.record({ kind: fc.constant("save" as const), reportId, figures: fc.array(figure, { maxLength: 6 }) }),
  fc.record({ kind: fc.constant("move" as const), reportId, company, owner, published }),
  fc.record({ kind: fc.constant("delete" as const), reportId }),
);
type Change = typeof change extends fc.Arbitrary<infer One> ? One : never;

async function apply(one: Change): Promise<void> {
  if (one.kind === "delete") await db`delete from report where report_id = ${one.reportId}`;
  else if (one.kind === "move")
    await db`
      update report set svc_entity_id = ${one.company}, account_id = ${one.owner}, publish_date = ${one.published}
      where report_id = ${one.reportId}`;
  else await save(one);
}

async function save({ reportId, figures }: Extract<Change, { kind: "save" }>): Promise<void> {
  await db`
    insert into report (report_id, svc_entity_id, file_title, file_title_en, report_type_id, report_type_confidence,
      publish_date, file_name, content_type, file_sha256, file_bytes, digest_state, source)
    values (${reportId}, ${COMPANIES[0] ?? null}, 'Report', 'Report', 'annual_report', 1, '2024-03-01', 'report.pdf',
      'application/pdf', encode(sha256(${reportId}::bytea), 'hex'), 1, 'ready', 'test')
    on conflict do nothing`;
  await db`delete from financial_figure where report_id = ${reportId}`;
  // In one statement, as a reading is stored.
  const rows = figures.map(({ countedTo, isDay, ...figure }) => ({
    ...figure,
    period_start: isDay ? null : `${figure.year}-01-01`,
    period_end: `${figure.year}-${figure.frequency === "annual" ? "12-31" : "03-31"}`,
    fiscal_year: figure.year + countedTo,
  }));
  await db`
    insert into financial_figure (report_id, svc_entity_id, account_id, published, frequency, concept, period_start,
      period_end, fiscal_year, value, currency, unit, scale, confidence, proof, printed, page, box, claim_ids)
    select report_id, svc_entity_id, account_id, publish_date, frequency, concept, period_start, period_end,
      figure.fiscal_year, value, 'USD', 'money', 1, confidence, 'proven', '1', 1, '{1,2,3,4}',
      array['clm_' || report_id || value]
    from report cross join json_to_recordset(${db.json(rows)}::json) as figure (frequency text, concept text,
      period_start date, period_end date, fiscal_year smallint, value float8, confidence real)
    where report_id = ${reportId}
    on conflict do nothing`;
}

async function list(viewer: Viewer, frequency: "annual" | "interim", asOf: string | null) {
  const years = { fromYear: 2023, toYear: 2024 };
  const query = { svcEntityIds: COMPANIES, concepts: CONCEPTS, frequency, asOf };
  const lines = await listFigureLines(db, viewer, query);
  const reader = new PointReader();
  return COMPANIES.flatMap((company) =>
    CONCEPTS.map((concept) => {
      const own = lines.get(company)?.get(concept) ?? "";
      return findVersions(own, { frequency, ...years }).map((one) => reader.read(own, one));
    }),
  );
}

it("gives today's series as the reports themselves give it, after any change of reports", async () => {
  for (const id of ACCOUNTS) await db`insert into account (id, name) values (${id}, ${id})`;
  const property = fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
    await db`delete from report`;
    for (const one of changes) await apply(one);
    for (const accountId of ACCOUNTS)
      for (const frequency of ["annual", "interim"] as const) {
        const viewer = { accountId, userId: null };
        expect(await list(viewer, frequency, null)).toEqual(await list(viewer, frequency, "2100-01-01"));
      }
  });
  await fc.assert(property, { numRuns: 60, seed: 21 });
});

it("sees the figures of reports that are read at the same time", async () => {
  await db`delete from report`;
  const one = {
    concept: "revenue",
    value: 100,
    frequency: "annual",
    countedTo: 0,
    isDay: false,
    confidence: 0.9,
  } as const;
  await Promise.all(
    REPORTS.map((id, at) => save({ kind: "save", reportId: id, figures: [{ ...one, year: 2021 + at }] })),
  );
  const [points] = await list({ accountId: "acc_one", userId: null }, "annual", null);
  expect(points?.map(({ periodEnd }) => periodEnd)).toEqual(["2022-12-31", "2023-12-31", "2024-12-31"]);
});
