import { readFileSync } from "node:fs";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { readCsv } from "../demo/companies/read-csv.ts";
import { startTestApp } from "./app.ts";

const app = await startTestApp({ demo: true, rate_factor: 1_000 });
const { key } = await app.addAccount({ credits: 10_000 });
const client = new Client({ name: "florin-test", version: "1" });
await client.connect(
  new StreamableHTTPClientTransport(new URL(`${app.baseUrl}/mcp`), {
    requestInit: { headers: { "x-api-key": key } },
  }),
);

/** Every company the demo knows in its own script, with the listing it belongs to. */
const LOCAL_NAMES = readCsv(readFileSync("demo/companies/local-names.csv", "utf8"));

interface Found {
  match_score: number;
  children: { ticker: string | null }[];
}

const describeFirst = ([first]: Found[]) => ({
  tickers: (first?.children ?? []).map(({ ticker }) => ticker),
  isSure: (first?.match_score ?? 0) >= 0.95,
});

async function searchByRest(name: string): Promise<Found[]> {
  const { json } = await app.call("POST", "/v1/company_report/company_search", { key, body: { name } });
  return json.data;
}

async function searchByTool(name: string): Promise<Found[]> {
  const { structuredContent } = await client.callTool({ name: "find_company", arguments: { name } });
  return (structuredContent as { data: Found[] }).data;
}

describe("a demo company with a name in another script", () => {
  it.each([
    ["REST", searchByRest],
    ["MCP", searchByTool],
  ])("is found first by that name over %s", async (_door, search) => {
    expect(LOCAL_NAMES.length).toBeGreaterThan(100);
    const missed: unknown[] = [];
    for (const { name = "", ticker = "" } of LOCAL_NAMES) {
      const first = describeFirst(await search(name));
      if (!first.isSure || !first.tickers.includes(ticker)) missed.push({ name, ticker, ...first });
    }
    expect(missed).toEqual([]);
  });

  it("is found by the short form of a group's name, in both scripts", async () => {
    for (const name of ["美的集团", "美的集團"])
      expect(describeFirst(await searchByRest(name)).tickers).toEqual(["000333"]);
  });
});
