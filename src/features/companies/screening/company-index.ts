import { findFirst } from "./find-first.ts";
import type { IndexedRow } from "./store.ts";

/** Per company: the columns and three orders. */
export const BYTES_PER_COMPANY = 4 + 3 * 2 + 1 + 8 + 3 * 4;

/** Stands for "none" in a column of codes. */
const NO_CODE = 0;

export const STATUS_CODES = { active: 1, suspended: 2, delisted: 3 } as const;

/** Numbers for the few values of a column. */
class Codes {
  readonly #codes = new Map<string, number>();

  codeOf(value: string | null): number {
    if (value === null) return NO_CODE;
    const known = this.#codes.get(value);
    if (known !== undefined) return known;
    const code = this.#codes.size + 1;
    this.#codes.set(value, code);
    return code;
  }

  /** Undefined for a value that no company has. */
  find(value: string): number | undefined {
    return this.#codes.get(value);
  }
}

interface Columns {
  companyNos: Int32Array;
  countries: Uint16Array;
  exchanges: Uint16Array;
  sectors: Uint16Array;
  statuses: Uint8Array;
  /** NaN where unknown. */
  marketCaps: Float64Array;
}

/** What screening filters and orders by, for all companies of one revision. A row is a position in the order of names. */
export interface CompanyIndex extends Columns {
  rows: number;
  countryCodes: Codes;
  exchangeCodes: Codes;
  sectorCodes: Codes;
  /** All rows in each order. */
  orders: Record<"name_asc" | "name_desc" | "market_cap_desc" | "market_cap_asc", Int32Array>;
}

/** Collects the companies in the order of their names. */
export class CompanyIndexBuilder {
  readonly #parts: Columns[] = [];
  readonly #countries = new Codes();
  readonly #exchanges = new Codes();
  readonly #sectors = new Codes();
  /** The first row of each group of companies with one name. */
  readonly #groupStarts: number[] = [];
  #lastName: string | null = null;
  #rows = 0;

  get rows(): number {
    return this.#rows;
  }

  add(companies: readonly IndexedRow[]): void {
    for (const [at, { sort_name }] of companies.entries()) {
      if (sort_name !== this.#lastName) this.#groupStarts.push(this.#rows + at);
      this.#lastName = sort_name;
    }
    this.#rows += companies.length;
    this.#parts.push({
      companyNos: Int32Array.from(companies, ({ company_no }) => company_no),
      countries: Uint16Array.from(companies, ({ country }) => this.#countries.codeOf(country)),
      exchanges: Uint16Array.from(companies, ({ exchange }) => this.#exchanges.codeOf(exchange)),
      sectors: Uint16Array.from(companies, (row) => this.#sectors.codeOf(row.primary_sector_id)),
      statuses: Uint8Array.from(companies, ({ status }) => STATUS_CODES[status]),
      marketCaps: Float64Array.from(companies, ({ market_cap_usd }) => market_cap_usd ?? Number.NaN),
    });
  }

  build(): CompanyIndex {
    const rows = this.#rows;
    const marketCaps = this.#join(new Float64Array(rows), ({ marketCaps }) => marketCaps);
    const ranked = rankMarketCaps(marketCaps);
    return {
      rows,
      companyNos: this.#join(new Int32Array(rows), ({ companyNos }) => companyNos),
      countries: this.#join(new Uint16Array(rows), ({ countries }) => countries),
      exchanges: this.#join(new Uint16Array(rows), ({ exchanges }) => exchanges),
      sectors: this.#join(new Uint16Array(rows), ({ sectors }) => sectors),
      statuses: this.#join(new Uint8Array(rows), ({ statuses }) => statuses),
      marketCaps,
      countryCodes: this.#countries,
      exchangeCodes: this.#exchanges,
      sectorCodes: this.#sectors,
      orders: {
        name_asc: Int32Array.from({ length: rows }, (_, row) => row),
        name_desc: reverseGroups(this.#groupStarts, rows),
        market_cap_desc: orderByRank(ranked, true),
        market_cap_asc: orderByRank(ranked, false),
      },
    };
  }

  #join<Column extends { set: (values: Column, at: number) => void; length: number }>(
    whole: Column,
    pick: (part: Columns) => Column,
  ): Column {
    let at = 0;
    for (const part of this.#parts) {
      whole.set(pick(part), at);
      at += pick(part).length;
    }
    return whole;
  }
}

/** The last name first; companies with the same name stay in their order. */
function reverseGroups(groupStarts: readonly number[], rows: number): Int32Array {
  const order = new Int32Array(rows);
  let at = 0;
  let end = rows;
  for (let group = groupStarts.length - 1; group >= 0; group--) {
    const start = groupStarts[group] ?? 0;
    for (let row = start; row < end; row++) order[at++] = row;
    end = start;
  }
  return order;
}

/** The rank of each market capitalization among the different ones, the smallest first; one more for unknown ones. */
function rankMarketCaps(marketCaps: Float64Array): { ranks: Int32Array; count: number } {
  const sorted = marketCaps.filter((value) => !Number.isNaN(value)).sort();
  const values = sorted.filter((value, at) => at === 0 || value !== sorted[at - 1]);
  const ranks = Int32Array.from(marketCaps, (value) =>
    Number.isNaN(value) ? values.length : findFirst(values.length, (at) => (values[at] ?? 0) >= value),
  );
  return { ranks, count: values.length };
}

/**
 * Equal and unknown ones stay in the order of names, the unknown last. A counting sort: sorting a million rows by a
 * comparing function would hold up all other calls for half a second.
 */
function orderByRank(
  { ranks, count }: { ranks: Int32Array; count: number },
  isDescending: boolean,
): Int32Array {
  const placeOf = (rank: number) => (isDescending && rank < count ? count - 1 - rank : rank);
  const starts = new Int32Array(count + 2);
  for (const rank of ranks) starts[placeOf(rank) + 1] = (starts[placeOf(rank) + 1] ?? 0) + 1;
  for (let place = 1; place < starts.length; place++)
    starts[place] = (starts[place] ?? 0) + (starts[place - 1] ?? 0);
  const order = new Int32Array(ranks.length);
  for (const [row, rank] of ranks.entries()) {
    const place = placeOf(rank);
    const at = starts[place] ?? 0;
    order[at] = row;
    starts[place] = at + 1;
  }
  return order;
}
