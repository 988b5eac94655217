import { describe, expect, it } from "vitest";
import { startTestApp } from "../../../test/app.ts";

const app = await startTestApp({ demo: true, rate_factor: 1_000 });
const { key } = await app.addAccount();
const SPAN = { start_date: "2024-01-01", end_date: "2025-06-30" };
const search = (body: object) => app.call("POST", "/v1/news/web_news", { key, body });
const ask = (body: object) => app.call("POST", "/v1/news/web_news_chat", { key, body });

describe("news.search", () => {
  it("200: gives articles in the specification's shape, with our additions", async () => {
    const { status, json } = await search({ keywords: "Haldrewick", ...SPAN, limit: 5 });
    expect(status).toBe(200);
    expect(json.data.map(({ position }: { position: number }) => position)).toEqual([1, 2, 3, 4, 5]);
    for (const { thumbnail } of json.data) {
      expect(thumbnail).toMatch(new RegExp(`^${app.baseUrl}/thumbnails/`));
      const picture = await fetch(thumbnail);
      expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
    }
    for (const article of json.data) {
      expect(article.date).toMatch(
        /^(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{2}, \d{4}$/,
      );
      expect(new Date(`${article.date} UTC`).toISOString().slice(0, 10)).toBe(
        article.published_at.slice(0, 10),
      );
      expect(article.link).toMatch(/^https:\/\/news\.example\//);
      expect(article.svc_entity_id).toContain("ent_xckoduopjuz2");
      expect(article.date_evidence).toContain("published_at: ");
      expect(article.article_count).toBeGreaterThanOrEqual(article.source_count);
    }
    expect(new Set(json.data.map((article: { cluster_id: string }) => article.cluster_id)).size).toBe(5);
  });

  it("200: defaults to English, and gives an empty list when nothing matches", async () => {
    const { json } = await search({ keywords: "Umsatz, revenue", ...SPAN });
    expect(new Set(json.data.map(({ language }: { language: string }) => language))).toEqual(new Set(["en"]));
    expect((await search({ keywords: "zzyzx", ...SPAN })).json.data).toEqual([]);
  });

  it("200: finds Japanese and German demo news", async () => {
    expect((await search({ keywords: "売上高", ...SPAN, language: "ja" })).json.data.length).toBeGreaterThan(
      0,
    );
    expect(
      (await search({ keywords: "Getriebe", ...SPAN, language: "de" })).json.data.length,
    ).toBeGreaterThan(0);
  });

  it("200: with svc_entity_id, gives only articles that mention the company, with or without keywords", async () => {
    const company = "ent_xckoduopjuz2";
    const all = (await search({ svc_entity_id: company, ...SPAN })).json.data;
    const some = (await search({ svc_entity_id: company, keywords: "spill", ...SPAN })).json.data;
    expect(all.length).toBeGreaterThan(some.length);
    expect(some.length).toBeGreaterThan(0);
    for (const { svc_entity_id } of [...all, ...some]) expect(svc_entity_id).toContain(company);
  });

  it("200: finds by a full company name the articles that use its short name", async () => {
    const [company] = await app.db<{ name: string }>`
      select name from company where svc_entity_id = 'ent_xckoduopjuz2'`;
    const byName = (await search({ keywords: company?.name ?? "", ...SPAN })).json.data;
    const byId = (await search({ svc_entity_id: "ent_xckoduopjuz2", ...SPAN })).json.data;
    expect(company?.name).toMatch(/ plc$/i);
    expect(byName.length).toBe(byId.length);
  });

  it("404: refuses an unknown svc_entity_id", async () => {
    const { status } = await search({ svc_entity_id: "ent_nobody", ...SPAN });
    expect(status).toBe(404);
  });

  it.each([
    ["an empty keyword", { keywords: " , ", ...SPAN }],
    ["only signs", { keywords: '"!?"', ...SPAN }],
    ["too many keywords", { keywords: "a,b,c,d,e,f,g,h,i,j,k", ...SPAN }],
    ["an impossible day", { keywords: "oil", start_date: "2025-02-30", end_date: "2025-06-30" }],
    ["another notation", { keywords: "oil", start_date: "01/02/2025", end_date: "2025-06-30" }],
    ["no dates", { keywords: "oil" }],
    ["the start after the end", { keywords: "oil", start_date: "2025-07-01", end_date: "2025-06-30" }],
    ["an unknown language", { keywords: "oil", ...SPAN, language: "xx" }],
    ["a limit too high", { keywords: "oil", ...SPAN, limit: 101 }],
    ["a negative offset", { keywords: "oil", ...SPAN, offset: -1 }],
  ])("422: refuses %s", async (_what, body) => {
    const { status, json } = await search(body);
    expect([status, json.message]).toEqual([422, "Validation error"]);
    expect(json.detail).not.toBe("");
  });
});

describe("news.chat", () => {
  it("200: answers with sentences of its sources, each linked to its place", async () => {
    const question = "How much will Haldrewick Water pay to environmental charities?";
    const { status, json } = await ask({ keywords: "Haldrewick", ...SPAN, searchQuestion: question });
    expect(status).toBe(200);
    const { answer, sources, claims } = json.data;
    expect(answer).toContain("£5.0 million");
    expect(claims.length).toBeGreaterThan(0);
    const texts = new Map(
      (
        await app.db<{
          article_id: string;
          text: string;
        }>`select article_id, snippet || ' ' || body as text from article`
      ).map(({ article_id, text }) => [article_id, text]),
    );
    for (const { sentence, sources: places } of claims) {
      expect(answer).toContain(sentence);
      expect(places.length).toBeGreaterThan(0);
      const numbers: string[] = sentence.match(/\d[\d.,]*\d|\d/g) ?? [];
      for (const place of places)
        for (const number of numbers) expect(texts.get(sources[place - 1].article_id)).toContain(number);
    }
    expect(sources.map(({ position }: { position: number }) => position)).toEqual(
      sources.map((_: unknown, index: number) => index + 1),
    );
  });

  it("200: with svc_entity_id, answers only from articles that mention the company", async () => {
    const searchQuestion = "How much will Haldrewick Water pay to environmental charities?";
    const askAbout = async (svc_entity_id: string) =>
      (await ask({ svc_entity_id, ...SPAN, searchQuestion })).json.data;
    const own = await askAbout("ent_xckoduopjuz2");
    expect(own.answer).toContain("£5.0 million");
    for (const { svc_entity_id } of own.sources) expect(svc_entity_id).toContain("ent_xckoduopjuz2");
    const [other] = await app.db<{ svc_entity_id: string }>`
      select svc_entity_id from company where exists (select from article where article.svc_entity_id
        @> array[company.svc_entity_id] and not article.svc_entity_id @> array['ent_xckoduopjuz2'])
      and svc_entity_id <> 'ent_xckoduopjuz2' order by svc_entity_id limit 1`;
    expect((await askAbout(other?.svc_entity_id ?? "")).claims).toEqual([]);
  });

  it("200: searches for the words of the question too, not only for the keywords", async () => {
    const searchQuestion = "How much will Haldrewick Water pay to environmental charities?";
    const keywords = "company";
    const { json } = await ask({ keywords, ...SPAN, searchQuestion });
    expect(json.data.answer).toContain("£5.0 million");
    const [source] = json.data.sources;
    const byKeyword = (await search({ keywords, ...SPAN, limit: 50 })).json.data;
    expect(byKeyword.length).toBeGreaterThan(0);
    expect(byKeyword.map(({ article_id }: { article_id: string }) => article_id)).not.toContain(
      source.article_id,
    );
  });

  it("200: says when nothing is found, and when the results do not answer the question", async () => {
    const none = (await ask({ keywords: "zzyzx", ...SPAN, searchQuestion: "What happened?" })).json.data;
    expect([none.sources, none.claims]).toEqual([[], []]);
    expect(none.answer).toContain("No articles");
    const alongside = await ask({
      keywords: "Haldrewick",
      ...SPAN,
      searchQuestion: "Which violin concerto did the Vienna philharmonic orchestra rehearse?",
    });
    expect(alongside.json.data.sources).toEqual([]);
    expect(alongside.json.data.answer).toContain("Not found in these articles");
  });

  it("422: refuses a request without a question", async () => {
    expect((await ask({ keywords: "oil", ...SPAN })).status).toBe(422);
    expect((await ask({ keywords: "oil", ...SPAN, searchQuestion: " ? " })).status).toBe(422);
  });
});

describe("the demo news", () => {
  it("are loaded once; undated, unparsable and future ones are left out and counted", async () => {
    const counts = await app.db<{ reason: string; items: number }>`
      select reason, items from news_count where origin = 'Florin demo'`;
    const by = Object.fromEntries(counts.map(({ reason, items }) => [reason, items]));
    expect(by).toMatchObject({ added: 304, date_future: 1 });
    expect(by["date_missing"]).toBeGreaterThanOrEqual(8);
    expect(by["date_unparsable"]).toBeGreaterThanOrEqual(4);
  });
});
