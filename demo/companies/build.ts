/**
 * Makes `companies.jsonl.gz`, the real listed companies of the demo, from a folder of public lists.
 *
 *   node demo/companies/build.ts DATA_FOLDER
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import type { CompanyRecord } from "../../src/features/companies/index.ts";
import { isSameCompany } from "./isin-names.ts";
import { readCsv } from "./read-csv.ts";
import { type Row, selectCompanies } from "./select-companies.ts";

/** The name under which a second list has the ISIN of a company, for the test of the demo. */
const ISIN_NAMES = path.join(import.meta.dirname, "isin-names.csv.gz");
const TARGET = path.join(import.meta.dirname, "companies.jsonl.gz");

const SOURCE = {
  name: "Public registers and exchange lists",
  reference: "SEC company tickers, GLEIF, ISO 10383, exchange listings (with local names), FinanceDatabase",
  licence: "Facts; SEC public domain, GLEIF CC0, EDINET PDL 1.0, FinanceDatabase MIT",
  source_date: "2026-08-22",
};

type OtherName = NonNullable<CompanyRecord["other_names"]>[number];

function readGzippedCsv(file: string) {
  return readCsv(gunzipSync(readFileSync(file)).toString("utf8"));
}

/** Names as the Japanese filing register has them, by four-digit ticker. */
function readJapaneseNames(folder: string): Map<string, OtherName> {
  const [file] = readdirSync(folder).filter((name) => name.startsWith("EdinetcodeDlInfo"));
  if (!file) return new Map();
  const text = new TextDecoder("shift_jis").decode(readFileSync(path.join(folder, file)));
  // The first line says when the list was made; the second is the header.
  return new Map(
    readCsv(text.slice(text.indexOf("\n") + 1))
      .filter((row) => /^\d{4}0$/.test(row.証券コード ?? "") && row.提出者名)
      .map((row) => [(row.証券コード ?? "").slice(0, 4), { name: row.提出者名 ?? "", kind: "local" }]),
  );
}

const readShipped = (file: string) => readCsv(readFileSync(path.join(import.meta.dirname, file), "utf8"));

/** Names in the script of the company's own country, as its exchange lists it, by market and ticker. */
function readLocalNames(): Map<string, OtherName> {
  const rows = readShipped("local-names.csv");
  return new Map(rows.map(({ mic, ticker, name = "" }) => [`${mic} ${ticker}`, { name, kind: "local" }]));
}

/** Brands and short names under which people look for a company, by market and ticker. */
function readEverydayNames(): Map<string, OtherName[]> {
  const rows = readShipped("everyday-names.csv");
  return new Map(
    [...Map.groupBy(rows, ({ mic, ticker }) => `${mic} ${ticker}`)].map(([listing, names]) => [
      listing,
      // A test checks the kinds.
      names.map(({ name = "", kind }) => ({ name, kind: kind as OtherName["kind"] })),
    ]),
  );
}

/** Under which names other lists have an ISIN: those of other markets, and the Indian exchange's own list. */
function readIsinNames(folder: string, listings: readonly Row[]) {
  const indian = readCsv(readFileSync(path.join(folder, "formats/exchanges/nse_EQUITY_L.csv"), "utf8"));
  const published = new Map(indian.map((row) => [row["ISIN NUMBER"]?.trim(), row["NAME OF COMPANY"] ?? ""]));
  const byIsin = Map.groupBy(listings, (row) => row.isin ?? "");
  return (isin: string, own: Row): string[] => {
    if (isin === "") return [];
    const elsewhere = (byIsin.get(isin) ?? []).filter(
      ({ mic, ticker }) => mic !== own.mic || ticker !== own.ticker,
    );
    const name = published.get(isin);
    return [...(name ? [name] : []), ...elsewhere.map((row) => row.name ?? "")];
  };
}

/** Former names as the US regulator keeps them, by CIK. */
function readFormerNames(folder: string): Map<string, OtherName[]> {
  const files = readdirSync(folder).filter((name) => /^CIK\d{10}\.json$/.test(name));
  return new Map(files.map((file) => readSubmission(path.join(folder, file))));
}

function readSubmission(file: string): [string, OtherName[]] {
  const { cik, formerNames } = JSON.parse(readFileSync(file, "utf8")) as {
    cik: string;
    formerNames: { name: string; from: string; to: string }[];
  };
  const names = formerNames.map(
    ({ name, from, to }): OtherName => ({
      name,
      kind: "former",
      valid_from: from.slice(0, 10),
      valid_to: to.slice(0, 10),
    }),
  );
  return [cik.padStart(10, "0"), names];
}

function addNames(company: CompanyRecord, names: readonly OtherName[]): CompanyRecord {
  const known = new Set([company.name, ...(company.other_names ?? []).map(({ name }) => name)]);
  return {
    ...company,
    other_names: [...(company.other_names ?? []), ...names.filter(({ name }) => !known.has(name))],
  };
}

const folder = process.argv[2];
if (!folder) throw new Error("Give the folder that holds companies/ and formats/.");
const former = readFormerNames(path.join(folder, "formats/sec/submissions"));
const japanese = readJapaneseNames(path.join(folder, "formats/edinet"));
const listed = readLocalNames();
const everyday = readEverydayNames();
const listings = readGzippedCsv(path.join(folder, "companies/listings.csv.gz"));
const isinNames = readIsinNames(folder, listings);
const companies = selectCompanies({
  companies: readGzippedCsv(path.join(folder, "companies/companies.csv.gz")),
  listings,
  conflicts: readGzippedCsv(path.join(folder, "companies/conflicts.csv.gz")),
  isinNames,
}).map((company) => {
  const ticker = company.securities[0]?.ticker ?? "";
  const local =
    listed.get(`${company.exchange} ${ticker}`) ??
    (company.exchange === "XJPX" ? japanese.get(ticker) : undefined);
  return addNames(company, [
    ...(former.get(company.cik ?? "") ?? []),
    ...(local ? [local] : []),
    ...(everyday.get(`${company.exchange} ${ticker}`) ?? []),
  ]);
});
const lines = [{ source: SOURCE }, ...companies].map((line) => JSON.stringify(line));
writeFileSync(TARGET, gzipSync(`${lines.join("\n")}\n`, { level: 9 }));
const confirmed = companies.flatMap(({ name, exchange, securities: [first] }) => {
  const isin = first?.isin ?? "";
  const names = isinNames(isin, { mic: exchange ?? "", ticker: first?.ticker ?? "" });
  const other = names.find((one) => isSameCompany(one, name)) ?? names[0];
  return other === undefined ? [] : [`${isin},"${other.replaceAll('"', '""')}"`];
});
writeFileSync(ISIN_NAMES, gzipSync(["isin,name", ...confirmed, ""].join("\n"), { level: 9 }));
console.log(`${companies.length} companies, ${confirmed.length} ISINs in a second list`);
