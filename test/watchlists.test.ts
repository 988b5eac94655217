import { describe, expect, it } from "vitest";
import { createKey } from "../src/features/access/index.ts";
import { loadCompanies } from "../src/features/companies/index.ts";
import { findBalance } from "../src/features/credits/index.ts";
import type { Scope } from "../src/kernel/scopes.ts";
import { startTestApp } from "./app.ts";
import { addPerson } from "./person.ts";
import { waitUntilDigested } from "./wait-for-reports.ts";

const app = await startTestApp({ demo: true, rate_factor: 1_000 });
const { accountId } = await app.addAccount({ credits: 20_000 });
const ann = await addKeyOf("owner");
const bob = await addKeyOf("member");

async function addKeyOf(role: "owner" | "member", scopes?: Scope[]) {
  const { memberId } = await addPerson(app, { accountId, role });
  const options = { accountId, name: `Key of ${memberId}`, createdBy: memberId };
  return createKey(app.db, scopes === undefined ? options : { ...options, scopes });
}

const post = (path: string, body: object, { key } = ann) =>
  app.call("POST", `/v1/watchlist/${path}`, { key, body });
const get = (path: string, { key } = ann) => app.call("GET", `/v1/watchlist/${path}`, { key });
const TESSANDRAL = "ent_qpi4neyotut5";

async function create(ids: string[] = [TESSANDRAL], name = "Instruments"): Promise<string> {
  const { json } = await post("create", { name, ...(ids.length > 0 && { svc_entity_id_list: ids }) });
  return json.data.watchlist_id;
}

describe("watchlists", () => {
  it("are created, renamed, filled, emptied and deleted", async () => {
    const watchlist_id = await create([], "First");
    const renamed = await post("update", { watchlist_id, name: "Second" });
    expect(renamed.json.data).toMatchObject({
      name: "Second",
      visibility: "private",
      own: true,
      companies: 0,
    });
    const added = await post("add", { watchlist_id, svc_entity_id_list: [TESSANDRAL, TESSANDRAL] });
    expect(added.json.data.companies).toBe(1);
    expect((await post("add", { watchlist_id, svc_entity_id_list: [TESSANDRAL] })).json.data.companies).toBe(
      1,
    );
    const removed = await post("remove", { watchlist_id, svc_entity_id_list: [TESSANDRAL, "ent_unknown"] });
    expect(removed.json.data.companies).toBe(0);
    expect((await post("delete", { watchlist_id })).json.data.deleted).toBe(true);
    expect((await post("get", { watchlist_id })).status).toBe(404);
  });

  it("show price, figures, newest report and newest article of each company", async () => {
    const { json } = await post("get", { watchlist_id: await create() });
    const [company] = json.data.company_list;
    expect(company).toMatchObject({
      name: "Tessandral Instruments, Inc.",
      ticker: "TSDL",
      price: { close: 64.3, currency: "USD", date: "2025-06-30", change: expect.closeTo(64.3 / 64.1 - 1, 6) },
      report: { publish_date: "2025-04-29" },
      article: { title: expect.any(String) },
    });
    expect(company.figures).toEqual([
      expect.objectContaining({ figure: "revenue", value: 2_136e6, currency: "USD", period: "2024" }),
      expect.objectContaining({ figure: "operating_margin", unit: "number", period: "2024" }),
    ]);
    expect(company.figures[0].change).toBeCloseTo(2_136 / 1_978 - 1, 3);
  });

  it("answer for two hundred companies with one call, and refuse more", async () => {
    const rows = await app.db<{ svc_entity_id: string }>`
      select svc_entity_id from company where not fictional order by svc_entity_id limit 200`;
    const ids = rows.map(({ svc_entity_id }) => svc_entity_id);
    const watchlist_id = await create(ids, "Many");
    const { json } = await post("get", { watchlist_id });
    expect(json.data.company_list).toHaveLength(200);
    const more = await post("add", { watchlist_id, svc_entity_id_list: [TESSANDRAL] });
    expect([more.status, more.json.detail]).toEqual([422, expect.stringContaining("at most 200 companies")]);
    expect((await post("get", { watchlist_id })).json.data.companies).toBe(200);
  });

  it("give the change of a price over a split as if it had been split before", async () => {
    const [company] = await app.db<{ svc_entity_id: string }>`
      select svc_entity_id from company where not fictional order by svc_entity_id desc limit 1`;
    const id = company?.svc_entity_id ?? "";
    await app.db`
      with series as (
        insert into price_series (svc_entity_id, ticker, currency, basis, source, reference, licence, first_date,
          last_date, price_count)
        values (${id}, 'SPL', 'USD', 'raw', 'test', '', '', '2025-01-02', '2025-01-03', 2) returning series_no)
      insert into price_bar (series_no, date, close) select series_no, day, close from series,
        (values ('2025-01-02'::date, 100), ('2025-01-03', 55)) as bar (day, close)`;
    await app.db`
      insert into corporate_action (svc_entity_id, ticker, kind, ex_date, ratio, source)
      values (${id}, 'SPL', 'split', '2025-01-03', 2, 'test')`;
    const { json } = await post("get", { watchlist_id: await create([id], "Split") });
    expect(json.data.company_list[0].price).toMatchObject({ close: 55, change: expect.closeTo(0.1, 9) });
  });

  it("are seen by their owner alone until shared, and made private again only by their owner", async () => {
    const watchlist_id = await create();
    expect((await post("get", { watchlist_id }, bob)).status).toBe(404);
    await post("update", { watchlist_id, visibility: "shared" });
    expect((await post("get", { watchlist_id }, bob)).json.data.own).toBe(false);
    const ids = async (query: string) =>
      (await get(`list${query}`, bob)).json.data.watchlists.map(
        (one: { watchlist_id: string }) => one.watchlist_id,
      );
    expect(await ids("")).not.toContain(watchlist_id);
    expect(await ids("?include_shared=true")).toContain(watchlist_id);
    expect((await post("update", { watchlist_id, visibility: "private" }, bob)).status).toBe(422);
    expect((await post("update", { watchlist_id, visibility: "private" })).status).toBe(200);
    expect((await post("get", { watchlist_id }, bob)).status).toBe(404);
  });

  it("show no newest report for a company whose only report has no date", async () => {
    const undated = "ent_undatedlamp0";
    const source = { name: "test", reference: "", licence: "own", source_date: "2025-01-01" };
    await loadCompanies(app.db, source, [
      { svc_entity_id: undated, name: "Undated Lamps", country: "US", exchange: "XNYS", securities: [] },
    ]);
    const upload = async (fields: Record<string, string>) => {
      const form = new FormData();
      const page = `<!doctype html><title>Lamps</title><p>${fields["title"]}: we make lamps.</p>`;
      form.set("file", new Blob([page], { type: "text/html" }), "lamps.html");
      for (const [name, value] of Object.entries({ ...fields, svc_entity_id: undated }))
        form.set(name, value);
      const { json } = await app.call("POST", "/v1/company_report/upload", { key: ann.key, form });
      await waitUntilDigested(app, json.data.report_id);
    };
    const watchlist_id = await create([undated], "Lamps");
    const newest = async () => (await post("get", { watchlist_id })).json.data.company_list[0].report;
    await upload({ title: "Notice" });
    expect(await newest()).toBeNull();
    await upload({ title: "Annual report", publish_date: "2025-03-01" });
    expect(await newest()).toMatchObject({ file_title: "Annual report" });
  });

  it("leave out what a credential may not read", async () => {
    const watchlist_id = await create();
    await post("update", { watchlist_id, visibility: "shared" });
    const narrow = await addKeyOf("member", ["companies:read"]);
    const { json } = await post("get", { watchlist_id }, narrow);
    expect(json.data.company_list[0]).toMatchObject({
      price: null,
      figures: [],
      report: null,
      article: null,
    });
    const updates = await get("updates?include_shared=true", narrow);
    expect(updates.json.data).toEqual({ reports: [], articles: [], companies: [] });
  });

  it("refuse a company or a figure that does not exist, free of charge", async () => {
    const before = (await findBalance(app.db, accountId))?.available;
    expect((await post("create", { name: "None", svc_entity_id_list: ["ent_none"] })).status).toBe(404);
    const watchlist_id = await create();
    expect((await post("get", { watchlist_id, figures: ["happiness"] })).status).toBe(422);
    expect((await findBalance(app.db, accountId))?.available).toBe(before);
  });
});

describe("watchlists.updates", () => {
  it("lists reports and stories about watched companies, the latest first", async () => {
    const carla = await addKeyOf("member");
    expect((await get("updates", carla)).json.data.reports).toEqual([]);
    await post("create", { name: "Mine", svc_entity_id_list: [TESSANDRAL] }, carla);
    const { reports, articles, companies } = (await get("updates?limit=5", carla)).json.data;
    expect(reports[0].publish_date).toBe("2025-04-29");
    expect(articles).toHaveLength(5);
    const times = articles.map(({ published_at }: { published_at: string }) => published_at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(companies).toEqual([{ svc_entity_id: TESSANDRAL, name: "Tessandral Instruments, Inc." }]);
  });

  it("lists only what was added since the given moment", async () => {
    const dora = await addKeyOf("member");
    await post("create", { name: "Mine", svc_entity_id_list: [TESSANDRAL] }, dora);
    const since = new Date(Date.now() + 1_000).toISOString();
    expect((await get(`updates?since=${since}`, dora)).json.data).toEqual({
      reports: [],
      articles: [],
      companies: [],
    });
    expect((await get("updates?since=yesterday", dora)).status).toBe(422);
  });
});
