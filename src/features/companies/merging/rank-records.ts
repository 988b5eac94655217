import { findExchange } from "../../reference/index.ts";
import { SECONDARY_MARKETS } from "../company-record.ts";
import { isSameName } from "../names/fold-name.ts";
import { preferEnded } from "./prefer-ended.ts";
import { preferFiner } from "./prefer-finer.ts";
import type { SourceRecord } from "./source-record.ts";

/** A record with the source that reported it. */
export interface SourcedRecord {
  source: string;
  source_date: string;
  record: SourceRecord;
}

/**
 * Which source to trust, the best first: registers for names and identifiers, listing sources for listings. A source
 * without a rank comes between registers and vendors, in order of arrival.
 */
const RANKS: Readonly<Record<string, number>> = {
  gleif: 0,
  edinet: 2,
  "sec-submissions": 3,
  "sec-tickers": 4,
  openfigi: 9,
  "isin-lei": 9,
};
const OTHER_RANK = 5;
const LISTING_LAST = new Set(["gleif", "edinet", "isin-lei", "openfigi"]);
/** The data companies were first loaded with: curated, unlike a list that only covers its own market. */
const LISTING_FIRST = "loaded";

/** The fields for which one value is chosen; `provenance.ts` lists them by source. */
export const SINGLE_FIELDS = [
  "name",
  "lei",
  "cik",
  "perm_id",
  "country",
  "exchange",
  "primary_sector_id",
  "market_cap",
  "status",
] as const;
export type SingleField = (typeof SINGLE_FIELDS)[number];

/** All records that have a field, the trusted one first. */
export function rankRecords(records: readonly SourcedRecord[], field: SingleField): SourcedRecord[] {
  const isHome = isListing(field) ? makeIsHome(records) : () => false;
  const ranked = records
    .filter(({ record }) => record[field] !== undefined && record[field] !== null && record[field] !== "")
    .toSorted((a, b) => Number(isHome(b)) - Number(isHome(a)) || compareTrust(a, b, field));
  if (field === "status") return preferEnded(ranked, records, (a, b) => rankOf(a, field) < rankOf(b, field));
  if (field === "exchange") return preferFiner(ranked);
  return field === "name" ? preferMixedCase(ranked) : ranked;
}

/** Of several spellings of a name, prefer the one that is not all capitals: registers use capitals. */
function preferMixedCase(ranked: SourcedRecord[]): SourcedRecord[] {
  const [first] = ranked;
  if (!first || !isAllCaps(first.record.name)) return ranked;
  const mixedCase = ranked.find(
    ({ record }) => !isAllCaps(record.name) && isSameName(record.name, first.record.name),
  );
  return mixedCase ? [mixedCase, ...ranked.filter((reported) => reported !== mixedCase)] : ranked;
}

function isAllCaps(name: string): boolean {
  return name === name.toUpperCase();
}

/** All records, ordered by how much they count for the field; independent of when they were loaded. */
export function orderRecords(records: readonly SourcedRecord[], field: SingleField): SourcedRecord[] {
  return records.toSorted(
    (a, b) => rankOf(a, field) - rankOf(b, field) || compare(a.record.key, b.record.key),
  );
}

function compareTrust(a: SourcedRecord, b: SourcedRecord, field: SingleField): number {
  // Sizes change: the latest is trusted, whichever source reports it.
  if (field === "market_cap") return newest(b.record.market_cap?.date, a.record.market_cap?.date);
  return (
    rankOf(a, field) - rankOf(b, field) ||
    newest(b.source_date, a.source_date) ||
    compare(a.record.key, b.record.key)
  );
}

function rankOf({ source, record }: SourcedRecord, field: SingleField): number {
  const rank = RANKS[source] ?? OTHER_RANK;
  // A name in another script is one of a company's names, but not the one it is listed under.
  if (field === "name" && !/\p{Script=Latin}/u.test(record.name)) return rank + 20;
  // A company's name is the one used at home.
  if (field === "name" && (record.foreign || (record.name_kind ?? "official") !== "official"))
    return rank + 10;
  if (!isListing(field)) return rank;
  if (source === LISTING_FIRST && record.exchange) return -1;
  // A country without its market comes last, so that both come from the same record.
  return rank + (isListedLast(source, record) ? 20 : 0) + (record.exchange ? 0 : 40);
}

function isListing(field: SingleField): boolean {
  return field === "country" || field === "exchange";
}

function isListedLast(source: string, { exchange, foreign }: SourceRecord): boolean {
  return LISTING_LAST.has(source) || foreign === true || SECONDARY_MARKETS.has(exchange ?? "");
}

/**
 * Every list calls its own market the primary one. The primary listing is at home: where the company is registered
 * or, if unknown, where its ISIN was issued.
 */
function makeIsHome(records: readonly SourcedRecord[]): (reported: SourcedRecord) => boolean {
  const domicile = orderRecords(records, "name").find(({ record }) => record.domicile)?.record.domicile;
  return ({ record }) => {
    const country = record.country || findExchange(record.exchange ?? "")?.country;
    if (!country || !record.exchange || record.foreign) return false;
    if (domicile) return country === domicile;
    return (record.securities ?? []).some(({ isin }) => isin?.startsWith(country));
  };
}

function newest(a: string | undefined, b: string | undefined): number {
  return compare(a ?? "", b ?? "");
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
