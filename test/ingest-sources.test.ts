import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { loadCompanies } from "../src/features/companies/index.ts";
import { SOURCES } from "../src/features/ingest/index.ts";
import { startTestApp } from "./app.ts";
import { openLoading } from "./ingest/loading.ts";
import { type Answer, startPublisher } from "./ingest/publisher.ts";
import { html, json, lines, type Pages, SOURCE_CASES } from "./ingest/source-cases.ts";

/**
 * What every connector must do: wait for a busy publisher, give a reason for each rejected line, report a changed
 * format in one sentence, and load again without changes.
 */
const app = await startTestApp();
const { db } = app;
const reports = { ...app.tools, db };
const { load, write, folder } = openLoading(db, reports);
await loadCompanies(db, { name: "test", reference: "", licence: "own", source_date: "2025-01-01" }, [
  {
    svc_entity_id: "ent_tabledcompany",
    name: "Tabled Company Inc",
    cik: "0000000123",
    country: "US",
    exchange: "XNYS",
    securities: [
      { ticker: "TABL", isin: "US0378331005", mic: "XNYS" },
      { ticker: "TABLB", isin: "US5949181045", mic: "XNYS" },
    ],
  },
]);

const mapping = write(
  "mapping.json",
  json({
    source: { id: "own-list", name: "Own list", licence: "own", date: "2025-09-01" },
    columns: { key: "id", name: "company", ticker: "symbol", mic: "market" },
  }),
);
const CASES = SOURCE_CASES.map((one) => (one.options?.["mapping"] ? { ...one, options: { mapping } } : one));

/** Everything the sources have stored, with its timestamps: a row that is written again differs. */
async function contents(): Promise<unknown> {
  return db`
    select
      (select md5(string_agg(r.source || r.key || r.row_hash, ',' order by r.source, r.key)) from company_record r) as records,
      (select md5(string_agg(n.name || n.kind, ',' order by n.name, n.kind)) from company_name n) as names,
      (select md5(string_agg(m::text, ',' order by mic)) from market m) as markets,
      (select md5(string_agg(b::text, ',' order by series_no, date)) from price_bar b) as prices,
      (select md5(string_agg(c::text, ',' order by currency, date)) from currency_rate c) as rates,
      (select md5(string_agg(f::text, ',' order by fact_no)) from fact f) as facts,
      (select md5(string_agg(report_id || file_sha256 || file_title, ',' order by report_id)) from report) as reports`;
}

/** Answers 429, then 503, then the file. */
function publish(pages: Pages): Promise<{ url: string; requests: string[] }> {
  const busy = [429, 503];
  return startPublisher((request, body): Answer => {
    const status = busy.shift();
    if (status !== undefined) return { status, headers: { "retry-after": "0" } };
    const page = pages[request.url ?? ""];
    if (page === undefined) return { status: 404 };
    return { body: typeof page === "function" ? page(body) : page };
  });
}

/** The message of a load about a changed format: its failure, or the reason for rejecting every document. */
async function complaint(loading: ReturnType<typeof load>): Promise<string> {
  try {
    const { rejections, added, changed } = await loading;
    expect([added, changed]).toEqual([0, 0]);
    return rejections.map(({ reason }) => reason).join("\n");
  } catch (error) {
    return String((error as Error).message);
  }
}

describe.each(CASES)("$source", ({ source, pages, at = "", options = {}, added, refused, changed }) => {
  it("waits when asked to, rejects a broken line with its reason, and changes nothing the second time", async () => {
    const { url, requests } = await publish(pages);
    const first = await load(source, url + at, options);
    expect(requests.length).toBeGreaterThan(2);
    expect(first).toMatchObject({ added, changed: 0, rejected: 1 });
    expect(first.rejections).toMatchObject([
      { line: refused.line, reason: expect.stringMatching(refused.reason) },
    ]);
    const before = await contents();
    const second = await load(source, url + at, options);
    expect(second).toMatchObject({ added: 0, changed: 0, rejected: 1 });
    expect(second.unchanged).toBeGreaterThan(0);
    expect(await contents()).toEqual(before);
  });

  it("reports in one sentence that the format has changed, and loads nothing", async () => {
    const before = await contents();
    const { url } = await publish(changed.pages);
    expect(await complaint(load(source, url + at, options))).toMatch(changed.sentence);
    expect(await contents()).toEqual(before);
  });
});

describe("loading report files", () => {
  const repeat = async (loading: () => ReturnType<typeof load>) => {
    const first = await loading();
    const before = await contents();
    expect(await loading()).toMatchObject({ added: 0, changed: 0, rejected: first.rejected });
    expect(await contents()).toEqual(before);
    return first;
  };

  it("loads report-urls once, and refuses a changed format", async () => {
    const { url } = await publish({ "/web.html": html("From the web") });
    const list = await publish({ "/list.csv": lines("url,ticker", `${url}/web.html,TABL`, "nowhere,TABL") });
    const first = await repeat(() => load("report-urls", `${list.url}/list.csv`));
    expect(first.added).toBe(1);
    expect(first.rejections).toMatchObject([{ line: 3, reason: 'url "nowhere" is not a valid URL' }]);
    const drifted = await publish({ "/list.csv": lines("link,ticker", "a,b") });
    const said = await complaint(load("report-urls", `${drifted.url}/list.csv`));
    expect(said).toMatch(/the list has no column "url".*Nothing was loaded/);
  });

  const files = {
    "TABL_annual-report_2024-11-01_en.html": html("From a folder"),
    "bad.html": html("Bad"),
    "bad.html.json": json({ ticker: "TABL", report_kind: "annual" }),
  };

  it("loads report-folder once, and rejects sidecar files with changed fields", async () => {
    const place = path.join(folder, "table");
    mkdirSync(place);
    for (const [name, content] of Object.entries(files)) writeFileSync(path.join(place, name), content);
    const first = await repeat(() => load("report-folder", place));
    expect(first).toMatchObject({ added: 1, rejected: 1 });
    expect(first.rejections).toMatchObject([
      { line: 2, reason: expect.stringMatching(/sidecar: .*report_kind/) },
    ]);
  });

  it("loads report-bucket once, and waits for a busy server", async () => {
    const listing = Object.keys(files).map(
      (key) => `<Contents><Key>${key}</Key><ETag>1</ETag><Size>1</Size></Contents>`,
    );
    const busy = [503, 503];
    const { url, requests } = await startPublisher((request) => {
      const status = busy.shift();
      if (status !== undefined) return { status };
      const { pathname, searchParams } = new URL(request.url ?? "", "http://bucket");
      if (searchParams.has("list-type"))
        return { body: `<?xml version="1.0"?><ListBucketResult>${listing.join("")}</ListBucketResult>` };
      const body = Object.entries(files).find(([name]) => pathname.endsWith(name))?.[1];
      return body === undefined ? { status: 404 } : { body: body.replace("a folder", "a bucket") };
    });
    const bucket = openLoading(db, reports, {
      region: "us-east-1",
      endpoint: url,
      accessKeyId: "id",
      secretAccessKey: "secret",
    });
    const first = await repeat(() => bucket.load("report-bucket", "s3://florin/"));
    expect(requests.length).toBeGreaterThan(4);
    expect(first).toMatchObject({ added: 1, rejected: 1 });
    expect(first.rejections).toMatchObject([
      { line: 2, reason: expect.stringMatching(/sidecar: .*report_kind/) },
    ]);
  });
});

describe("the table of sources", () => {
  it("leaves no source out", () => {
    const tested = [...CASES.map(({ source }) => source), "report-urls", "report-folder", "report-bucket"];
    expect(tested.toSorted()).toEqual(SOURCES.map(({ name }) => name).toSorted());
  });
});

describe("an unknown market", () => {
  it("is rejected with a price, and accepted once the list of markets has it", async () => {
    const rows = (...exchanges: string[]) =>
      write(
        `${exchanges.join("-")}.csv`,
        lines(
          "date,close,currency,ticker,exchange",
          ...exchanges.map((exchange) => `2025-02-03,5,USD,TABL,${exchange}`),
        ),
      );
    const result = await load("prices-csv", rows("XNYS", "QQQQ", "XNEW"));
    expect(result).toMatchObject({ added: 2, rejected: 1 });
    expect(result.rejections).toMatchObject([{ line: 3, reason: "exchange QQQQ is not in ISO 10383" }]);
    await expect(load("prices-csv", rows("XNYS"), { exchange: "nyse" })).rejects.toThrow(
      "prices-csv: exchange nyse is not in ISO 10383. Nothing was loaded.",
    );
  });

  it("is reported for a listing that is loaded without it", async () => {
    const file = write("unknown.csv", lines("symbol,name,mic,isin", "UNKN.QQ,UNKNWN MKT,QQQQ,"));
    const result = await load("financedatabase", file);
    expect(result).toMatchObject({ added: 1, rejected: 0, warned: 1 });
    expect(result.warnings).toMatchObject([
      { line: 2, reason: "market QQQQ is not in the exchange list: loaded without a market" },
    ]);
  });
});
