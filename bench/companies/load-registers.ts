import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import {
  type IngestResult,
  openSourceTools,
  requireSource,
  runIngest,
} from "../../src/features/ingest/index.ts";
import type { Database } from "../../src/platform/db/index.ts";

const LICENCE = "for measuring only";
const DATE = "2026-08-22";

const COMPANIES = {
  source: { id: "listed", name: "Company file", licence: LICENCE, date: DATE },
  columns: {
    key: "company_id",
    name: "name",
    lei: "lei",
    cik: "cik",
    isin: "isin",
    ticker: "ticker",
    mic: "mic",
    country: "listing_country_iso2",
    domicile: "country_iso2",
    market_cap_usd: "market_cap_usd",
    market_cap_source: "market_cap_source",
    other_isins: "other_isins",
    delisted: "delisted",
  },
  names: [{ column: "sec_name", kind: "alias" }],
  lenient: ["isin", "mic", "lei", "cik", "country"],
};

const LISTINGS = {
  source: { id: "listings", name: "Listing file", licence: LICENCE, date: DATE },
  columns: { key: "symbol", name: "name", isin: "isin", ticker: "ticker", mic: "mic" },
  name_kind: "short",
  belongs_to: { source: "listed", column: "company_id" },
  lenient: ["isin", "mic"],
  creates_companies: false,
};

const NSE = {
  source: { id: "nse", name: "NSE equity list", licence: LICENCE, date: DATE },
  columns: { key: "SYMBOL", name: "NAME OF COMPANY", ticker: "SYMBOL", isin: "ISIN NUMBER" },
  constants: { mic: "XNSE", country: "IN" },
};

/** A source, where it is read from, and its options. */
export type RegisterLoad = [source: string, location: string, options: Record<string, string>];

/** Every connector over the files of the measuring data, in the order an operator would run them. */
export function listRegisterLoads(dataFolder: string, folder: string): RegisterLoad[] {
  const formats = path.join(dataFolder, "formats");
  const mapping = (name: string, content: object) => {
    const file = path.join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify(content));
    return file;
  };
  const golden = readdirSync(path.join(formats, "gleif")).find((file) => file.startsWith("goldencopy")) ?? "";
  return [
    ["companies-csv", `${dataFolder}/companies/companies.csv.gz`, { mapping: mapping("listed", COMPANIES) }],
    ["companies-csv", `${dataFolder}/companies/listings.csv.gz`, { mapping: mapping("listings", LISTINGS) }],
    // The older list (its newest CIKs are lower): a company with another name in the newer one has a former name.
    ["sec-tickers", `${formats}/sec/company_tickers.json`, { date: "2025-08-22" }],
    ["sec-tickers", `${formats}/sec/company_tickers_exchange.json`, { date: DATE }],
    ["sec-submissions", `${formats}/sec/submissions`, { date: DATE }],
    ["gleif", `${formats}/gleif/${golden}`, { "known-only": "yes" }],
    ["edinet", `${formats}/edinet/EdinetcodeDlInfo.first300.cp932.csv`, {}],
    ["financedatabase", `${formats}/exchanges/financedatabase_GER.first300.csv`, { date: DATE }],
    ["companies-csv", `${formats}/exchanges/nse_EQUITY_L.csv`, { mapping: mapping("nse", NSE) }],
  ];
}

/** Runs each load as an operator would; `folder` takes what is fetched. */
export async function runLoads(
  db: Database,
  loads: readonly RegisterLoad[],
  folder: string,
  report: (result: IngestResult) => void,
): Promise<void> {
  for (const [name, location, options] of loads) {
    const tools = openSourceTools(
      db,
      { dataFolder: folder, userAgent: "florin-bench", allowLocal: false },
      new AbortController().signal,
    );
    report(await runIngest(tools, requireSource(name), { location, options }));
  }
}
