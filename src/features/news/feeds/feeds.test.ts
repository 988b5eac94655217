import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { onTestFileEnd } from "../../../../test/cleanup.ts";
import { freshDatabase } from "../../../../test/database.ts";
import type { Database } from "../../../platform/db/index.ts";
import { makeGuardedFetch } from "../../../platform/fetch/index.ts";
import { addFeed } from "./add-feed.ts";
import { openPolling } from "./open-polling.ts";
import { pollDueFeeds } from "./poll-due.ts";
import { listCounts, listFeeds, makeAllDue } from "./store.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

async function serve(answer: Answer): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFileEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const rss = (items: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Coast Post</title><language>en</language>${items}</channel></rss>`;
const item = (number: number) =>
  `<item><title>Harbour news ${number}</title><link>/n/${number}</link>` +
  `<pubDate>Tue, 10 Jun 2025 08:00:00 GMT</pubDate>` +
  `<description>Ships &amp;amp; cranes &lt;b&gt;today&lt;/b&gt;</description></item>`;

/** Polls all feeds of a database as the job does. */
function poll(db: Database) {
  const fetch = makeGuardedFetch({ userAgent: "Florin/test", allowLocal: true });
  return pollDueFeeds(openPolling(db, fetch, { pauseMilliseconds: 0 }), AbortSignal.timeout(20_000));
}

const add = (db: Database, url: string) => addFeed(db, { url, language: null, licence: "", pollMinutes: 30 });

describe("polling a feed", () => {
  it("imports a feed once, then sends its validators and accepts 304", async () => {
    const db = await freshDatabase();
    const requests: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      if (request.url === "/robots.txt") return void response.writeHead(404).end();
      requests.push(request.headers["if-none-match"] ?? request.headers["user-agent"]);
      if (request.headers["if-none-match"] === '"one"') return void response.writeHead(304).end();
      response
        .writeHead(200, { "content-type": "application/rss+xml", etag: '"one"' })
        .end(rss(item(1) + item(2)));
    });
    await add(db, `${url}/feed`);
    expect(await poll(db)).toEqual([{ url: `${url}/feed`, result: "2 items, 2 new, 0 known" }]);
    expect(await poll(db)).toEqual([]);
    await makeAllDue(db);
    expect((await poll(db))[0]?.result).toBe("nothing new");
    expect(requests).toEqual(["Florin/test", '"one"']);
    const [article] =
      await db`select title, link, source, snippet, language, date_evidence from article order by link`;
    expect(article).toEqual({
      title: "Harbour news 1",
      link: `${url}/n/1`,
      source: "Coast Post",
      snippet: "Ships & cranes today",
      language: "en",
      date_evidence: "pubDate: Tue, 10 Jun 2025 08:00:00 GMT",
    });
  });

  it("does not fetch what robots.txt forbids", async () => {
    const db = await freshDatabase();
    let fetched = 0;
    const url = await serve((request, response) => {
      if (request.url === "/robots.txt") return void response.end("User-agent: Florin\nDisallow: /feed");
      fetched++;
      response.end(rss(item(1)));
    });
    await add(db, `${url}/feed`);
    expect((await poll(db))[0]?.result).toContain("robots_disallow");
    expect(fetched).toBe(0);
  });

  it("leaves a host alone for as long as it asks", async () => {
    const db = await freshDatabase();
    let fetched = 0;
    const url = await serve((request, response) => {
      if (request.url === "/robots.txt") return void response.writeHead(404).end();
      fetched++;
      response.writeHead(429, { "retry-after": "7200" }).end();
    });
    await add(db, `${url}/one`);
    await add(db, `${url}/two`);
    await poll(db);
    expect(fetched).toBe(1);
    for (const { next_poll_at } of await listFeeds(db, 10))
      expect(Date.parse(next_poll_at) - Date.now()).toBeGreaterThan(7_000_000);
  });

  it("waits longer after each failure", async () => {
    const db = await freshDatabase();
    const url = await serve((_request, response) => void response.writeHead(404).end());
    await add(db, `${url}/feed`);
    const waits: number[] = [];
    for (let turn = 0; turn < 3; turn++) {
      await makeAllDue(db);
      await poll(db);
      const [feed] = await listFeeds(db, 1);
      waits.push(Math.round((Date.parse(feed?.next_poll_at ?? "") - Date.now()) / 1_000 / 300));
    }
    expect(waits).toEqual([1, 2, 4]);
  });
});

describe("a malformed feed", () => {
  const BOMB = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;&lol;">]>${rss(item(1)).slice(21)}`;
  const BODIES: Record<string, (response: ServerResponse) => void> = {
    truncated: (response) => void response.end(rss(item(1) + item(2)).slice(0, -120)),
    not_a_feed: (response) => void response.end("<!DOCTYPE html><html><body><h1>Moved</h1></body></html>"),
    entity_declaration: (response) => void response.end(BOMB),
    item_too_large: (response) =>
      void response.end(
        rss(`<item><title>x</title><description>${"word ".repeat(600_000)}</description></item>${item(3)}`),
      ),
    file_too_large: (response) => {
      response.write(rss("").slice(0, 100));
      const piece = Buffer.alloc(1_000_000, "a");
      for (let sent = 0; sent < 50; sent++) response.write(piece);
      response.end();
    },
    wrong_encoding: (response) =>
      void response.end(
        Buffer.concat([
          Buffer.from(rss(item(4)).slice(0, -40)),
          Buffer.from([0xe9, 0xff]),
          Buffer.from(rss(item(4)).slice(-40)),
        ]),
      ),
    malformed_json: (response) =>
      void response.end('{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1"'),
    fetch_failed: (response) => void response.destroy(),
    http_error: (response) => void response.writeHead(500).end("<html>sorry</html>"),
    link_not_http: (response) =>
      void response.end(rss("<item><title>x</title><link>javascript:alert(1)</link></item>")),
  };

  it("is counted as a visible failure, and the valid feed next to it is still read", async () => {
    const db = await freshDatabase();
    for (const [reason, answer] of Object.entries(BODIES)) {
      const url = await serve((request, response) =>
        request.url === "/robots.txt" ? void response.writeHead(404).end() : answer(response),
      );
      await add(db, `${url}/${reason}`);
    }
    const good = await serve((_request, response) => void response.end(rss(item(9))));
    await add(db, `${good}/good`);
    const results = await poll(db);
    expect(results).toHaveLength(Object.keys(BODIES).length + 1);
    const counts = await listCounts(db, 100);
    for (const reason of Object.keys(BODIES)) {
      const counted = counts
        .filter(({ origin }) => origin.endsWith(`/${reason}`))
        .map((count) => count.reason);
      expect(counted).toContain(reason);
    }
    expect(results.find(({ url }) => url.endsWith("/good"))?.result).toBe("1 items, 1 new, 0 known");
    // What was whole before the fault is kept.
    const kept = await db<{ origin: string }>`select origin from article`;
    const names = kept.map(({ origin }) => new URL(origin).pathname.slice(1)).sort();
    expect(names).toEqual(["good", "item_too_large", "truncated", "wrong_encoding"]);
  });
});
