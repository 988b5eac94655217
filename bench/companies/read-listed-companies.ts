import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { readCsv } from "../../demo/companies/read-csv.ts";
import type { CompanyRecord } from "../../src/features/companies/index.ts";
import { isIsin, isLei } from "../../src/features/companies/index.ts";
import { findCountry, findExchange } from "../../src/features/reference/index.ts";
import { deriveId } from "../../src/kernel/ids.ts";

/** The identifier that a company of the file gets in a measurement. */
export function idOf(companyId: string): string {
  return deriveId("ent", `listed:${companyId}`);
}

/**
 * The whole company file as records to measure with, never to ship. `otherNames` adds what connectors would bring:
 * the names under which exchanges and the US regulator print the same company, and Japanese names where given.
 */
export function readListedCompanies(dataFolder: string, options: { otherNames: boolean }): CompanyRecord[] {
  const companies = readGzippedCsv(path.join(dataFolder, "companies/companies.csv.gz"));
  const listings = Map.groupBy(
    readGzippedCsv(path.join(dataFolder, "companies/listings.csv.gz")),
    (row) => row.company_id ?? "",
  );
  const japanese = options.otherNames ? readJapaneseNames(dataFolder) : new Map<string, string>();
  const former = options.otherNames ? readFormerNames(dataFolder) : new Map<string, string[]>();
  return companies.map((row) => {
    const own = listings.get(row.company_id ?? "") ?? [];
    const record = toRecord(row, own);
    if (!options.otherNames) return record;
    const names = [
      ...own.map(({ name = "" }) => ({ name, kind: "short" as const })),
      { name: row.sec_name ?? "", kind: "alias" as const },
      ...(former.get(row.cik ?? "") ?? []).map((name) => ({ name, kind: "former" as const })),
      ...(row.mic === "XJPX" ? [{ name: japanese.get(row.ticker ?? "") ?? "", kind: "local" as const }] : []),
    ];
    return { ...record, other_names: names.filter(({ name }) => name !== "" && name !== record.name) };
  });
}

function toRecord(row: Record<string, string>, listings: readonly Record<string, string>[]): CompanyRecord {
  const { mic = "", ticker = "", isin = "", lei = "", cik = "", market_cap_usd = "" } = row;
  const country = row.listing_country_iso2 ?? "";
  const market = findExchange(mic) ? mic : null;
  const securities = [
    { isin: isIsin(isin) ? isin : null, ticker: ticker || null, mic: market },
    ...listings.map((listing) => ({
      isin: isIsin(listing.isin ?? "") ? (listing.isin ?? null) : null,
      ticker: listing.ticker || null,
      mic: findExchange(listing.mic ?? "") ? (listing.mic ?? null) : null,
    })),
    ...(row.other_isins ?? "")
      .split(/[;| ]+/)
      .filter(isIsin)
      .map((other) => ({ isin: other, ticker: null, mic: null })),
  ].filter((security) => security.isin || security.ticker);
  return {
    svc_entity_id: idOf(row.company_id ?? ""),
    name: row.name ?? "",
    country: findCountry(country) ? country : null,
    exchange: market,
    lei: isLei(lei) ? lei : null,
    cik: /^\d{10}$/.test(cik) ? cik : null,
    market_cap: market_cap_usd
      ? { usd: Math.round(Number(market_cap_usd)), date: "2026-08-22", source: row.market_cap_source ?? "" }
      : null,
    securities,
  };
}

function readJapaneseNames(dataFolder: string): Map<string, string> {
  const file = path.join(dataFolder, "formats/edinet/EdinetcodeDlInfo.first300.cp932.csv");
  if (!existsSync(file)) return new Map();
  const text = new TextDecoder("shift_jis").decode(readFileSync(file));
  const rows = readCsv(text.slice(text.indexOf("\n") + 1));
  return new Map(rows.map((row) => [(row.証券コード ?? "").slice(0, 4), row.提出者名 ?? ""]));
}

function readFormerNames(dataFolder: string): Map<string, string[]> {
  const folder = path.join(dataFolder, "formats/sec/submissions");
  if (!existsSync(folder)) return new Map();
  const names = new Map<string, string[]>();
  for (const file of readdirSync(folder)) {
    const { cik, formerNames } = JSON.parse(readFileSync(path.join(folder, file), "utf8")) as {
      cik?: string;
      formerNames?: { name: string }[];
    };
    if (cik && formerNames)
      names.set(
        cik.padStart(10, "0"),
        formerNames.map(({ name }) => name),
      );
  }
  return names;
}

function readGzippedCsv(file: string): Record<string, string>[] {
  return readCsv(gunzipSync(readFileSync(file)).toString("utf8"));
}
