import { expect, it } from "vitest";
import { createKey } from "../src/features/access/index.ts";
import { mayReadReport, type Viewer } from "../src/kernel/viewer.ts";
import { startTestApp } from "./app.ts";
import { addPerson } from "./person.ts";

/*
 * Whoever may not read an upload gets the very answers that there would be without it: the same values, restatements,
 * counts, notes and errors.
 */
const app = await startTestApp({ demo: true, work: false, rate_factor: 1_000 });
const account = await app.addAccount({ credits: 100_000 });
const stranger = await app.addAccount({ credits: 100_000 });
const UPLOAD = "rep_onlyforsomeonesx";
const [company] = await app.db<{ svc_entity_id: string }>`
  select svc_entity_id from company c
  where not exists (select from report r where r.svc_entity_id = c.svc_entity_id) limit 1`;
const COMPANY = company?.svc_entity_id ?? "";

interface Reader {
  key: string;
  viewer: Viewer;
}

async function join(role: "owner" | "member"): Promise<Reader & { userId: string }> {
  const { accountId } = account;
  const { memberId: userId } = await addPerson(app, { accountId, role });
  const { key } = await createKey(app.db, { accountId, name: role, createdBy: userId });
  return { key, userId, viewer: { accountId, userId } };
}

const ann = await join("member");
const bob = await join("member");
const READERS: readonly Reader[] = [
  ann,
  bob,
  await join("owner"),
  { key: account.key, viewer: { accountId: account.accountId, userId: null } },
  { key: stranger.key, viewer: { accountId: stranger.accountId, userId: null } },
];

const watchlist = { name: "List", visibility: "shared", svc_entity_id_list: [COMPANY] };
const created = await app.call("POST", "/v1/watchlist/create", { key: ann.key, body: watchlist });

const CALLS: readonly [path: string, body: object][] = [
  ["financial/statements", { svc_entity_id: COMPANY }],
  ["financial/statements", { svc_entity_id: COMPANY, view: "standard" }],
  ["financial/statements", { svc_entity_id: COMPANY, view: "standard", as_of: "2025-12-31" }],
  ["financial/statements", { report_id: UPLOAD }],
  ["financial/series", { svc_entity_ids: [COMPANY], figures: ["revenue"] }],
  ["financial/series", { svc_entity_ids: [COMPANY], figures: ["revenue"], as_of: "2025-12-31" }],
  ["financial/screen", { where: "revenue > 1", currency: "USD", fiscal_year: 2024 }],
  ["watchlist/get", { watchlist_id: created.json.data.watchlist_id, figures: ["revenue"] }],
];

/** A report with one figure, as its digest stores it. */
async function addReport(
  reportId: string,
  { published, value, owner }: { published: string; value: number; owner: string | null },
): Promise<void> {
  const hash = app.db`encode(sha256(${reportId}::bytea), 'hex')`;
  await app.db`
    insert into report (report_id, account_id, svc_entity_id, file_title, file_title_en, report_type_id,
      report_type_confidence, publish_date, fiscal_year, fiscal_period, file_name, content_type, file_sha256, file_bytes,
      digest_state, extract_sha256, source)
    values (${reportId}, ${owner}, ${COMPANY}, 'Report', 'Report', 'annual_report', 1, ${published}, 2024, 'FY',
      'report.pdf', 'application/pdf', ${hash}, 1, 'ready', ${hash}, 'test')`;
  await app.db`
    insert into report_statements (report_id, version, extract_sha256, metadata, statements)
    values (${reportId}, 'test', ${hash}, '{}', ${app.db.json([makeStatement(value)])}::jsonb)`;
  await app.db`
    insert into financial_figure (report_id, svc_entity_id, account_id, published, frequency, concept, period_start,
      period_end, fiscal_year, value, currency, unit, scale, confidence, proof, printed, page, box, claim_ids)
    values (${reportId}, ${COMPANY}, ${owner}, ${published}, 'annual', 'revenue', '2024-01-01', '2024-12-31', 2024,
      ${value}, 'USD', 'money', 1, 0.99, 'proven', ${String(value)}, 1, '{1,2,3,4}',
      array['clm_' || md5(${reportId})])`;
}

function makeStatement(value: number) {
  const period = { start: "2024-01-01", end: "2024-12-31", fiscalYear: 2024, isAssumed: false };
  const place = { page: 1, box: [1, 2, 3, 4] };
  const cell = {
    column: 0,
    text: String(value),
    printed: value,
    value,
    unit: "money",
    proof: "none",
    ...place,
  };
  const sums = { proven: 0, failed: 0 };
  return {
    ...{ kind: "income", title: "Income statement", pages: [1], scope: "group" },
    columns: [{ head: "2024", member: null, period, currency: "USD", scale: 1, restated: false, sums }],
    rows: [
      { label: "Revenue", path: [], level: 0, role: "item", concept: "revenue", cells: [cell], ...place },
    ],
  };
}

async function readAll(key: string): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const [path, body] of CALLS) {
    const { status, json } = await app.call("POST", `/v1/${path}`, { key, body });
    answers.push({ path, status, answer: json.data ?? json.code });
  }
  return answers;
}

async function share(readers: readonly string[] | null): Promise<void> {
  await app.db`
    update report set uploaded_by = ${ann.userId}, readers = ${readers} where report_id = ${UPLOAD}`;
}

it.each([
  ["no public report", null],
  ["a public report before it", "2024-06-01"],
  ["a public report after it", "2025-11-01"],
])(
  "an upload next to %s changes nothing for those who may not read it, however it is shared",
  async (_, on) => {
    if (on !== null) await addReport("rep_foreveryonepublic", { published: on, value: 1_000, owner: null });
    const without = await Promise.all(READERS.map(({ key }) => readAll(key)));
    await addReport(UPLOAD, { published: "2025-03-01", value: 987_654_321, owner: account.accountId });
    for (const readers of [[ann.userId], [ann.userId, bob.userId], null, [ann.userId]]) {
      await share(readers);
      for (const [at, { key, viewer }] of READERS.entries()) {
        const answers = await readAll(key);
        const mayRead = mayReadReport(viewer, { account_id: account.accountId, readers });
        const changed = answers.filter(
          (one, call) => JSON.stringify(one) !== JSON.stringify(without[at]?.[call]),
        );
        if (!mayRead) expect(changed).toEqual([]);
        else expect(changed.length).toBeGreaterThan(0);
      }
    }
    await app.db`delete from report where report_id = ${UPLOAD}`;
    expect(await Promise.all(READERS.map(({ key }) => readAll(key)))).toEqual(without);
    await app.db`delete from report where svc_entity_id = ${COMPANY}`;
  },
);
