import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { startTestApp, type TestReply } from "./app.ts";

const app = await startTestApp({ demo: true, rate_factor: 1_000 });
const { key } = await app.addAccount({ credits: 100_000 });

const search = (body: object, by = key): Promise<TestReply> =>
  app.call("POST", "/v1/search/passages", { key: by, body });

interface Hit {
  passage_id: string;
  report_id: string;
  title: string;
  section: string;
  section_path: string[];
  snippet: string;
  highlights: [number, number][];
  url: string;
  page: number;
  score: number;
  matched_by: string;
  fiscal_year: number;
  svc_entity_id: string;
  copies: number;
  also_in: string[];
}

async function find(
  body: object,
  by = key,
): Promise<{ hits: Hit[]; total: number } & Record<string, unknown>> {
  const { status, json } = await search(body, by);
  expect([status, json.detail ?? null]).toEqual([200, null]);
  return json.data;
}

const LEADERS = "([.…·] ?){6,}";
const CONTENTS = `${LEADERS}.*${LEADERS}.*${LEADERS}`;

/** English passages, counted without the index and without lists of contents. */
async function textsWith(pattern: string): Promise<number> {
  const [row] = await app.db<{ passages: number }>`
    select count(*) as passages from report_chunk join report using (report_id)
    where language = 'en' and concat_ws(' ', heading, text) ~* ${pattern} and text !~ ${CONTENTS}`;
  return row?.passages ?? Number.NaN;
}

describe("a search for words", () => {
  it("finds a word in all its forms, marks it in the snippet and counts exactly", async () => {
    const { hits, total } = await find({ query: "dividend", language: "en", limit: 50 });
    expect(total).toBe(await textsWith("\\mdividends?\\M"));
    expect(total).toBeGreaterThan(3);
    for (const { snippet, highlights } of hits)
      for (const [from, to] of highlights) expect(snippet.slice(from, to)).toMatch(/^dividends?$/i);
    expect(hits.filter(({ highlights }) => highlights.length > 0).length).toBeGreaterThan(hits.length / 2);
  });

  it("leaves out lists of contents", async () => {
    const [row] = await app.db<{ lists: number }>`
      select count(*) as lists from report_chunk where text ~ ${CONTENTS} and text ~ 'Supply chain'`;
    expect(row?.lists).toBeGreaterThan(0);
    const { hits } = await find({ query: '"supply chain"', mode: "words", limit: 50 });
    expect(hits.filter(({ snippet }) => snippet.includes(". . . ."))).toEqual([]);
  });

  it("finds a phrase only where its words follow each other", async () => {
    const { total } = await find({ query: '"net sales"', language: "en" });
    expect(total).toBe(await textsWith("\\mnet sales\\M"));
    const { total: both } = await find({ query: "net sales", mode: "words", language: "en" });
    expect(both).toBeGreaterThanOrEqual(total);
  });

  it("leaves out passages with an excluded word", async () => {
    const [all, without, together] = await Promise.all(
      ["sales", "sales -dividend", "sales dividend"].map((query) => find({ query, mode: "words" })),
    );
    expect(without?.total).toBe((all?.total ?? 0) - (together?.total ?? 0));
    expect(without?.total).toBeLessThan(all?.total ?? 0);
  });

  it("finds words near each other, in either order", async () => {
    const [near, reversed, both] = await Promise.all(
      ["dividend NEAR/3 share", "share near/3 dividend", "dividend share"].map((query) =>
        find({ query, mode: "words" }),
      ),
    );
    expect(near?.total).toBe(reversed?.total);
    expect(near?.total).toBeGreaterThan(0);
    expect(near?.total).toBeLessThanOrEqual(both?.total ?? 0);
  });

  it("searches only reports whose title has a word, or has it not", async () => {
    const { hits } = await find({ query: "sales title:annual", limit: 50 });
    expect(hits.length).toBeGreaterThan(0);
    for (const { title } of hits) expect(title).toMatch(/annual/i);
    const others = await find({ query: "sales -title:annual", limit: 50 });
    for (const { title } of others.hits) expect(title).not.toMatch(/annual/i);
  });

  it("finds Japanese words", async () => {
    const [row] = await app.db<{ text: string }>`
      select text from report_chunk join report using (report_id) where language = 'ja' limit 1`;
    if (!row) return;
    const word = /\p{Script=Han}{2,4}/u.exec(row.text)?.[0] ?? "";
    const { total } = await find({ query: word });
    expect(total).toBeGreaterThan(0);
  });

  it("shows passages with some of the words when none has all, and says so", async () => {
    const { matched, total } = await find({ query: "dividend zebrawood", mode: "words" });
    expect([matched, total]).toEqual(["any_word", (await find({ query: "dividend" })).total]);
  });

  it("422: refuses a search without a word to look for", async () => {
    for (const query of ["-word", '""', "-title:annual"])
      expect([(await search({ query })).status, query]).toEqual([422, query]);
  });
});

describe("a search for meaning", () => {
  it("finds passages that use other words", async () => {
    const { hits } = await find({
      query: "How many people work for the company?",
      mode: "meaning",
      limit: 10,
    });
    expect(hits.some(({ snippet }) => /employees|staff|workforce/i.test(snippet))).toBe(true);
  });

  it("is joined with the words for a plain search", async () => {
    const { hits } = await find({ query: "interest rate risk", limit: 20 });
    const ways = new Set(hits.map(({ matched_by }) => matched_by));
    expect(ways).toContain("both");
    const scores = hits.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });
});

describe("filters and facets", () => {
  it("agree: each count is the total of the search with that filter", async () => {
    const query = "sales";
    const { facets, total } = (await find({ query })) as unknown as {
      facets: Record<string, { value: string; passages: number }[]>;
      total: number;
    };
    const fields: Record<string, (value: string) => object> = {
      section: (value) => ({ section: [value] }),
      company: (value) => ({ svc_entity_id: [value] }),
      report_type: (value) => ({ report_type: [value] }),
      fiscal_year: (value) => ({ fiscal_year: [Number(value)] }),
      language: (language) => ({ language }),
      country: (country) => ({ country }),
      sector: (sector) => ({ sector }),
    };
    for (const [facet, filter] of Object.entries(fields)) {
      expect(facets[facet]?.length).toBeGreaterThan(0);
      for (const { value, passages } of facets[facet] ?? [])
        expect([facet, value, (await find({ query, ...filter(value) })).total]).toEqual([
          facet,
          value,
          passages,
        ]);
    }
    expect(facets["section"]?.reduce((sum, { passages }) => sum + passages, 0)).toBe(total);
  });

  it("hold for passages found by their meaning too", async () => {
    const [first] = (await find({ query: "supply chain disruption", limit: 1 })).hits;
    const filter = { svc_entity_id: [first?.svc_entity_id], section: [first?.section] };
    const { hits } = await find({ query: "supply chain disruption", mode: "meaning", ...filter });
    expect(hits.length).toBeGreaterThan(0);
    for (const hit of hits)
      expect([hit.svc_entity_id, hit.section]).toEqual([first?.svc_entity_id, first?.section]);
  });

  it("422: names each unknown value", async () => {
    const { status, json } = await search({
      query: "sales",
      country: "XX",
      sector: "none",
      report_type: ["x"],
    });
    expect(status).toBe(422);
    for (const name of ["country", "sector", "report_type"]) expect(json.detail).toContain(name);
  });
});

describe("pages", () => {
  it("together show each passage once, in the order of one long page", async () => {
    const all = (await find({ query: "sales", limit: 50 })).hits.map(({ passage_id }) => passage_id);
    const seen: string[] = [];
    let cursor: unknown;
    do {
      const page = await find({ query: "sales", limit: 7, ...(cursor ? { cursor } : {}) });
      seen.push(...page.hits.map(({ passage_id }) => passage_id));
      cursor = page["next_cursor"];
    } while (cursor && seen.length < 50);
    expect(seen.slice(0, all.length)).toEqual(all.slice(0, seen.length));
    expect(new Set(seen).size).toBe(seen.length);
  });

  it("422: refuses the cursor of another search", async () => {
    const { next_cursor: cursor } = await find({ query: "sales", limit: 1 });
    expect((await search({ query: "dividend", limit: 1, cursor })).status).toBe(422);
    expect((await search({ query: "sales", cursor: "nonsense" })).status).toBe(422);
  });
});

describe("a hit", () => {
  it("links to its page with the passage marked", async () => {
    const [hit] = (await find({ query: "dividend", limit: 1 })).hits;
    const page = await app.call("GET", new URL(hit?.url ?? "").pathname);
    expect(page.status).toBe(200);
    expect(page.text).toContain(`page ${hit?.page}`);
  });

  it("stands for its copies in other reports", async () => {
    const account = await app.addAccount();
    const copies = [await upload(account.key, 1), await upload(account.key, 2)];
    const { hits, total } = await find(
      { query: "sales", mode: "words", report_id: copies, limit: 50 },
      account.key,
    );
    expect(hits.length).toBeGreaterThan(0);
    expect(hits.length).toBe(total / 2);
    for (const { copies: others, also_in, report_id } of hits)
      expect([others, [report_id, ...also_in].sort()]).toEqual([1, copies.toSorted()]);
  });
});

async function upload(by: string, copy: number): Promise<string> {
  const pdf = readFileSync("demo/fictional/reports/tessandral-earnings-release-q1-2025.pdf");
  const form = new FormData();
  form.set("title", `Copy ${copy}`);
  // A comment after the end changes the file and its hash, but not its content.
  form.set("file", new Blob([Buffer.concat([pdf, Buffer.from(`\n% ${copy}\n`)])]), "copy.pdf");
  const { json } = await app.call("POST", "/v1/company_report/upload", { key: by, form });
  const { report_id } = json.data;
  const indexed = () => app.db`select from passage_report where report_id = ${report_id}`;
  await expect.poll(indexed).toHaveLength(1);
  return report_id;
}

describe("news", () => {
  it("is included on request, and only with its scope", async () => {
    const { articles } = (await find({ query: "Tessandral", include_news: true })) as unknown as {
      articles: { title: string }[];
    };
    expect(articles.length).toBeGreaterThan(0);
    const narrow = await app.addAccount({ scopes: ["reports:read"] });
    expect((await search({ query: "Tessandral", include_news: true }, narrow.key)).status).toBe(403);
    expect((await search({ query: "Tessandral" }, narrow.key)).status).toBe(200);
  });

  it("has what operators ask for, and nothing for what only reports have", async () => {
    const titlesOf = async (body: object): Promise<string[]> =>
      ((await find({ include_news: true, limit: 50, ...body })).articles as { title: string }[]).map(
        ({ title }) => title,
      );
    const all = await titlesOf({ query: "Tessandral" });
    const without = await titlesOf({ query: "Tessandral -profit" });
    expect(all.filter((title) => /profit/i.test(title)).length).toBeGreaterThan(0);
    expect(without.filter((title) => /profit/i.test(title))).toEqual([]);
    expect(without.length).toBeGreaterThan(0);
    expect(await titlesOf({ query: '"profit Tessandral"' })).toEqual([]);
    expect(await titlesOf({ query: "Tessandral title:annual" })).toEqual([]);
    expect(await titlesOf({ query: "Tessandral", section: ["notes"] })).toEqual([]);
  });
});
