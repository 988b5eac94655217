import type { CompanyRecord } from "../company-record.ts";
import type { ListingStatus } from "../listing-status.ts";
import { isSegmentOf } from "./prefer-finer.ts";
import { orderRecords, rankRecords, type SingleField, type SourcedRecord } from "./rank-records.ts";
import type { RecordName, RecordStatus, SourceRecord } from "./source-record.ts";

export interface FoldedCompany {
  record: CompanyRecord;
  status: RecordStatus;
}

/** Combines all records about a company into one. */
export function foldRecords(svcEntityId: string, records: readonly SourcedRecord[]): FoldedCompany {
  const best = <Field extends SingleField>(field: Field) =>
    rankRecords(records, field)[0]?.record[field] ?? null;
  const name = best("name") ?? "";
  const status = best("status") ?? { state: "active" };
  return {
    record: {
      svc_entity_id: svcEntityId,
      name,
      perm_id: best("perm_id"),
      lei: best("lei"),
      cik: best("cik"),
      country: best("country"),
      exchange: best("exchange"),
      primary_sector_id: best("primary_sector_id"),
      market_cap: best("market_cap"),
      securities: foldSecurities(records, best("exchange"), toListingStatus(status)),
      other_names: foldNames(records, name),
      fictional: records.some(({ record }) => record.fictional === true),
    },
    status,
  };
}

function foldNames(records: readonly SourcedRecord[], name: string): RecordName[] {
  const names = new Map<string, RecordName>();
  const add = (other: RecordName) => {
    const known = names.get(`${other.kind}|${other.name}`);
    names.set(`${other.kind}|${other.name}`, {
      name: other.name,
      kind: other.kind,
      valid_from: known?.valid_from ?? other.valid_from ?? null,
      valid_to: known?.valid_to ?? other.valid_to ?? null,
    });
  };
  for (const { record } of orderRecords(records, "name")) {
    if (record.name !== name) add({ name: record.name, kind: kindOf(record) });
    for (const other of record.other_names ?? [])
      if (other.name !== name || other.kind === "former") add(other);
  }
  return [...names.values()];
}

function kindOf({ name, name_kind }: SourceRecord): RecordName["kind"] {
  if (!/\p{Script=Latin}/u.test(name)) return "local";
  return name_kind === "short" ? "short" : "alias";
}

/** Each listing once, with its status where that differs from the company's; the one on the primary market first. */
function foldSecurities(
  records: readonly SourcedRecord[],
  exchange: string | null,
  companyStatus: ListingStatus,
): CompanyRecord["securities"] {
  const listings: Listing[] = [];
  const reportedBy = new Map<Listing, SourcedRecord[]>();
  for (const reported of orderRecords(records, "exchange"))
    for (const { isin, ticker, mic } of reported.record.securities ?? []) {
      const listing = addListing(listings, { isin: isin || null, ticker: ticker || null, mic: mic || null });
      if (listing) reportedBy.set(listing, [...(reportedBy.get(listing) ?? []), reported]);
    }
  const all = listings.map((listing) => {
    const status = readListingStatus(reportedBy.get(listing) ?? []);
    return status === "active" || status === companyStatus ? listing : { ...listing, status };
  });
  return [...all.filter(({ mic }) => mic === exchange), ...all.filter(({ mic }) => mic !== exchange)];
}

type Listing = { isin: string | null; ticker: string | null; mic: string | null };

/** From the records that report the listing. */
function readListingStatus(reported: readonly SourcedRecord[]): ListingStatus {
  return toListingStatus(rankRecords(reported, "status")[0]?.record.status ?? { state: "active" });
}

/** As `listing_status` in the database. */
function toListingStatus({ state }: RecordStatus): ListingStatus {
  return state === "active" || state === "suspended" ? state : "delisted";
}

function isSameMarket(one: string | null, other: string | null): boolean {
  return one === other || isSegmentOf(one, other) || isSegmentOf(other, one);
}

/** A ticker on a market is one listing, whichever source reports it; an ISIN from one source completes the other. */
function addListing(listings: Listing[], listing: Listing): Listing | null {
  if (listing.isin === null && listing.ticker === null) return null;
  const { isin, ticker, mic } = listing;
  if (ticker === null && listings.some((other) => other.isin === isin)) return null;
  const same = listings.find(
    (other) => ticker !== null && other.ticker === ticker && isSameMarket(other.mic, mic),
  );
  if (same === undefined) {
    listings.push(listing);
    return listing;
  }
  same.isin ??= isin;
  if (isSegmentOf(mic, same.mic)) same.mic = mic;
  return same;
}
