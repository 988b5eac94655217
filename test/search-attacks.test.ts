import { hash } from "node:crypto";
import { expect, it } from "vitest";
import { createKey } from "../src/features/access/index.ts";
import { startTestApp } from "./app.ts";
import { addReadyReport } from "./made-up-reports.ts";

const app = await startTestApp({ rate_factor: 1_000 });
const { jobs } = app.tools;
const team = await app.addAccount({ credits: 100_000 });
const other = await app.addAccount({ credits: 100_000 });

const post = (path: string, body: object, key = team.key) => app.call("POST", path, { key, body });
const search = (query: string, more: object = {}) => post("/v1/search/passages", { query, ...more });

async function add(texts: readonly string[], accountId: string | null = null): Promise<string> {
  const report_id = await addReadyReport({ db: app.db, jobs }, { accountId, texts });
  await expect.poll(() => openJobs(report_id), { interval: 20 }).toBe(0);
  return report_id;
}

async function openJobs(reportId: string): Promise<number> {
  const rows = await app.db`
    select from jobs.job where singleton_key = ${reportId} and state in ('created', 'retry', 'active')`;
  return rows.length;
}

it.each([
  ["a chain of NEAR", `basalt${" NEAR/20 cobalt".repeat(15)}`],
  [
    "phrases near each other",
    Array.from({ length: 12 }, () => '"basalt cobalt amber red"').join(" NEAR/20 "),
  ],
  ["many titles", "title:a ".repeat(60)],
  ["an empty title", 'title:"" basalt'],
  ["an excluded empty title", '-title:"" basalt'],
  ["quotes and backslashes", "'\\' \"\\\" basalt\\"],
  ["tsquery syntax", "basalt:*A & !cobalt | (x <-> y) <2>"],
  ["letters that expand", "ﷺ".repeat(500)],
  ["one very long word", "𝔘".repeat(250)],
  ["NEAR without a word", "NEAR NEAR/99 basalt NEAR"],
  ["only exclusions of a phrase", 'basalt -"cobalt NEAR/9 x" -'],
])("answers a search with %s", async (_, query) => {
  await add(["basalt cobalt"]);
  const { status, json } = await search(query);
  expect([200, 422], JSON.stringify(json.detail)).toContain(status);
});

it("finds and alerts of a passage that is cut in the middle of emoji", async () => {
  await post("/v1/search/saved/create", { name: "Emoji", query: "pumice" });
  const texts = [0, 1].map((letters) => `pumice ${"x".repeat(letters)}${"😀".repeat(400)}`);
  const report_id = await add(texts);
  const { status, json } = await search("pumice");
  expect([status, json.data?.hits.length]).toEqual([200, 2]);
  const events = await app.call("GET", "/v1/events?type=search.hit", { key: team.key });
  expect(events.json.data.events).toMatchObject([{ data: { report_id, passages: 2 } }]);
});

it("names the other reports with a passage that its own report repeats", async () => {
  const text = "Travertine is mined by hand.";
  const one = await add(Array.from({ length: 8 }, () => text));
  const two = await add(Array.from({ length: 8 }, () => text));
  const [hit] = (await search("travertine")).json.data.hits;
  expect([hit.copies, [hit.report_id, ...hit.also_in].sort()]).toEqual([15, [one, two].sort()]);
});

it("says where the text of a very long report goes on, and nothing of a whole one", async () => {
  const long = await add(["granite ".repeat(40_000), "granite ".repeat(20_000), "granite"]);
  const short = await add(["granite"]);
  const fetched = async (id: string) => (await post("/v1/search/fetch", { id })).json.data.metadata;
  expect(await fetched(long)).toMatchObject({ continues_on_page: 3 });
  expect(await fetched(`${long}#2`)).toMatchObject({ page: 3, continues_on_page: null });
  expect(await fetched(short)).toMatchObject({ continues_on_page: null });
});

it.each(["0000-01-01T00:00:00Z", `2026-01-01T00:00:00.${"0".repeat(150)}Z`])(
  "refuses a cursor with the time %s",
  async (time) => {
    const viewer = { accountId: team.accountId, userId: null };
    const asked = { text: "basalt", mode: "auto", filters: {}, viewer };
    const mark = hash("sha256", JSON.stringify(asked), "hex").slice(0, 12);
    const cursor = (of: string) => Buffer.from(JSON.stringify([0, of, mark])).toString("base64url");
    expect((await search("basalt", { cursor: cursor("2026-01-01T00:00:00Z") })).status).toBe(200);
    expect((await search("basalt", { cursor: cursor(time) })).status).toBe(422);
  },
);

it("alerts everyone else when one saved search can no longer be run", async () => {
  const save = async (key: string) =>
    (await post("/v1/search/saved/create", { name: "Search", query: "dolomite" }, key)).json.data.search_id;
  const [broken] = [await save(team.key), await save(other.key)];
  await app.db`update saved_search set filters = '{"sector": "gone"}' where search_id = ${broken}`;
  const report_id = await add(["dolomite"]);
  const { json } = await app.call("GET", "/v1/events?type=search.hit", { key: other.key });
  expect(json.data.events.map(({ data }: { data: { report_id: string } }) => data.report_id)).toEqual([
    report_id,
  ]);
});

it("shows articles of a saved search only to a credential that may read news", async () => {
  await post("/v1/search/saved/create", { name: "News", query: "emerald", include_news: true });
  const { key } = await createKey(app.db, {
    accountId: team.accountId,
    name: "Reports only",
    scopes: ["agents:read", "reports:read"],
  });
  await app.db`
    insert into article (article_id, title, snippet, body, language, date_state, date_evidence, words, keys, sketch, bands,
      marks, cluster_no, svc_entity_id, origin, licence, fictional)
    values ('art_aaaaaaaaaaaa', 'Emerald', '', '', 'en', 'missing', '', '', '{}', '{}', '{}', '{}', 1, '{}', 'test', '',
      true)`;
  await app.db`
    insert into event (event_id, account_id, about_search_id, about_article_id, type, data)
    select 'evt_article', account_id, search_id, article_id, 'search.hit', '{}'
    from saved_search, article where saved_search.name = 'News' limit 1`;
  const seen = async (by: string) =>
    (await app.call("GET", "/v1/events?type=search.hit", { key: by })).json.data.events.map(
      ({ event_id }: { event_id: string }) => event_id,
    );
  expect(await seen(team.key)).toContain("evt_article");
  expect(await seen(key)).not.toContain("evt_article");
});

it("sends no hits to a URL that was chosen by a credential that may not read reports", async () => {
  await post("/v1/search/saved/create", { name: "Hits", query: "feldspar" });
  const { key } = await createKey(app.db, {
    accountId: team.accountId,
    name: "Agents only",
    scopes: ["agents:read", "agents:write"],
  });
  const create = async (by: string): Promise<string> =>
    (await post("/v1/webhook/create", { url: "https://hooks.example.com/a" }, by)).json.data.webhook_id;
  const [less, whole] = [await create(key), await create(team.key)];
  await add(["feldspar"]);
  const rows = await app.db<{ webhook_id: string }>`
    select webhook_id from webhook_delivery where webhook_id in (${less}, ${whole})`;
  expect(rows).toEqual([{ webhook_id: whole }]);
  const move = { webhook_id: whole, url: "https://hooks.example.com/b" };
  expect((await post("/v1/webhook/update", move, key)).status).toBe(403);
  expect((await post("/v1/webhook/update", { webhook_id: whole, active: false }, key)).status).toBe(200);
});
