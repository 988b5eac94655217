import { SizedCache } from "../../../kernel/sized-cache.ts";
import { type CompanyIndex, STATUS_CODES } from "./company-index.ts";
import { findFirst } from "./find-first.ts";
import type { Filter, Order, Page } from "./store.ts";

export interface ScreenedPage {
  companyNos: number[];
  total: number;
}

/**
 * Screens the companies of one index. The rows that match a filter are listed once in each order; ranges of market
 * capitalization are then found by bisection.
 */
export class PreparedScreens {
  readonly #index: CompanyIndex;
  readonly #lists: SizedCache<string, Int32Array>;

  constructor(index: CompanyIndex, bytesMax: number) {
    this.#index = index;
    this.#lists = new SizedCache(bytesMax);
  }

  screen(filter: Filter, { order, limit, offset }: Page): ScreenedPage {
    const byCap = order === "market_cap_asc" ? order : "market_cap_desc";
    const [from, to] = this.#rangeOf(this.#list(filter, byCap), filter, byCap);
    const rows =
      order === byCap
        ? this.#list(filter, byCap).subarray(from + offset, Math.min(to, from + offset + limit))
        : this.#walk(filter, { order, limit, offset });
    return {
      companyNos: Array.from(rows, (row) => this.#index.companyNos[row] ?? 0),
      total: to - from,
    };
  }

  /** A page in the order of names; companies outside the range of market capitalization are passed over. */
  #walk(filter: Filter, { order, limit, offset }: Page): number[] {
    const list = this.#list(filter, order);
    const { marketCapMin: min, marketCapMax: max } = filter;
    if (min === null && max === null) return [...list.subarray(offset, offset + limit)];
    const { marketCaps } = this.#index;
    const page: number[] = [];
    let skipped = 0;
    for (const row of list) {
      const value = marketCaps[row] ?? Number.NaN;
      // Written so that an unknown one is outside.
      if (!(value >= (min ?? 0) && value <= (max ?? Number.POSITIVE_INFINITY))) continue;
      if (skipped++ < offset) continue;
      page.push(row);
      if (page.length === limit) break;
    }
    return page;
  }

  /** Which stretch of a list in the order of market capitalization is within the range. */
  #rangeOf(list: Int32Array, filter: Filter, order: Order): [from: number, to: number] {
    const { marketCapMin: min, marketCapMax: max } = filter;
    if (min === null && max === null) return [0, list.length];
    const valueAt = (at: number) => this.#index.marketCaps[list[at] ?? 0] ?? Number.NaN;
    const known = findFirst(list.length, (at) => Number.isNaN(valueAt(at)));
    const least = min ?? 0;
    const most = max ?? Number.POSITIVE_INFINITY;
    return order === "market_cap_asc"
      ? [findFirst(known, (at) => valueAt(at) >= least), findFirst(known, (at) => valueAt(at) > most)]
      : [findFirst(known, (at) => valueAt(at) <= most), findFirst(known, (at) => valueAt(at) < least)];
  }

  /** The rows that match everything but the range, in an order. */
  #list(filter: Filter, order: Order): Int32Array {
    const { country, exchange, sectorIds, status } = filter;
    const all = this.#index.orders[order];
    if (country === null && exchange === null && sectorIds === null && status === null) return all;
    const key = JSON.stringify([country, exchange, sectorIds, status, order]);
    const known = this.#lists.get(key);
    if (known) return known;
    const matches = this.#matcher(filter);
    const list = all.filter(matches);
    this.#lists.set(key, list, list.byteLength + key.length);
    return list;
  }

  #matcher({ country, exchange, sectorIds, status }: Filter): (row: number) => boolean {
    const { countries, exchanges, sectors, statuses, ...index } = this.#index;
    const countryCode = country === null ? null : index.countryCodes.find(country);
    const exchangeCode = exchange === null ? null : index.exchangeCodes.find(exchange);
    const sectorCodes = sectorIds && new Set(sectorIds.map((id) => index.sectorCodes.find(id)));
    const statusCode = status && STATUS_CODES[status];
    return (row) =>
      (countryCode === null || countries[row] === countryCode) &&
      (exchangeCode === null || exchanges[row] === exchangeCode) &&
      (sectorCodes === null || sectorCodes.has(sectors[row])) &&
      (statusCode === null || statuses[row] === statusCode);
  }
}
