import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../../../test/database.ts";
import type { Database } from "../../../platform/db/index.ts";
import { EMPTY_ARTICLE, type ReadArticle } from "../formats/format.ts";
import { importArticles } from "../importing/import-articles.ts";
import { loadDemoNews } from "../importing/import-file.ts";
import { LABELLED_COPIES } from "./testing/labelled-copies.ts";

const DEMO = new URL("../../../../demo/fictional/news/", import.meta.url);
const ORIGIN = { name: "test", licence: "", fictional: false, language: "en", baseUrl: null };

interface Labelled {
  link: string;
  story: string;
  /** Told in other words throughout: to be together is right, to be apart no fault. */
  rewritten: boolean;
}

/** Over all pairs of articles: are those together that should be, and only those? */
async function scorePairs(db: Database, labelled: readonly Labelled[]) {
  const rows = await db<{ link: string; cluster_no: number }>`select link, cluster_no from article`;
  const clusters = new Map(rows.map(({ link, cluster_no }) => [link, cluster_no]));
  const pairs = labelled.flatMap((a, index) =>
    labelled.slice(0, index).map((b) => ({
      isTogether: clusters.get(a.link) === clusters.get(b.link),
      isSame: a.story === b.story,
      isWanted: a.story === b.story && !a.rewritten && !b.rewritten,
    })),
  );
  const together = pairs.filter(({ isTogether }) => isTogether);
  const wanted = pairs.filter(({ isWanted }) => isWanted);
  return {
    precision: together.filter(({ isSame }) => isSame).length / together.length,
    getCached: wanted.filter(({ isTogether }) => isTogether).length / wanted.length,
    wanted: wanted.length,
  };
}

function readLines<T>(name: string): T[] {
  const lines = readFileSync(new URL(name, DEMO), "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as T);
}

describe("near-duplicate detection", () => {
  it("finds the near-duplicates of the demo news with precision and recall of at least 0.95", async () => {
    const db = await freshDatabase();
    await loadDemoNews(db, new URL("articles.jsonl", DEMO).pathname);
    const links = new Map(
      readLines<{ id: string; link: string }>("articles.jsonl").map((a) => [a.id, a.link]),
    );
    const labels = readLines<{ id: string; story: string; rewritten: boolean }>("labels.jsonl");
    const judged = await scorePairs(
      db,
      labels.map(({ id, story, rewritten }) => ({ link: links.get(id) ?? "", story, rewritten })),
    );
    expect(judged.wanted).toBeGreaterThan(200);
    expect(judged.precision).toBeGreaterThanOrEqual(0.95);
    expect(judged.getCached).toBeGreaterThanOrEqual(0.95);
  });

  it("separates texts made from one template, in whatever order they arrive", async () => {
    for (const order of [LABELLED_COPIES, LABELLED_COPIES.toReversed()]) {
      const db = await freshDatabase();
      const articles = order.map(({ title, body, story }, index) => ({
        link: `https://news.example/${index}`,
        title,
        body,
        story,
      }));
      const items = articles.map(({ link, title, body }) => {
        const article: ReadArticle = {
          ...EMPTY_ARTICLE,
          link,
          title,
          body,
          dates: [{ tag: "pubDate", text: "2025-05-05" }],
        };
        return { article };
      });
      await importArticles(db, items, { origin: ORIGIN, now: new Date("2025-06-01") });
      const judged = await scorePairs(
        db,
        articles.map(({ link, story }) => ({ link, story, rewritten: false })),
      );
      expect(judged.wanted).toBeGreaterThanOrEqual(180);
      expect(judged.precision).toBeGreaterThanOrEqual(0.95);
      expect(judged.getCached).toBeGreaterThanOrEqual(0.95);
    }
  });

  it("picks a lead with publisher, date and the fullest text, and counts each publisher once", async () => {
    const db = await freshDatabase();
    const [first] = LABELLED_COPIES;
    const text = first?.body ?? "";
    const copy = (link: string, given: Partial<ReadArticle>): { article: ReadArticle } => ({
      article: { ...EMPTY_ARTICLE, link, title: "A ferry", body: text, source: "Coast Post", ...given },
    });
    const dated = [{ tag: "pubDate", text: "2025-05-05" }];
    await importArticles(
      db,
      [
        copy("https://a.example/1", {}),
        copy("https://b.example/2", { dates: dated, body: text.slice(0, 250), source: "Daily Wave" }),
        copy("https://c.example/3", { dates: dated }),
        copy("https://c.example/4", {
          dates: [{ tag: "pubDate", text: "2025-05-06" }],
          source: "coast post",
        }),
      ],
      { origin: ORIGIN, now: new Date("2025-06-01") },
    );
    const clusters = await db<{ link: string; source_count: number; article_count: number }>`
      select a.link, c.source_count, c.article_count from news_cluster c join article a on a.article_no = c.lead_no`;
    expect(clusters).toEqual([{ link: "https://c.example/3", source_count: 2, article_count: 4 }]);
  });
});
