import type { PriceBasis } from "../store.ts";

/** A vendor's CSV layout: the meaning of each column, and the adjustment of the prices. */
export interface PriceShape {
  name: ShapeName;
  source: string;
  basis: PriceBasis;
  columns: Partial<Record<PriceColumn, string>>;
  /** Dividends are given per share of today. */
  amountsSplitAdjusted?: true;
}

export const SHAPE_NAMES = [
  "stooq",
  "stooq-bulk",
  "yahoo",
  "alphavantage",
  "tiingo",
  "eodhd",
  "florin",
] as const;
export type ShapeName = (typeof SHAPE_NAMES)[number];

export const NUMBER_COLUMNS = [
  "open",
  "high",
  "low",
  "close",
  "volume",
  "adjusted_close",
  "dividend",
  "split",
] as const;
type PriceColumn =
  | (typeof NUMBER_COLUMNS)[number]
  | "date"
  | "ticker"
  | "svc_entity_id"
  | "exchange"
  | "currency"
  | "period";

const plain = { open: "open", high: "high", low: "low", close: "close", volume: "volume" };

/** The header decides, most specific shape first. Names are compared case-insensitively. */
const SHAPES: readonly (PriceShape & { needs: readonly string[] })[] = [
  {
    name: "tiingo",
    source: "Tiingo",
    basis: "raw",
    needs: ["date", "close", "divcash", "splitfactor"],
    columns: {
      ...plain,
      date: "date",
      adjusted_close: "adjclose",
      dividend: "divcash",
      split: "splitfactor",
    },
  },
  {
    name: "alphavantage",
    source: "Alpha Vantage",
    basis: "raw",
    needs: ["timestamp", "open", "close"],
    columns: {
      ...plain,
      date: "timestamp",
      adjusted_close: "adjusted_close",
      dividend: "dividend_amount",
      split: "split_coefficient",
    },
  },
  {
    name: "eodhd",
    source: "EODHD",
    basis: "raw",
    needs: ["date", "close", "adjusted_close"],
    columns: { ...plain, date: "date", adjusted_close: "adjusted_close" },
  },
  {
    name: "yahoo",
    source: "Yahoo Finance",
    basis: "split_adjusted",
    amountsSplitAdjusted: true,
    needs: ["close", "adj close"],
    columns: {
      ...plain,
      date: "date",
      adjusted_close: "adj close",
      dividend: "dividends",
      split: "stock splits",
    },
  },
  {
    name: "stooq-bulk",
    source: "Stooq",
    basis: "total_return",
    needs: ["<ticker>", "<date>", "<close>"],
    columns: {
      ticker: "<ticker>",
      period: "<per>",
      date: "<date>",
      open: "<open>",
      high: "<high>",
      low: "<low>",
      close: "<close>",
      volume: "<vol>",
    },
  },
  {
    name: "florin",
    source: "CSV",
    basis: "raw",
    needs: ["date", "close", "currency"],
    columns: {
      ...plain,
      date: "date",
      ticker: "ticker",
      svc_entity_id: "svc_entity_id",
      exchange: "exchange",
      currency: "currency",
      adjusted_close: "adjusted_close",
      dividend: "dividend",
      split: "split",
    },
  },
  {
    name: "stooq",
    source: "Stooq",
    basis: "total_return",
    needs: ["date", "open", "high", "low", "close"],
    columns: { ...plain, date: "date" },
  },
];

/** The shape of a header; null when unknown. */
export function detectShape(header: readonly string[], query?: ShapeName): PriceShape | null {
  const names = new Set(header.map(foldHeader));
  // Some exports call the day "Datetime"; it is still the day.
  if (names.has("datetime")) names.add("date");
  const matches = SHAPES.filter(({ needs }) => needs.every((name) => names.has(name)));
  return (query === undefined ? matches[0] : matches.find(({ name }) => name === query)) ?? null;
}

function foldHeader(name: string): string {
  return name.trim().toLowerCase();
}

/** A column of the shape that the header has twice. */
export function findDuplicateColumn(header: readonly string[], shape: PriceShape): string | null {
  const folded = header.map(foldHeader);
  const used = Object.values(shape.columns);
  return used.find((name) => folded.indexOf(name) !== folded.lastIndexOf(name)) ?? null;
}

export interface PriceCells {
  date: string;
  ticker: string | null;
  svc_entity_id: string | null;
  exchange: string | null;
  currency: string | null;
  period: string | null;
  /** In the order of NUMBER_COLUMNS. */
  numbers: readonly string[];
}

/** Reads the cells of a line by their meaning. */
export function makeCellReader(
  header: readonly string[],
  shape: PriceShape,
): (cells: readonly string[]) => PriceCells {
  const folded = header.map(foldHeader);
  const at = (column: PriceColumn) => {
    const name = shape.columns[column];
    // A column without a name must not match one that the shape lacks.
    const index = name === undefined ? -1 : folded.indexOf(name);
    return index < 0 && column === "date" ? folded.indexOf("datetime") : index;
  };
  // Looked up once: this reads every line of files with millions.
  const place = {
    date: at("date"),
    ticker: at("ticker"),
    svc_entity_id: at("svc_entity_id"),
    exchange: at("exchange"),
    currency: at("currency"),
    period: at("period"),
    numbers: NUMBER_COLUMNS.map(at),
  };
  return (cells) => {
    const cell = (index: number) => cells[index]?.trim() ?? "";
    return {
      date: cell(place.date),
      ticker: cell(place.ticker) || null,
      svc_entity_id: cell(place.svc_entity_id) || null,
      exchange: cell(place.exchange) || null,
      currency: cell(place.currency) || null,
      period: cell(place.period) || null,
      numbers: place.numbers.map(cell),
    };
  };
}
