import { findCountry, findExchange, findSector } from "../reference/index.ts";
import { isIsin, isLei } from "./identifiers.ts";
import type { ListingStatus } from "./listing-status.ts";
import type { NameKind } from "./names/search-names.ts";

/** The origin of facts. */
export interface FactSource {
  name: string;
  /** URL, file or document the facts were read from. */
  reference: string;
  licence: string;
  /** The day the facts describe, `YYYY-MM-DD`. */
  source_date: string;
}

/** One company as a source reports it. */
export interface CompanyRecord {
  svc_entity_id: string;
  name: string;
  perm_id?: string | null;
  lei?: string | null;
  cik?: string | null;
  country: string | null;
  exchange: string | null;
  primary_sector_id?: string | null;
  market_cap?: { usd: number; date: string; source: string } | null;
  /** The primary listing first. */
  securities: readonly {
    isin?: string | null;
    ticker?: string | null;
    mic?: string | null;
    /** Where it differs from the company's. */
    status?: ListingStatus;
  }[];
  other_names?: readonly {
    name: string;
    kind: NameKind;
    valid_from?: string | null;
    valid_to?: string | null;
  }[];
  fictional?: boolean;
}

/** What is wrong with a record, for its supplier; null when it may be loaded. */
export function findFault(company: CompanyRecord): string | null {
  const { name, country, exchange, primary_sector_id, lei, cik, market_cap } = company;
  if (!/^ent_[a-z0-9]{8,32}$/.test(company.svc_entity_id)) return "svc_entity_id is not an entity identifier";
  if (name.trim() === "") return "name is empty";
  if (country !== null && !findCountry(country)) return `country ${country} is not in ISO 3166-1`;
  if (exchange !== null && !findExchange(exchange)) return `exchange ${exchange} is not in the exchange list`;
  if (primary_sector_id && !findSector(primary_sector_id)) return `sector ${primary_sector_id} is unknown`;
  if (lei && !isLei(lei)) return `LEI ${lei} has wrong check digits`;
  if (cik && !/^\d{10}$/.test(cik)) return `CIK ${cik} is not ten digits`;
  if (market_cap && !(Number.isSafeInteger(market_cap.usd) && market_cap.usd >= 0))
    return `market cap ${market_cap.usd} is not a whole number of dollars`;
  return findSecurityFault(company.securities);
}

function findSecurityFault(securities: CompanyRecord["securities"]): string | null {
  for (const { isin, ticker, mic } of securities) {
    if (!isin && !ticker) return "a security has neither ISIN nor ticker";
    if (isin && !isIsin(isin)) return `ISIN ${isin} has a wrong check digit`;
    if (mic && !findExchange(mic)) return `market ${mic} is not in the exchange list`;
  }
  return null;
}

/**
 * How likely a company is to be the one meant, 0 to 1000, from what is known about it: mainly size, then how widely
 * it is listed and registered. Decides between equally good name matches.
 */
export function rateProminence(company: CompanyRecord): number {
  const usd = company.market_cap?.usd ?? 0;
  const size = usd > 0 ? clamp((Math.log10(usd) - 6) / 7) * 700 : 150;
  const listings = Math.min(200, Math.log2(1 + company.securities.length) * 50);
  const registered = (company.lei ? 50 : 0) + (company.cik ? 50 : 0);
  const rated = size + listings + registered;
  return Math.round(company.exchange && SECONDARY_MARKETS.has(company.exchange) ? rated / 2 : rated);
}

/**
 * Markets that trade foreign shares without the company's involvement: a company known only from there is a
 * duplicate.
 */
export const SECONDARY_MARKETS: ReadonlySet<string> = new Set([
  "XBER",
  "XMUN",
  "XDUS",
  "XHAM",
  "XHAN",
  "XSTU",
  "XFRA",
  "XGAT",
  "AQXE",
  "OTCM",
]);

function clamp(share: number): number {
  return Math.max(0, Math.min(1, share));
}
