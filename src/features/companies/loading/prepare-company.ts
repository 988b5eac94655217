import { hash } from "node:crypto";
import { type CompanyRecord, rateProminence } from "../company-record.ts";
import { LISTING_STATUSES, type StoredSecurity } from "../listing-status.ts";
import { sortName } from "../names/fold-name.ts";
import { writeSearchNames } from "../names/search-names.ts";
import type { CompanyRow } from "./store.ts";

/** A company, prepared as far as possible without the database. */
export interface PreparedCompany {
  record: CompanyRecord;
  row: CompanyRow;
  tickers: string[];
}

export function listNames(record: CompanyRecord): NonNullable<CompanyRecord["other_names"]> {
  return [{ name: record.name, kind: "official" }, ...(record.other_names ?? [])];
}

export function prepareCompany(record: CompanyRecord): PreparedCompany {
  const [primary] = record.securities;
  const facts = {
    svc_entity_id: record.svc_entity_id,
    name: record.name,
    sort_name: sortName(record.name),
    perm_id: record.perm_id || null,
    lei: record.lei || null,
    cik: record.cik || null,
    country: record.country,
    exchange: record.exchange,
    primary_sector_id: record.primary_sector_id || null,
    primary_isin: primary?.isin || null,
    primary_ticker: primary?.ticker || null,
    market_cap_usd: record.market_cap?.usd ?? null,
    market_cap_date: record.market_cap?.date ?? null,
    market_cap_source: record.market_cap?.source ?? null,
    fictional: record.fictional ?? false,
    children: JSON.stringify(listChildren(record)),
    search_names: writeSearchNames(listNames(record)),
    prominence: rateProminence(record),
  };
  return {
    record,
    row: { ...facts, content_hash: hashContent([facts, record.securities, record.other_names ?? []]) },
    tickers: record.securities.flatMap(({ ticker }) => ticker || []),
  };
}

/**
 * The securities of an answer. One listed under the same ticker on two markets is listed once, as traded if it is traded
 * on either.
 */
function listChildren(record: CompanyRecord): StoredSecurity[] {
  const bySecurity = Map.groupBy(record.securities, ({ isin, ticker }) =>
    JSON.stringify([isin || null, ticker || null]),
  );
  return [...bySecurity.values()].flatMap((listings) => {
    const [first] = listings;
    if (first === undefined) return [];
    const security = { isin: first.isin || null, ticker: first.ticker || null };
    const statuses = listings.map(({ status }) => status);
    const status = [undefined, ...LISTING_STATUSES].find((one) => statuses.includes(one));
    return status === undefined ? [security] : [{ ...security, status }];
  });
}

function hashContent(content: unknown): string {
  return hash("sha256", JSON.stringify(content), "base64url").slice(0, 22);
}
