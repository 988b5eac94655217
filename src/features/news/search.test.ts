import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/database.ts";
import { companiesOf, openLookup } from "../../../test/made-up-companies.ts";
import type { CompanyRecord } from "../companies/index.ts";
import { EMPTY_ARTICLE, type ReadArticle } from "./formats/format.ts";
import { importArticles } from "./importing/import-articles.ts";
import { readKeywords } from "./search/read-keywords.ts";
import { searchArticles } from "./search/search-articles.ts";

const ORIGIN = { name: "test", licence: "", fictional: false, language: null, baseUrl: null };
const NOW = new Date("2025-07-01T00:00:00Z");

let serial = 0;
function article(given: Partial<ReadArticle> & { day?: string }): { article: ReadArticle } {
  const { day = "2025-06-10T12:00:00Z", ...rest } = given;
  return {
    article: {
      ...EMPTY_ARTICLE,
      link: `https://news.example/${++serial}`,
      language: "en",
      dates: day === "" ? [] : [{ tag: "pubDate", text: day }],
      ...rest,
    },
  };
}

/** The titles found in a database that holds just these articles and companies. */
async function makeSearch(
  articles: readonly { article: ReadArticle }[],
  companies: readonly CompanyRecord[] = [],
) {
  const db = await freshDatabase();
  if (companies.length > 0) await openLookup(db, companies);
  await importArticles(db, articles, { origin: ORIGIN, now: NOW });
  return async (
    keywords: string,
    { language = "en", from = "2025-01-01", to = "2025-07-01", limit = 20, offset = 0 } = {},
  ) => {
    const rows = await searchArticles(db, {
      keywords: readKeywords(keywords, language) ?? [],
      language,
      from: new Date(from),
      until: new Date(Date.parse(to) + 86_400_000),
      limit,
      offset,
    });
    return rows.map(({ title }) => title);
  };
}

describe("ranking", async () => {
  const search = await makeSearch([
    article({ title: "Copper falls", snippet: "Miners in Chile end their strike.", day: "2025-06-20" }),
    article({ title: "Chile copper strike ends", snippet: "Work has begun again.", day: "2025-06-01" }),
    article({ title: "Strike at the harbour", snippet: "Nothing moves in Hamburg.", day: "2025-06-21" }),
    article({ title: "Quiet day", snippet: "An analyst spoke of copper.", day: "2025-06-22" }),
    article({ title: "Copper rises", snippet: "Prices were higher.", day: "2025-06-25" }),
  ]);

  it("puts articles with more keywords first, then title before text, then the newest", async () => {
    expect(await search("copper, strike, Chile")).toEqual([
      "Chile copper strike ends",
      "Copper falls",
      "Copper rises",
      "Strike at the harbour",
      "Quiet day",
    ]);
  });

  it("pages without gap or overlap", async () => {
    const all = await search("copper");
    const pages = [await search("copper", { limit: 2 }), await search("copper", { limit: 2, offset: 2 })];
    expect(pages.flat()).toEqual(all);
    expect(all).toHaveLength(4);
  });

  it("finds other forms of a word, and all words of a keyword in any order", async () => {
    expect(await search("strikes chile")).toEqual(["Chile copper strike ends", "Copper falls"]);
  });
});

describe("a company name as keyword", async () => {
  const company = companiesOf("US", "XNYS");
  const search = await makeSearch(
    [
      article({ title: "Zorvane opens a plant", snippet: "The site has 300 jobs." }),
      article({ title: "Quellmont Systems is sued", snippet: "The trial begins in May." }),
      article({ title: "Ruxley sells out", snippet: "The new phone is gone within a day." }),
      article({ title: "Harbour dredged", snippet: "Ships can call again." }),
    ],
    [
      company("Zorvane Incorporated", {
        other_names: [
          { name: "Quellmont Systems", kind: "former" },
          { name: "Ruxley", kind: "alias" },
        ],
      }),
    ],
  );

  it.each([
    ["full name", "Zorvane Incorporated"],
    ["former name", "Quellmont Systems Inc."],
    ["brand", "Ruxley"],
  ])("finds by its %s what is written about the company under any of its names", async (_kind, name) => {
    expect((await search(name)).toSorted()).toEqual([
      "Quellmont Systems is sued",
      "Ruxley sells out",
      "Zorvane opens a plant",
    ]);
  });
});

describe("a phrase", async () => {
  const search = await makeSearch([
    article({ title: "The interest rate stays", snippet: "No change for now." }),
    article({ title: "Interest grows", snippet: "The rate of visits doubled." }),
    article({ title: "COVID-19 levy ends", snippet: "AT&T is not concerned." }),
    article({ title: "19 tons of covid masks", snippet: "At sea, a T-shirt was found." }),
  ]);

  it("matches only word for word and in order", async () => {
    expect(await search('"interest rate"')).toEqual(["The interest rate stays"]);
    expect(await search("interest rate")).toHaveLength(2);
    expect(await search("“interest rate”")).toEqual(["The interest rate stays"]);
  });

  it("includes what is written without a space", async () => {
    expect(await search("COVID-19")).toEqual(["COVID-19 levy ends"]);
    expect(await search("AT&T")).toEqual(["COVID-19 levy ends"]);
  });
});

describe("the language of a search", async () => {
  const search = await makeSearch([
    article({ title: "京都の半導体工場が稼働", snippet: "新しい工場で生産を始めた。", language: "ja" }),
    article({ title: "東京都が予算案を発表", snippet: "来年度の計画を示した。", language: "ja" }),
    article({ title: "台积电在美国建设新工厂", snippet: "公司表示将增加投资。", language: "zh-CN" }),
    article({
      title: "Zölle treffen Maschinenbauer",
      snippet: "Die Märkte reagierten kaum.",
      language: "de",
    }),
    article({ title: "Tariffs hit engineers", snippet: "Zölle is the German word.", language: "en" }),
  ]);

  it("splits Japanese into words: Kyoto does not match Tokyo-to", async () => {
    expect(await search("京都", { language: "ja" })).toEqual(["京都の半導体工場が稼働"]);
    expect(await search("東京都", { language: "ja" })).toEqual(["東京都が予算案を発表"]);
    expect(await search("半導体工場", { language: "ja" })).toEqual(["京都の半導体工場が稼働"]);
    expect(await search("予算案、半導体", { language: "ja" })).toHaveLength(2);
  });

  it("splits Chinese into words", async () => {
    expect(await search("台积电", { language: "zh" })).toEqual(["台积电在美国建设新工厂"]);
    expect(await search("美国", { language: "zh" })).toEqual(["台积电在美国建设新工厂"]);
    expect(await search("国建", { language: "zh" })).toEqual([]);
  });

  it("matches German words without umlauts and in other forms", async () => {
    expect(await search("Zolle", { language: "de" })).toEqual(["Zölle treffen Maschinenbauer"]);
    expect(await search("markt, MASCHINENBAUERN", { language: "de" })).toEqual([
      "Zölle treffen Maschinenbauer",
    ]);
  });

  it("limits the results to that language", async () => {
    expect(await search("Zölle", { language: "en" })).toEqual(["Tariffs hit engineers"]);
    expect(await search("Zölle", { language: "fr" })).toEqual([]);
  });
});

describe("the dates of a search", async () => {
  const search = await makeSearch([
    article({ title: "Oil first", day: "2025-06-01T00:00:00Z" }),
    article({ title: "Oil last", day: "2025-06-30T23:59:59Z" }),
    article({ title: "Oil eastern", day: "2025-06-01T08:00:00+09:00" }),
    article({ title: "Oil undated", day: "" }),
    article({ title: "Oil unparsable", day: "yesterday evening" }),
    article({ title: "Oil tomorrow", day: "2025-07-02T10:00:00Z" }),
  ]);

  it("include both days, in UTC", async () => {
    expect(await search("oil", { from: "2025-06-01", to: "2025-06-30" })).toEqual(["Oil last", "Oil first"]);
    expect(await search("oil", { from: "2025-06-01", to: "2025-06-01" })).toEqual(["Oil first"]);
    expect(await search("oil", { from: "2025-05-31", to: "2025-05-31" })).toEqual(["Oil eastern"]);
    expect(await search("oil", { from: "2025-06-02", to: "2025-06-29" })).toEqual([]);
  });

  it("leave out articles without a trustworthy date, however wide the range", async () => {
    expect(await search("oil", { from: "1900-01-01", to: "2099-12-31" })).toHaveLength(3);
  });
});

describe("stories", async () => {
  const text =
    "The harbour of Lindvik will be dredged from spring on, the port authority said, at a cost of 40 million crowns " +
    "over three years. Ships of up to 14 metres can then call.";
  const search = await makeSearch([
    article({ title: "Lindvik harbour to be dredged", body: text, source: "Coast Post" }),
    article({ title: "Lindvik dredging approved", body: `${text} By our staff.`, source: "Daily Wave" }),
    article({
      title: "Dredging: another matter",
      body: "A river in the south is too shallow for barges.",
      source: "X",
    }),
  ]);

  it("appear once, with one title for all their copies", async () => {
    const titles = await search("dredging, dredged");
    expect(titles).toHaveLength(2);
    expect(titles).toContain("Dredging: another matter");
  });
});
