import http from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { startTestApp } from "../../../../test/app.ts";
import { onTestFileEnd } from "../../../../test/cleanup.ts";
import { fillTemplate } from "./live-search.ts";

const requestedAt: string[] = [];
let answer: { status: number; body: string } = { status: 200, body: "" };
const provider = http.createServer((request, response) => {
  requestedAt.push(request.url ?? "");
  response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body);
});
await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
onTestFileEnd(() => provider.close());
const { port } = provider.address() as AddressInfo;
const template = `http://127.0.0.1:${port}/search?q={keywords}&from={start_day}&hl={language}`;
const app = await startTestApp({ news_live_url: template, fetch_local: true, rate_factor: 100 });
const { key } = await app.addAccount();
const search = (keywords: string) =>
  app.call("POST", "/v1/news/web_news", {
    key,
    body: { keywords, start_date: "2025-03-01", end_date: "2025-03-31" },
  });

describe("a configured news provider", () => {
  it("is queried once for a question, and its results are found with the others", async () => {
    const news_results = [
      {
        link: "https://paper.example/harbour",
        title: "Harbour of Quillmere reopens after dredging",
        source: "Quillmere Post",
        snippet: "Ships enter again.",
        iso_date: "2025-03-12T08:00:00Z",
      },
    ];
    answer = { status: 200, body: JSON.stringify({ news_results }) };
    const { json } = await search("Quillmere, dredging");
    expect(json.data).toMatchObject([{ link: "https://paper.example/harbour", date: "March 12, 2025" }]);
    expect((await search("Quillmere, dredging")).json.data).toHaveLength(1);
    expect(requestedAt).toEqual(["/search?q=Quillmere%20OR%20dredging&from=20250301&hl=en"]);
  });

  it("is counted and skipped for a while when it fails, and the index still answers", async () => {
    answer = { status: 503, body: "busy" };
    const before = requestedAt.length;
    expect((await search("Quillmere")).json.data).toHaveLength(1);
    expect((await search("harbour")).json.data).toHaveLength(1);
    expect(requestedAt.length).toBe(before + 1);
    const [count] =
      await app.db`select items from news_count where origin = 'live search' and reason = 'provider_failed'`;
    expect(Number(count?.["items"])).toBe(1);
  });
});

describe("the provider's address", () => {
  it("is filled with the query, fully escaped", () => {
    const query = {
      keywords: 'oil&x=1, "rate cut"',
      start_date: "2025-01-02",
      end_date: "2025-01-03",
      language: "de",
    };
    expect(fillTemplate("https://a.example/{language}?q={keywords}&e={end_date}&{other}", query)).toBe(
      "https://a.example/de?q=oil%26x%3D1%20OR%20%22rate%20cut%22&e=2025-01-03&{other}",
    );
  });
});
