import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../../../test/database.ts";
import { EMPTY_ARTICLE, type ReadItem } from "../formats/format.ts";
import { importArticles } from "./import-articles.ts";

const OPTIONS = {
  origin: { name: "test", licence: "", fictional: false, language: "en", baseUrl: null },
  now: new Date("2025-07-01"),
};

function* makeArticles(count: number): Generator<ReadItem> {
  for (let number = 0; number < count; number++)
    yield {
      article: {
        ...EMPTY_ARTICLE,
        link: `https://news.example/${number}`,
        title: `Notice number ${number}`,
        dates: [{ tag: "pubDate", text: "2025-05-05" }],
      },
    };
}

describe("a long import", () => {
  it("leaves no key for searches to read outside the index", async () => {
    const db = await freshDatabase();
    expect(await importArticles(db, makeArticles(5_200), OPTIONS)).toMatchObject({ added: 5_200 });
    const [rest] = await db<{ pages: number }>`select gin_clean_pending_list('article_keys')::int as pages`;
    expect(rest?.pages).toBe(0);
  });

  it("merges while it stores, so that the list of new keys stays short", async () => {
    const db = await freshDatabase();
    const events: string[] = [];
    const watched = Object.assign((...statement: Parameters<typeof db>) => {
      events.push(statement[0].join("?").includes("gin_clean_pending_list") ? "merge" : "other");
      return db(...statement);
    }, db);
    await importArticles(watched, makeArticles(8_000), {
      ...OPTIONS,
      progress: () => events.push("stored"),
    });
    const merges = events.flatMap((event, at) => (event === "merge" ? [at] : []));
    const stored = events.lastIndexOf("stored");
    expect(merges.filter((at) => at < stored).length).toBeGreaterThan(0);
    expect(merges.at(-1)).toBeGreaterThan(stored);
  });

  it("ends with the error of a merge, keeping whole batches only", async () => {
    const db = await freshDatabase();
    const failing = Object.assign((...statement: Parameters<typeof db>) => {
      if (statement[0].join("?").includes("gin_clean_pending_list")) throw new Error("no merge today");
      return db(...statement);
    }, db);
    await expect(importArticles(failing, makeArticles(9_000), OPTIONS)).rejects.toThrow("no merge today");
    const [stored] = await db<{ articles: number; counted: number }>`
      select count(*)::int as articles, (select items from news_count where reason = 'added')::int as counted
      from article`;
    expect(stored?.articles).toBe(stored?.counted);
    expect(stored?.articles).toBeLessThan(9_000);
    expect((stored?.articles ?? 1) % 500).toBe(0);
    // The same import again completes what is missing.
    await importArticles(db, makeArticles(9_000), OPTIONS);
    const [all] = await db<{ articles: number }>`select count(*)::int as articles from article`;
    expect(all?.articles).toBe(9_000);
  });
});
