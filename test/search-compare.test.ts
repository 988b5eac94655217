import { expect, it } from "vitest";
import { loadCompanies } from "../src/features/companies/index.ts";
import { findMatches } from "../src/features/search/matching/find-matches.ts";
import { readQuery } from "../src/features/search/query/read-query.ts";
import { readScope } from "../src/features/search/query/read-scope.ts";
import { startTestApp } from "./app.ts";
import { companiesOf } from "./made-up-companies.ts";
import { addReadyReport } from "./made-up-reports.ts";

const app = await startTestApp({ rate_factor: 1_000 });
const { key, accountId } = await app.addAccount();
const stranger = await app.addAccount();
const { jobs, embedder } = app.tools;
const COMPANY = "ent_searchtest";
const source = { name: "test", reference: "", licence: "own", source_date: "2025-01-01" };
await loadCompanies(app.db, source, [companiesOf("GB", "XLON")("Compared Ltd", { svc_entity_id: COMPANY })]);

async function add(fiscalYear: number, texts: string[], owner: string | null = accountId): Promise<string> {
  const vectors = await embedder.embed(texts);
  const report_id = await addReadyReport(
    { db: app.db, jobs },
    {
      accountId: owner,
      texts,
      fiscalYear,
      svcEntityId: COMPANY,
      heading: "Risk factors",
      vectors: {
        model: `${embedder.model}@${embedder.revision}`,
        of: (index) => vectors[index] ?? new Float32Array(384),
      },
    },
  );
  const indexed = () => app.db`select from passage_report where report_id = ${report_id}`;
  await expect.poll(indexed).toHaveLength(1);
  return report_id;
}

const post = (path: string, body: object, by = key) =>
  app.call("POST", `/v1/search/${path}`, { key: by, body });

it("shows what changed against the report of the year before, section by section", async () => {
  const earlier = await add(2023, [
    "We depend on a small number of suppliers in Asia. Demand for our products may fall quickly.",
  ]);
  const later = await add(2024, [
    "We depend on a very small number of suppliers in Asia. A cyber attack could stop our production.",
  ]);
  const { json } = await post("changes", { report_id: later });
  expect(json.data.against.report_id).toBe(earlier);
  expect(json.data.sections).toMatchObject([
    {
      section: "risk_factors",
      counts: { added: 1, removed: 1, changed: 1, unchanged: 0 },
      added: [{ text: "A cyber attack could stop our production." }],
      removed: [{ text: "Demand for our products may fall quickly." }],
    },
  ]);
  expect((await post("changes", { report_id: earlier })).json.data.against).toBeNull();
  expect((await post("changes", { report_id: later }, stranger.key)).status).toBe(404);
  const foreign = await add(2022, ["We depend on nobody but ourselves at all."], stranger.accountId);
  expect((await post("changes", { report_id: later, against: foreign })).status).toBe(404);
});

it("finds similar passages of other reports, and none of another account", async () => {
  const one = await add(2020, [
    "Rising interest rates make our loans more expensive.",
    "We sell bicycles in shops.",
  ]);
  const two = await add(2021, [
    "Higher interest rates increase the cost of our debt.",
    "Our bikes are sold in stores.",
  ]);
  const { json } = await post("similar", { passage_id: `${one}#0`, limit: 1 });
  expect(json.data.hits.map(({ passage_id }: { passage_id: string }) => passage_id)).toEqual([`${two}#0`]);
  const byText = await post("similar", { text: "bicycle sales", report_id: [one, two], limit: 2 });
  const found = byText.json.data.hits.map(({ passage_id }: { passage_id: string }) => passage_id);
  expect(found.toSorted()).toEqual([`${one}#1`, `${two}#1`].sort());
  expect((await post("similar", { passage_id: `${one}#0` }, stranger.key)).status).toBe(404);
  const hidden = await post("similar", { text: "interest rates", report_id: [one, two] }, stranger.key);
  expect(hidden.json.data.hits).toEqual([]);
  expect((await post("similar", {})).status).toBe(422);
});

it("finds similar passages of other reports however many its own report has", async () => {
  const text = (of: string) => `The pension plan of ${of} is funded by payments of the company.`;
  const own = await add(2018, ["Germany", "France", "Spain", "Italy", "Austria"].map(text));
  const other = await add(2017, ["Staff retire with a plan that the employer pays for."]);
  const only = { passage_id: `${own}#0`, report_id: [own, other], limit: 1 };
  const idsOf = async (body: object): Promise<string[]> =>
    (await post("similar", body)).json.data.hits.map(({ passage_id }: { passage_id: string }) => passage_id);
  expect(await idsOf(only)).toEqual([`${other}#0`]);
  const [nearest = ""] = await idsOf({ ...only, include_same_report: true });
  expect([nearest.startsWith(own), nearest]).toEqual([true, expect.not.stringMatching(/#0$/)]);
});

it("counts the most frequent values of each facet, whatever the others have", async () => {
  const years = Array.from({ length: 22 }, (_, at) => 1950 + at);
  for (const year of years) await add(year, ["Our quarry yields travertine."]);
  await add(1971, ["Travertine is our pride."]);
  const viewer = { accountId, userId: null };
  const scope = readScope({}, { viewer, indexedUntil: "2999-01-01" });
  const { facets: counts } = await findMatches(app.db, scope, {
    words: readQuery("travertine").words,
    limit: 10,
  });
  const shown = (name: string) => counts.filter(({ facet }) => facet === name);
  expect(shown("fiscal_year")).toHaveLength(20);
  expect(shown("fiscal_year")[0]).toMatchObject({ value: "1971", passages: 2, reports: 2 });
  expect(shown("company")).toMatchObject([{ value: COMPANY, passages: 23, reports: 23 }]);
});
