import type { CompanyRecord } from "../../src/features/companies/index.ts";
import { isIsin, isLei } from "../../src/features/companies/index.ts";
import { foldName } from "../../src/features/companies/names/fold-name.ts";
import { findExchange } from "../../src/features/reference/index.ts";
import { deriveId } from "../../src/kernel/ids.ts";
import { isSameCompany } from "./isin-names.ts";
import { sectorOf } from "./sector-of.ts";

export type Row = Record<string, string>;

export interface SourceRows {
  companies: readonly Row[];
  listings: readonly Row[];
  conflicts: readonly Row[];
  /** The names under which other lists have an ISIN. */
  isinNames: (isin: string, own: Row) => readonly string[];
}

/** Markets that trade shares of companies listed elsewhere; a row known only from there is no listing of its own. */
const SECONDARY = new Set("XBER XMUN XDUS XHAM XHAN XSTU XFRA AQXE OTCM XFKA XSAP BATS ARCX".split(" "));
const NOT_A_COMPANY =
  /\b(fund|funds|etf|etn|fundo|fondo|fii|lof|warrants?|certificates?|notes?|bonds?|mtn|acquisition|acquisitions|invest|vct|trust units?|open end|portfolio|index)\b/i;
const SHARE_KIND = new RegExp(
  String.raw`(?:\s+-)?\s+(?:class [a-h]|common stock|common shares?|ordinary shares?|registered shares?` +
    String.raw`|(?:un)?sponsored (?:adr|gdr)\b.*|adr|ads|gdr|nvdr|pref` +
    "|(?:american )?deposit[ao]ry (?:shares|receipts).*)$",
  "i",
);
/** Foreign shares in London, Brazilian receipts for them, and Thai foreign and non-voting lines have tickers of their own. */
const FOREIGN_RECEIPT: Readonly<Record<string, RegExp>> = {
  XLON: /^0[A-Z0-9]{3}$/,
  BVMF: /^[A-Z0-9]{4}3[1-9]B?$/,
  XBKK: /-[RF]$/,
};

/** At most so many of one country, so that the list spans the world; 250 where nothing is said. */
const QUOTA: Readonly<Record<string, number>> = {
  US: 1_500,
  IN: 600,
  JP: 500,
  GB: 350,
  CA: 350,
  HK: 350,
  CN: 300,
};
const QUOTA_OTHERS = 250;

/** Real listed companies whose facts agree with each other; what is in doubt is left out or null. */
export function selectCompanies({ companies, listings, conflicts, isinNames }: SourceRows): CompanyRecord[] {
  const doubtful = new Set(conflicts.flatMap((row) => [row.row_symbol ?? "", row.other_symbol ?? ""]));
  const listingsOf = Map.groupBy(listings, (row) => row.company_id ?? "");
  const isinOwners = Map.groupBy(
    companies.filter((row) => publishedIsin(row) !== null),
    (row) => row.isin ?? "",
  );
  const byIsin = Map.groupBy(listings, (row) => row.isin ?? "");
  const byTicker = Map.groupBy(
    listings,
    (row) => `${findExchange(row.mic ?? "")?.country ?? ""} ${row.ticker ?? ""}`,
  );
  const listNamesakes = ({ isin = "", ticker }: Row) => [
    ...(byIsin.get(isin) ?? []),
    ...(byTicker.get(`${isin.slice(0, 2)} ${ticker}`) ?? []),
  ];
  const chosen = companies
    .filter((row) => isListedCompany(row))
    // The regulator's number says who a company is when another one is listed under its ISIN.
    .filter((row) => !isDoubtful(row, listingsOf, doubtful) || isRegistered(row))
    .map((row) => (isDoubtful(row, listingsOf, doubtful) ? { ...row, isin: "", lei: "" } : row))
    // An LEI is found by the ISIN, so a wrong one goes with it.
    .map((row) => (hasForeignIdentity(row, listNamesakes(row)) ? { ...row, isin: "", lei: "" } : row))
    .map((row) => (isContradicted(row, isinNames(row.isin ?? "", row)) ? { ...row, isin: "", lei: "" } : row))
    .map((row) => {
      const isin = publishedIsin(row);
      return { row, isin: isin !== null && isinOwners.get(isin)?.length === 1 ? isin : null };
    })
    .filter(({ row, isin }) => isin !== null || isKnownWithoutIsin(row))
    .sort((a, b) => rate(b) - rate(a) || ((a.row.company_id ?? "") < (b.row.company_id ?? "") ? -1 : 1));
  const byCountry = Map.groupBy(chosen, ({ row }) => row.listing_country_iso2 ?? "");
  const kept = [...byCountry]
    .flatMap(([country, rows]) => rows.slice(0, QUOTA[country] ?? QUOTA_OTHERS))
    .sort((a, b) => rate(b) - rate(a));
  const records = kept.map(({ row, isin }) => {
    const record = toRecord(row, isin, listingsOf.get(row.company_id ?? "") ?? []);
    return isConfirmed(row, isinNames(isin ?? "", row)) ? record : withoutIsin(record);
  });
  return dropDuplicates(records).sort((a, b) => (a.svc_entity_id < b.svc_entity_id ? -1 : 1));
}

function isListedCompany(row: Row): boolean {
  const { mic = "", ticker = "", name = "", listing_country_iso2: country = "" } = row;
  if (row.delisted === "True" || SECONDARY.has(mic) || ticker === "" || NOT_A_COMPANY.test(name))
    return false;
  if (FOREIGN_RECEIPT[mic]?.test(ticker)) return false;
  return findExchange(mic)?.country === country && foldName(name).words.length > 0;
}

/** Its primary listing shares an identifier with a company of another name. */
function isDoubtful(row: Row, listingsOf: Map<string, Row[]>, doubtful: ReadonlySet<string>): boolean {
  const listings = listingsOf.get(row.company_id ?? "") ?? [];
  return listings.some(({ symbol = "", primary }) => primary === "True" && doubtful.has(symbol));
}

/**
 * The ISIN where it was published as such and fits the company: that of the country it is listed or registered in, or
 * of the two island registers that Chinese companies listed in Hong Kong and New York use.
 */
function publishedIsin({
  isin = "",
  isin_source,
  listing_country_iso2,
  country_iso2 = "",
}: Row): string | null {
  if (isin_source !== "published" || !isIsin(isin)) return null;
  const register = isin.slice(0, 2);
  const islands = ["KY", "BM"].includes(register) && ["HK", "CN", "MO"].includes(country_iso2);
  const matches =
    register === listing_country_iso2 ||
    (register === country_iso2 && listing_country_iso2 !== "JP") ||
    (islands && ["HK", "US"].includes(listing_country_iso2 ?? ""));
  return matches ? isin : null;
}

/** Markets on which companies of other countries are not listed. */
const DOMESTIC = new Set(["MY", "TH"]);

/**
 * Lists join companies of two countries that share a ticker or a name, and then give one the ISIN of the other: the
 * ISIN of a country where this ticker is another company's, or of any other country on a market without foreign
 * companies.
 */
function hasForeignIdentity(row: Row, namesakes: readonly Row[]): boolean {
  const isin = publishedIsin(row);
  if (isin === null || isin.startsWith(row.listing_country_iso2 ?? "") || row.cik) return false;
  // The US regulator knows every company with a US ISIN, so one without its number has it from another company.
  if (isin.startsWith("US") || DOMESTIC.has(row.listing_country_iso2 ?? "")) return true;
  return namesakes.some(({ name = "" }) => !sharesMostWords(name, row.name ?? ""));
}

/** A second list has its ISIN under its name. */
function isConfirmed({ name = "" }: Row, names: readonly string[]): boolean {
  return names.some((other) => isSameCompany(other, name));
}

/** Other lists have its ISIN, and none of them under its name. */
function isContradicted(row: Row, names: readonly string[]): boolean {
  return names.length > 0 && !isConfirmed(row, names);
}

/** An ISIN that only one list has may be another company's; the LEI was found by it. The company keeps its id. */
function withoutIsin(record: CompanyRecord): CompanyRecord {
  const securities = record.securities.map((security) => ({ ...security, isin: null }));
  return { ...record, lei: null, securities };
}

/** "Alpine Sciences" and "Alpine Select" are two companies. */
function sharesMostWords(a: string, b: string): boolean {
  const [words, others] = [new Set(foldName(a).words), new Set(foldName(b).words)];
  return words.intersection(others).size > Math.min(words.size, others.size) / 2;
}

/**
 * Companies too well known to be missing, at home on the market they are listed on: registered with the US regulator
 * and large, or elsewhere large or listed on several markets.
 */
function isKnownWithoutIsin(row: Row): boolean {
  if (row.listing_country_iso2 !== row.country_iso2) return false;
  if (row.listing_country_iso2 === "US") return isRegistered(row);
  const isLarge = /^(mega|large)/i.test(row.market_cap_bucket ?? "");
  return isLarge || Number(row.n_listings) >= 3 || (row.lei ?? "") !== "";
}

function isRegistered(row: Row): boolean {
  return row.listing_country_iso2 === "US" && row.cik !== "" && Number(row.market_cap_usd) > 5e9;
}

function rate({ row, isin }: { row: Row; isin: string | null }): number {
  return (
    (row.listing_country_iso2 === row.country_iso2 ? 50 : 0) +
    (isin ? 40 : 0) +
    (row.lei ? 30 : 0) +
    (row.cik ? 10 : 0) +
    Number(row.n_listings) * 5 +
    Math.log10(Number(row.market_cap_usd) + 1) * 3
  );
}

function toRecord(row: Row, isin: string | null, listings: readonly Row[]): CompanyRecord {
  const { mic = "", ticker = "", cik = "" } = row;
  const lei = isLei(row.lei ?? "") ? (row.lei ?? "") : "";
  const best = lei ? `lei:${lei}` : cik ? `cik:${cik}` : isin ? `isin:${isin}` : `${mic}:${ticker}`;
  const name = writeName(row.name ?? "");
  return {
    svc_entity_id: deriveId("ent", best),
    name,
    country: row.listing_country_iso2 ?? null,
    exchange: mic,
    lei: lei || null,
    cik: cik || null,
    primary_sector_id: sectorOf({
      name,
      business: row.industry || row.industry_group || "",
      secondOpinion: row.nasdaq_sector ?? "",
    }),
    market_cap: readMarketCap(row),
    securities: [{ isin, ticker, mic }, ...listSisters(row, name, listings)],
    other_names: listOtherNames(row, name),
  };
}

/** "Clorox Company (The)" is how lists sort it, not how it is written; the kind of share is not part of a name. */
function writeName(name: string): string {
  const plain = name
    .replace(/\u00ad/g, "")
    .replace(/\s+/g, " ")
    .replace(SHARE_KIND, "")
    .trim();
  return plain.replace(/^(.*?),? \(The\)$/, "The $1");
}

/** Listings of the same name in the same country: other classes of share. Equal names are the condition. */
function listSisters(row: Row, name: string, listings: readonly Row[]): CompanyRecord["securities"] {
  const own = foldName(name).words.join(" ");
  return listings
    .filter((other) => other.delisted !== "True" && other.ticker && other.ticker !== row.ticker)
    .filter((other) => findExchange(other.mic ?? "")?.country === row.listing_country_iso2)
    .filter(({ mic = "", ticker = "" }) => !SECONDARY.has(mic) && !FOREIGN_RECEIPT[mic]?.test(ticker))
    .filter((other) => foldName(other.name ?? "").words.join(" ") === own)
    .slice(0, 3)
    .map((other) => ({ isin: null, ticker: other.ticker ?? null, mic: other.mic ?? null }));
}

const MARKET_CAP_SOURCE = /^nasdaq screener (\d{4}-\d{2}-\d{2})$/;

/**
 * Only what an exchange states of companies listed on its markets, with its date, and rounded to two figures: the size
 * of a company, not a copy of a price list. Companies at home elsewhere count if the US regulator knows them too.
 * Snapshots of data vendors are left out.
 */
function readMarketCap(row: Row): { usd: number; date: string; source: string } | null {
  const [, date] = MARKET_CAP_SOURCE.exec(row.market_cap_source ?? "") ?? [];
  const usd = Number(row.market_cap_usd);
  if (!date || (row.listing_country_iso2 !== "US" && !row.cik) || !(usd > 0)) return null;
  return { usd: Number(usd.toPrecision(2)), date, source: "Nasdaq stock screener, rounded to two figures" };
}

function listOtherNames(row: Row, name: string): NonNullable<CompanyRecord["other_names"]> {
  const { sec_name = "" } = row;
  const isNew = sec_name !== "" && foldName(sec_name).words.join("") !== foldName(name).words.join("");
  return isNew ? [{ name: sec_name, kind: "alias" }] : [];
}

/** Two rows for one company, or one identifier in two rows: the first, better known one stays. */
function dropDuplicates(records: readonly CompanyRecord[]): CompanyRecord[] {
  const seen = new Set<string>();
  return records.filter((record) => {
    const [primary] = record.securities;
    const claims = [
      record.svc_entity_id,
      record.lei,
      record.cik,
      primary?.isin,
      `${primary?.mic}:${primary?.ticker}`,
      // A company listed in two countries has a row in each; the one at home was rated higher.
      foldName(record.name).words.join(" "),
    ].filter((claim) => claim != null);
    if (claims.some((claim) => seen.has(claim))) return false;
    for (const claim of claims) seen.add(claim);
    return true;
  });
}
