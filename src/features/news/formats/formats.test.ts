import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { dateByEvidence } from "../dates/date-by-evidence.ts";
import type { ReadArticle } from "./format.ts";
import { readBytes } from "./read-bytes.ts";

async function read(bytes: Uint8Array | string, charset: string | null = null) {
  const items = await Array.fromAsync(readBytes([Buffer.from(bytes as string)], { charset }));
  return {
    articles: items.flatMap((item) => ("article" in item ? [item.article] : [])),
    faults: items.flatMap((item) => ("fault" in item ? [item.fault.reason] : [])),
  };
}

const firstDate = ({ dates }: ReadArticle) =>
  dateByEvidence(dates, new Date("2027-01-01")).published_at?.toISOString() ?? null;

describe("parsing a feed", () => {
  it("reads RSS 1.0 with the address of each item and dc:date", async () => {
    const { articles } = await read(
      `<rdf:RDF xmlns:rdf="r" xmlns="http://purl.org/rss/1.0/" xmlns:dc="d"><channel rdf:about="x"><title>Bulletin</title></channel>
       <item rdf:about="https://news.example/1"><title>Rates &amp; rents</title><dc:date>2025-06-05T09:00:00+02:00</dc:date></item></rdf:RDF>`,
    );
    expect(articles[0]).toMatchObject({
      link: "https://news.example/1",
      title: "Rates & rents",
      source: "Bulletin",
    });
    expect(articles.map(firstDate)).toEqual(["2025-06-05T07:00:00.000Z"]);
  });

  it("reads Atom with markup as elements, and prefers published to updated", async () => {
    const { articles } = await read(
      `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de-DE"><title>Blatt</title><entry><title type="html">Ein &lt;i&gt;Werk&lt;/i&gt;</title>
       <link rel="self" href="https://x.example/self"/><link rel="alternate" href="https://x.example/a"/>
       <updated>2025-06-06T00:00:00Z</updated><published>2025-06-05T00:00:00Z</published>
       <content type="xhtml"><div><p>Erster</p><p>Zweiter</p></div></content></entry></feed>`,
    );
    expect(articles[0]).toMatchObject({ link: "https://x.example/a", language: "de-DE", source: "Blatt" });
    expect(articles[0]?.body).toContain("Zweiter");
    expect(articles.map(firstDate)).toEqual(["2025-06-05T00:00:00.000Z"]);
  });

  it("recognizes JSON Feed, NewsAPI, GDELT and SerpAPI by their shapes", async () => {
    const documents = [
      {
        version: "https://jsonfeed.org/version/1.1",
        title: "Feed",
        items: [
          {
            id: "1",
            url: "https://a.example/1",
            title: "One",
            content_html: "<p>x</p>",
            date_published: "2025-06-05T00:00:00Z",
          },
        ],
      },
      {
        status: "ok",
        totalResults: 1,
        articles: [
          {
            source: { id: null, name: "Paper" },
            title: "Two",
            description: "d",
            url: "https://a.example/2",
            publishedAt: "2025-06-05T00:00:00Z",
            content: "text… [+120 chars]",
          },
        ],
      },
      {
        articles: [
          {
            url: "https://a.example/3",
            title: "Three",
            seendate: "20250605T000000Z",
            domain: "a.example",
            language: "German",
          },
        ],
      },
      {
        search_metadata: { created_at: "2025-06-05 08:00:00 UTC" },
        search_parameters: { hl: "en" },
        news_results: [
          {
            position: 1,
            link: "https://a.example/4",
            title: "Four",
            source: "S",
            date: "8 hours ago",
            snippet: "s",
          },
        ],
      },
    ];
    const read1 = await Promise.all(documents.map((document) => read(JSON.stringify(document, null, 1))));
    expect(read1.map(({ articles }) => articles[0]?.title)).toEqual(["One", "Two", "Three", "Four"]);
    expect(read1.map(({ articles }) => articles[0]?.source)).toEqual(["Feed", "Paper", "a.example", "S"]);
    for (const { articles } of read1) expect(articles.map(firstDate)).toEqual(["2025-06-05T00:00:00.000Z"]);
    expect(read1[1]?.articles[0]?.body).toBe("text");
  });

  it("reads JSON Lines past a broken line", async () => {
    const lines = await read(
      '{"title":"A","url":"https://a.example","date":"2025-06-05"}\n{"title":\n{"title":"B","link":"https://b.example"}\n',
    );
    expect(lines.articles.map(({ title }) => title)).toEqual(["A", "B"]);
    expect(lines.faults).toEqual(["malformed_json"]);
  });

  it("refuses a file in no known format", async () => {
    expect((await read("")).faults).toEqual([]);
    expect((await read("<html><body>x</body></html>")).faults).toEqual(["not_a_feed"]);
    expect((await read('{"version":"1","items":[]}')).faults).toEqual(["not_a_feed"]);
    expect((await read(`${"<a>".repeat(5_000)}`)).faults).toContain("not_a_feed");
  });

  it("detects the encoding from the declaration, the header or the byte order mark, and survives a wrong one", async () => {
    const feed = (encoding: string) =>
      `<?xml version="1.0" encoding="${encoding}"?><rss><channel><item><title>Größe</title><link>https://a.example</link></item></channel></rss>`;
    const titles = async (bytes: Buffer, charset: string | null = null) =>
      (await read(bytes, charset)).articles.map(({ title }) => title);
    expect(await titles(Buffer.from(feed("ISO-8859-1"), "latin1"))).toEqual(["Größe"]);
    expect(await titles(Buffer.from(feed("utf-8"), "latin1"), "iso-8859-1")).toEqual(["Größe"]);
    expect(await titles(Buffer.from(`\ufeff${feed("utf-16")}`, "utf16le"))).toEqual(["Größe"]);
    const wrong = await read(Buffer.from(feed("utf-8"), "latin1"));
    expect(wrong.articles[0]?.title).toBe("Größe");
    expect(wrong.faults).toEqual(["wrong_encoding"]);
  });
});

/** Real files are not part of this repository; they are read when their folder is next to it. */
const SAMPLES = path.resolve(import.meta.dirname, "../../../../../shared/data/formats");

describe.runIf(existsSync(SAMPLES))("a real sample", () => {
  const sample = (name: string) => read(readFileSync(path.join(SAMPLES, name)));

  it.each([
    ["rss/bbc.rss.xml", 30],
    ["rss/cnn.rss.xml", 29],
    ["rss/elmundo.rss.xml", 20],
    ["rss/elpais.rss.xml", 20],
    ["rss/expansion.rss.xml", 20],
    ["rss/nytimes.rss.xml", 20],
    ["rss/theguardian.rss.xml", 20],
    ["rss/rssparser_rss-1.rss", 20],
    ["rss/rssparser_heise.atom", 10],
    ["rss/rssparser_feedburner.atom", 10],
    ["rss/fed_press_2items_2026-06.xml", 2],
    ["rss/bls_latest.rss", 1],
    ["serpapi/google_AI_1.json", 10],
    ["serpapi/google_news_AI-after-2025-05-19-before-202_3.json", 50],
  ])("of %s yields titles, links and dates", async (name, least) => {
    const { articles, faults } = await sample(name);
    expect(faults).toEqual([]);
    expect(articles.length).toBeGreaterThanOrEqual(least);
    for (const { title, link } of articles) {
      expect(title.trim()).not.toBe("");
      expect(link).toMatch(/^https?:\/\//);
    }
    const dated = articles.filter((article) => firstDate(article) !== null).length;
    // "1 month ago" is no date.
    expect(dated / articles.length).toBeGreaterThanOrEqual(0.8);
  });

  it("that is broken is reported with what is wrong", async () => {
    expect((await sample("rss/zh_news_push.truncated.xml")).faults).toEqual(["truncated"]);
    expect((await sample("rss/rssparser_unrecognized.rss")).faults).toEqual(["not_a_feed"]);
    expect((await sample("rss/rssparser_uolNoticias.rss")).faults).toEqual(["wrong_encoding"]);
    expect((await sample("rss/rssparser_encoding.rss")).faults).toEqual([]);
  });
});
