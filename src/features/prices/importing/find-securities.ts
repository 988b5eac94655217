import { OperatorError } from "../../../kernel/operator-error.ts";
import type { Database } from "../../../platform/db/index.ts";
import { type CompanyFacts, findCompany, findListing, makeLookup } from "../../companies/index.ts";
import { describeMarket } from "../calendar/market-clock.ts";
import { lookUpListed } from "../look-up-listed.ts";
import type { PriceRow } from "./read-price-row.ts";
import type { PriceCells } from "./shapes.ts";
import type { Security, SecurityPrices } from "./write-prices.ts";

/** What is known about the security from outside the file. */
export interface SecurityHints {
  company?: string | undefined;
  ticker?: string | undefined;
  exchange?: string | undefined;
  currency?: string | undefined;
}

export interface PricedLine {
  line: number;
  cells: PriceCells;
  row: PriceRow;
}

interface Fault {
  line: number;
  reason: string;
  excerpt: string;
}

const SECURITIES_MAX = 200_000;

/** Groups lines by their security; lines of unknown securities are rejected. */
export function makeSecurityFinder(db: Database, input: SecurityHints) {
  const lookUp = makeLookup(db);
  const known = new Map<string, Promise<Security | string>>();
  const series = new Map<string, Security>();

  async function findNamed(cells: PriceCells): Promise<CompanyFacts | string> {
    const id = cells.svc_entity_id ?? input.company;
    if (id) return (await findCompany(db, id)) ?? `no company has the svc_entity_id ${id}`;
    const ticker = cells.ticker ?? input.ticker;
    if (!ticker) throw new OperatorError("Specify the security: --option company=… or ticker=….");
    const [found] = await lookUpListed(lookUp, { ticker, exchange: cells.exchange ?? input.exchange });
    return (found && (await findCompany(db, found.svc_entity_id))) ?? `no company has the ticker ${ticker}`;
  }

  async function find(cells: PriceCells): Promise<Security | string> {
    const company = await findNamed(cells);
    if (typeof company === "string") return company;
    const security = await findSecurityOf(company, cells);
    const currency =
      cells.currency ?? input.currency ?? describeMarket(security.exchange, company.country).currency;
    if (currency === null) return "the currency is unknown: set --option currency=…";
    // Mixed case is a vendor's notation for hundredths: GBp is not the pound.
    if (!/^([A-Z]{3}|[a-z]{3})$/.test(currency)) return `currency ${currency} is not an ISO 4217 code`;
    return asOneSeries({
      ...security,
      svc_entity_id: company.svc_entity_id,
      currency: currency.toUpperCase(),
    });
  }

  /** A company may have several shares, and a share several markets: the ticker decides, if there is one. */
  async function findSecurityOf(company: CompanyFacts, cells: PriceCells) {
    const { svc_entity_id, primary_ticker, primary_isin } = company;
    const [ticker, reported] = [cells.ticker ?? input.ticker, cells.exchange ?? input.exchange];
    const listing = ticker && (await findListing(db, { svc_entity_id, ticker, exchange: reported }));
    if (listing)
      return {
        ticker: listing.ticker,
        isin: listing.isin,
        exchange: reported ?? listing.mic ?? company.exchange,
      };
    const exchange = reported ?? company.exchange;
    // A ticker from outside the file may be no more than the file name.
    return cells.ticker
      ? { ticker: bareTicker(cells.ticker), isin: null, exchange }
      : { ticker: primary_ticker ?? ticker ?? "", isin: primary_isin, exchange };
  }

  /** Lines may identify one security in several ways; their days must still end up in one series. */
  function asOneSeries(security: Security): Security | string {
    const key = `${security.svc_entity_id}|${security.ticker}|${security.exchange}`;
    const first = series.get(key) ?? security;
    series.set(key, first);
    return first.currency === security.currency
      ? first
      : `currency ${security.currency}, where lines before it say ${first.currency}`;
  }

  return async (lines: readonly PricedLine[]): Promise<{ found: SecurityPrices[]; faults: Fault[] }> => {
    const bySecurity = new Map<Security, PriceRow[]>();
    const faults: Fault[] = [];
    for (const { line, cells, row } of lines) {
      const key = `${cells.svc_entity_id}|${cells.ticker}|${cells.exchange}|${cells.currency}`;
      if (known.size > SECURITIES_MAX) known.clear();
      const finding = known.get(key) ?? find(cells);
      known.set(key, finding);
      const security = await finding;
      if (typeof security === "string") faults.push({ line, reason: security, excerpt: cells.date });
      else if (bySecurity.get(security)?.push(row) === undefined) bySecurity.set(security, [row]);
    }
    return { found: [...bySecurity].map(([security, rows]) => ({ security, rows })), faults };
  };
}

/** Stooq writes AAPL.US; the market has its own column here. */
function bareTicker(ticker: string): string {
  return ticker.replace(/\.(US|UK|DE|JP|PL|HU|HK)$/i, "").toUpperCase();
}
