import { findExchange } from "../../reference/index.ts";
import { SECONDARY_MARKETS } from "../company-record.ts";
import { isSameName } from "../names/fold-name.ts";
import { preferEnded } from "./prefer-ended.ts";
import type { SourceRecord } from "./source-record.ts";

/** A record with the source that told it. */
export interface SourcedRecord {
  source: string;
  source_date: string;
  record: SourceRecord;
}

/**
 * Whom to believe about what, the best first: registers about names and identifiers, whoever lists companies about
 * their listings. A source that is not named comes between the registers and the vendors, in the order it came.
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
/** What companies came with, before any list was loaded: chosen by hand, unlike a list that tells of its own market. */
const LISTING_FIRST = "loaded";

/** The fields that one value is chosen for; `provenance.ts` tells them apart by source. */
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

/** All records that tell a field, the one that is believed first. */
export function rankRecords(records: readonly SourcedRecord[], field: SingleField): SourcedRecord[] {
  const isHome = isListing(field) ? findHome(records) : () => false;
  const ranked = records
    .filter(({ record }) => record[field] !== undefined && record[field] !== null && record[field] !== "")
    .toSorted((a, b) => Number(isHome(b)) - Number(isHome(a)) || compareTrust(a, b, field));
  if (field === "status") return preferEnded(ranked, records, (a, b) => rankOf(a, field) < rankOf(b, field));
  return field === "name" ? preferMixedCase(ranked) : ranked;
}

/** Of spellings of the same name the one that is not all capitals comes first: registers shout. */
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

/** All records, those first whose word on the field counts more; the same order whenever they were told. */
export function orderRecords(records: readonly SourcedRecord[], field: SingleField): SourcedRecord[] {
  return records.toSorted(
    (a, b) => rankOf(a, field) - rankOf(b, field) || compare(a.record.key, b.record.key),
  );
}

function compareTrust(a: SourcedRecord, b: SourcedRecord, field: SingleField): number {
  // Sizes age: the newest is believed, whoever tells it.
  if (field === "market_cap") return newest(b.record.market_cap?.date, a.record.market_cap?.date);
  return (
    rankOf(a, field) - rankOf(b, field) ||
    newest(b.source_date, a.source_date) ||
    compare(a.record.key, b.record.key)
  );
}

function rankOf({ source, record }: SourcedRecord, field: SingleField): number {
  const rank = RANKS[source] ?? OTHER_RANK;
  // A company's name in another script is one of its names, not the one it is listed under.
  if (field === "name" && !/\p{Script=Latin}/u.test(record.name)) return rank + 20;
  // A company's name is what it is called at home.
  if (field === "name" && (record.foreign || (record.name_kind ?? "official") !== "official"))
    return rank + 10;
  if (!isListing(field)) return rank;
  if (source === LISTING_FIRST && record.exchange) return -1;
  // A country without its market comes last, so that both are told by the same record.
  return rank + (isListedLast(source, record) ? 20 : 0) + (record.exchange ? 0 : 40);
}

function isListing(field: SingleField): boolean {
  return field === "country" || field === "exchange";
}

function isListedLast(source: string, { exchange, foreign }: SourceRecord): boolean {
  return LISTING_LAST.has(source) || foreign === true || SECONDARY_MARKETS.has(exchange ?? "");
}

/**
 * Every list calls its own market the primary one. The listing at home is: where the company is registered, or, when
 * nobody has told that, where its ISIN comes from.
 */
function findHome(records: readonly SourcedRecord[]): (reported: SourcedRecord) => boolean {
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
