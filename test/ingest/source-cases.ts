import { EDINET_CODES } from "./edinet-codes.ts";

export type Pages = Record<string, string | Buffer | ((body: string) => string)>;
export interface SourceCase {
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
export const html = (text: string) => `<!doctype html><html><body><h1>${text}</h1></body></html>`;
export const json = (value: unknown) => JSON.stringify(value);
export const lines = (...rows: string[]) => `${rows.join("\n")}\n`;
const csv = (path: string, rows: string[], drifted: string[]) => ({
  at: path,
  pages: { [path]: lines(...rows) },
  drifted: { [path]: lines(...drifted) },
});
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

/** Every source that reads from a publisher, with a line that is broken and a format that has changed. */
export const SOURCE_CASES: readonly SourceCase[] = [
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
    refused: { line: 2, reason: /not in the SEC's format/ },
    changed: {
      pages: { "/CIK0000000123.json": json({ cik: "123", title: "TABLED CO" }) },
      sentence: /^not in the SEC's format: name /,
    },
  },
  {
    source: "companyfacts",
    pages: { "/CIK0000000123.json": facts([figure(1_000), figure("many")]) },
    added: 1,
    refused: { line: 1, reason: /^val / },
    changed: {
      pages: { "/CIK0000000123.json": json({ cik: 123, tags: {} }) },
      sentence: /^not in the SEC's format: facts /,
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
      sentence: /^not in the SEC's format: filings.recent /,
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
    refused: { line: 5, reason: /is not five characters/ },
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
    options: { mapping: "mapping.json" },
    added: 1,
    refused: { line: 3, reason: /exchange NOPE is not in the exchange list/ },
    changed: { pages: companies.drifted, sentence: /no column "company".*Nothing was loaded/ },
  },
  {
    source: "mic",
    ...markets,
    added: 1,
    refused: { line: 3, reason: /is not four characters/ },
    changed: { pages: markets.drifted, sentence: /no column "OPERATING MIC".*Nothing was loaded/ },
  },
  {
    source: "prices-csv",
    ...prices,
    options: { ticker: "TABL" },
    added: 1,
    refused: { line: 3, reason: /close "two" is not a number/ },
    changed: { pages: prices.drifted, sentence: /the header day,price does not match any known format/ },
  },
  {
    source: "rates-csv",
    ...rates,
    added: 2,
    refused: { line: 3, reason: /date "bad" is not a valid date/ },
    changed: { pages: rates.drifted, sentence: /neither the ECB's history nor a pair.*Nothing was loaded/ },
  },
];
