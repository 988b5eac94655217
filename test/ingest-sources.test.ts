import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { loadCompanies } from "../src/features/companies/index.ts";
import { SOURCES } from "../src/features/ingest/index.ts";
import { startTestApp } from "./app.ts";
import { EDINET_CODES } from "./ingest/edinet-codes.ts";
import { openLoading } from "./ingest/loading.ts";
import { type Answer, startPublisher } from "./ingest/publisher.ts";

/** What every connector owes: patience, a reason for each line refused, one sentence for a changed format, repeatability. */
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

type Pages = Record<string, string | Buffer | ((body: string) => string)>;
interface Case {
  source: string;
  /** What the publisher has, by path; one line or entry of it is broken. */
  pages: Pages;
  /** Under the publisher's address; its root when absent. */
  at?: string;
  options?: Record<string, string>;
  added: number;
  refused: { line: number; reason: RegExp };
  /** The same in a format that has changed, and what is said of it. */
  changed: { pages: Pages; sentence: RegExp };
}

const LEI = "529900T8BM49AURSDO55";
const html = (text: string) => `<!doctype html><html><body><h1>${text}</h1></body></html>`;
const json = (value: unknown) => JSON.stringify(value);
const lines = (...rows: string[]) => `${rows.join("\n")}\n`;
const csv = (path: string, rows: string[], drifted: string[]) => ({
  at: path,
  pages: { [path]: lines(...rows) },
  drifted: { [path]: lines(...drifted) },
});
const mapping = write(
  "mapping.json",
  json({
    source: { id: "own-list", name: "Own list", licence: "own", date: "2025-09-01" },
    columns: { key: "id", name: "company", ticker: "symbol", mic: "market" },
  }),
);
const filing = { accn: "0000000123-24-000001", fy: 2023, fp: "FY", form: "10-K", filed: "2024-02-15" };
const figure = (val: unknown) => ({ ...filing, start: "2023-01-01", end: "2023-12-31", val });
const facts = (entries: object[]) =>
  json({ cik: 123, facts: { "us-gaap": { Revenues: { label: "Revenues", units: { USD: entries } } } } });
const filings = (documents: string[]) => ({
  accessionNumber: documents.map((_, at) => `0000000123-25-00000${at}`),
  filingDate: documents.map(() => "2025-02-20"),
  reportDate: documents.map(() => "2024-12-31"),
  form: documents.map(() => "10-K"),
  primaryDocument: documents,
});
const tickers = (fields: string[]) =>
  json({
    fields,
    data: [
      [123, "Tabled Company Inc", "TABL", "NYSE"],
      ["x", "Broken", "BRKN", "NYSE"],
    ],
  });

const gleif = csv(
  "/golden.csv",
  [
    "LEI,Entity.LegalName,Entity.LegalAddress.Country,Entity.EntityCategory,Entity.EntityStatus,Registration.RegistrationStatus",
    `${LEI},Ostrelle Works SA,FR,GENERAL,ACTIVE,ISSUED`,
    "529900T8BM49AURSDO56,Broken SA,FR,GENERAL,ACTIVE,ISSUED",
  ],
  ["LEI,LegalName", "x,y"],
);
const isinLei = csv(
  "/pairs.csv",
  ["LEI,ISIN", "5493001KJTIIGC8Y1R12,US0378331005", "only one field"],
  ["LEI,Isin_Code", "x,y"],
);
const equities = csv(
  "/equities.csv",
  ["symbol,name,mic,isin", "OSTR.PA,OSTRELLE WRKS,XPAR,", "BRKN.PA,BROKEN,XPAR,US0378331006"],
  ["symbol,name,exchange,isin", "a,b,c,d"],
);
const companies = csv(
  "/list.csv",
  ["id,company,symbol,market", "1,Pellamoor Mills Plc,PELL,XLON", "2,Broken Plc,BRKN,NOPE"],
  ["id,firm,symbol,market", "1,a,b,c"],
);
const markets = csv(
  "/mic.csv",
  [
    "MIC,OPERATING MIC,MARKET NAME-INSTITUTION DESCRIPTION,ISO COUNTRY CODE (ISO 3166),STATUS",
    "XNEW,XNEW,NEW MARKET,US,ACTIVE",
    "TOOLONG,XNEW,BROKEN,US,ACTIVE",
  ],
  ["MIC,OPERATOR", "X,Y"],
);
const prices = csv(
  "/TABL.csv",
  ["date,open,high,low,close,volume,currency", "2025-01-02,1,2,1,2,9,USD", "2025-01-03,1,2,1,two,9,USD"],
  ["day,price", "2025-01-02,1"],
);
const rates = csv(
  "/eurofxref-hist.csv",
  ["Date,USD,JPY,", "2025-01-02,1.04,160,", "bad,1,1,"],
  ["Day,Dollar", "2025-01-02,1"],
);

const CASES: Case[] = [
  {
    source: "sec-tickers",
    at: "/company_tickers_exchange.json",
    pages: { "/company_tickers_exchange.json": tickers(["cik", "name", "ticker", "exchange"]) },
    added: 1,
    refused: { line: 2, reason: /cik/ },
    changed: {
      pages: { "/company_tickers_exchange.json": tickers(["cik", "company", "ticker", "exchange"]) },
      sentence: /the list has no field name; .* Nothing was loaded\./,
    },
  },
  {
    source: "sec-submissions",
    options: { cik: "123,124" },
    pages: {
      "/CIK0000000123.json": json({ cik: "123", name: "TABLED CO", formerNames: [{ name: "Tabular Co" }] }),
      "/CIK0000000124.json": "<html>",
    },
    added: 1,
    refused: { line: 2, reason: /not as the SEC publishes it/ },
    changed: {
      pages: { "/CIK0000000123.json": json({ cik: "123", title: "TABLED CO" }) },
      sentence: /^not as the SEC publishes it: name /,
    },
  },
  {
    source: "companyfacts",
    pages: { "/CIK0000000123.json": facts([figure(1_000), figure("many")]) },
    added: 1,
    refused: { line: 1, reason: /^val / },
    changed: {
      pages: { "/CIK0000000123.json": json({ cik: 123, tags: {} }) },
      sentence: /^not as the SEC publishes it: facts /,
    },
  },
  {
    source: "edgar-filings",
    options: { cik: "123", exhibits: "no" },
    pages: {
      "/submissions/CIK0000000123.json": json({
        cik: "123",
        name: "TABLED CO",
        filings: { recent: filings(["annual.htm", "gone.htm"]) },
      }),
      "/Archives/edgar/data/123/000000012325000000/annual.htm": html("Annual"),
    },
    added: 1,
    refused: { line: 2, reason: /status 404/ },
    changed: {
      pages: { "/submissions/CIK0000000123.json": json({ cik: "123", name: "X", filings: { latest: {} } }) },
      sentence: /^not as the SEC publishes it: filings.recent /,
    },
  },
  {
    source: "isin-lei",
    ...isinLei,
    added: 1,
    refused: { line: 3, reason: /1 fields where the header has 2/ },
    changed: { pages: isinLei.drifted, sentence: /no column "ISIN".*Nothing was loaded/ },
  },
  {
    source: "gleif",
    ...gleif,
    added: 1,
    refused: { line: 3, reason: /wrong check digits/ },
    changed: { pages: gleif.drifted, sentence: /no column "Entity.LegalName".*Nothing was loaded/ },
  },
  {
    source: "openfigi",
    pages: {
      "/v3/mapping": (body) =>
        json(
          (JSON.parse(body) as { idValue: string }[]).map(({ idValue }) =>
            idValue === "US0378331005"
              ? { data: [{ name: "TABLD CO" }] }
              : { error: "Invalid idValue format" },
          ),
        ),
    },
    added: 1,
    refused: { line: 2, reason: /Invalid idValue format/ },
    changed: { pages: { "/v3/mapping": () => "<html>" }, sentence: /The format has changed\./ },
  },
  {
    source: "edinet",
    at: "/codes.csv",
    pages: { "/codes.csv": EDINET_CODES },
    added: 1,
    refused: { line: 5, reason: /is not five signs/ },
    changed: {
      pages: { "/codes.csv": lines("made today", "code,name", "1,2") },
      sentence: /Nothing was loaded/,
    },
  },
  {
    source: "financedatabase",
    ...equities,
    added: 1,
    refused: { line: 3, reason: /wrong check digit/ },
    changed: { pages: equities.drifted, sentence: /no column "mic".*Nothing was loaded/ },
  },
  {
    source: "companies-csv",
    ...companies,
    options: { mapping },
    added: 1,
    refused: { line: 3, reason: /exchange NOPE is not in the exchange list/ },
    changed: { pages: companies.drifted, sentence: /no column "company".*Nothing was loaded/ },
  },
  {
    source: "mic",
    ...markets,
    added: 1,
    refused: { line: 3, reason: /is not four signs/ },
    changed: { pages: markets.drifted, sentence: /no column "OPERATING MIC".*Nothing was loaded/ },
  },
  {
    source: "prices-csv",
    ...prices,
    options: { ticker: "TABL" },
    added: 1,
    refused: { line: 3, reason: /close "two" is not a number/ },
    changed: { pages: prices.drifted, sentence: /the header day,price is of no known shape/ },
  },
  {
    source: "rates-csv",
    ...rates,
    added: 2,
    refused: { line: 3, reason: /date "bad" is not a day/ },
    changed: { pages: rates.drifted, sentence: /neither the ECB's history nor a pair.*Nothing was loaded/ },
  },
];

/** All that the sources keep, with its moments: what is written again differs. */
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

/** First too many questions, then too busy, then what there is. */
function publish(pages: Pages): Promise<{ url: string; asked: string[] }> {
  const busy = [429, 503];
  return startPublisher((request, body): Answer => {
    const status = busy.shift();
    if (status !== undefined) return { status, headers: { "retry-after": "0" } };
    const page = pages[request.url ?? ""];
    if (page === undefined) return { status: 404 };
    return { body: typeof page === "function" ? page(body) : page };
  });
}

/** What a load says of a format that has changed: it fails with it, or refuses every document with it. */
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
  it("waits where it is told to, refuses a broken line with its reason, and changes nothing the second time", async () => {
    const { url, asked } = await publish(pages);
    const first = await load(source, url + at, options);
    expect(asked.length).toBeGreaterThan(2);
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

  it("says in one sentence that the format has changed, and loads nothing", async () => {
    const before = await contents();
    const { url } = await publish(changed.pages);
    expect(await complaint(load(source, url + at, options))).toMatch(changed.sentence);
    expect(await contents()).toEqual(before);
  });
});

describe("sources of report files", () => {
  const repeat = async (loading: () => ReturnType<typeof load>) => {
    const first = await loading();
    const before = await contents();
    expect(await loading()).toMatchObject({ added: 0, changed: 0, rejected: first.rejected });
    expect(await contents()).toEqual(before);
    return first;
  };

  it("report-urls", async () => {
    const { url } = await publish({ "/web.html": html("From the web") });
    const list = await publish({ "/list.csv": lines("url,ticker", `${url}/web.html,TABL`, "nowhere,TABL") });
    const first = await repeat(() => load("report-urls", `${list.url}/list.csv`));
    expect(first.added).toBe(1);
    expect(first.rejections).toMatchObject([{ line: 3, reason: 'url "nowhere" is not an address' }]);
    const drifted = await publish({ "/list.csv": lines("link,ticker", "a,b") });
    const said = await complaint(load("report-urls", `${drifted.url}/list.csv`));
    expect(said).toMatch(/the list has no column "url".*Nothing was loaded/);
  });

  const files = {
    "TABL_annual-report_2024-11-01_en.html": html("From a folder"),
    "bad.html": html("Bad"),
    "bad.html.json": json({ ticker: "TABL", report_kind: "annual" }),
  };

  it("report-folder, whose sidecars may change their fields", async () => {
    const place = path.join(folder, "table");
    mkdirSync(place);
    for (const [name, content] of Object.entries(files)) writeFileSync(path.join(place, name), content);
    const first = await repeat(() => load("report-folder", place));
    expect(first).toMatchObject({ added: 1, rejected: 1 });
    expect(first.rejections).toMatchObject([
      { line: 2, reason: expect.stringMatching(/sidecar: .*report_kind/) },
    ]);
  });

  it("report-bucket, whose server may be busy", async () => {
    const listing = Object.keys(files).map(
      (key) => `<Contents><Key>${key}</Key><ETag>1</ETag><Size>1</Size></Contents>`,
    );
    const busy = [503, 503];
    const { url, asked } = await startPublisher((request) => {
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
    expect(asked.length).toBeGreaterThan(4);
    expect(first).toMatchObject({ added: 1, rejected: 1 });
    expect(first.rejections).toMatchObject([
      { line: 2, reason: expect.stringMatching(/sidecar: .*report_kind/) },
    ]);
  });
});

describe("this table", () => {
  it("leaves no source out", () => {
    const tested = [...CASES.map(({ source }) => source), "report-urls", "report-folder", "report-bucket"];
    expect(tested.toSorted()).toEqual(SOURCES.map(({ name }) => name).toSorted());
  });
});

describe("a market that is none", () => {
  it("is refused with a price, and taken once the list of markets has it", async () => {
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

  it("is told of a listing that is taken without it", async () => {
    const file = write("unknown.csv", lines("symbol,name,mic,isin", "UNKN.QQ,UNKNWN MKT,QQQQ,"));
    const result = await load("financedatabase", file);
    expect(result).toMatchObject({ added: 1, rejected: 0, warned: 1 });
    expect(result.warnings).toMatchObject([
      { line: 2, reason: "market QQQQ is not in the exchange list: taken without a market" },
    ]);
  });
});
