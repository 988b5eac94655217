import type { Bar, CorporateAction } from "../store.ts";
import { NUMBER_COLUMNS, type PriceCells } from "./shapes.ts";

export interface PriceRow {
  bar: Bar;
  dividend: number | null;
  split: number | null;
  /** What the line explicitly says did not happen on that day, unlike a line that does not mention it. */
  without: readonly CorporateAction["kind"][];
  /** What was dropped, and why. */
  warning: string | null;
}

/** A row that was accepted, with a warning. */
export interface PriceIssue {
  row: PriceRow;
  reason: string;
}

/** Publishers round prices; a high may be this share below the close. */
const ROUNDING = 0.005;
const PRICE_MAX = 1e9;
const FIRST_YEAR = 1800;

/** Days in a file for one reader: every security has the same ones. */
const DAYS_MAX = 50_000;

/** Reads one line as a day of prices, or says what is wrong with it. */
export function makeRowReader(today: string): (cells: PriceCells) => PriceRow | string {
  const days = new Map<string, ReturnType<typeof readDate>>();
  return (cells) => {
    const known = days.get(cells.date);
    if (known !== undefined) return readPriceRow(cells, known, today);
    const date = readDate(cells.date);
    if (days.size < DAYS_MAX) days.set(cells.date, date);
    return readPriceRow(cells, date, today);
  };
}

function readPriceRow(
  cells: PriceCells,
  date: ReturnType<typeof readDate>,
  today: string,
): PriceRow | string {
  if (date === null) return `date ${JSON.stringify(cells.date.slice(0, 40))} is not a valid date`;
  if (date === "intraday") return "the row is intraday, not a day";
  if (date > today) return `date ${date} is in the future`;
  if (cells.period !== null && cells.period !== "D") return `period ${cells.period} is not D, a day`;
  const numbers = readNumbers(cells.numbers);
  if (typeof numbers === "string") return numbers;
  const { dividend, split, adjusted_close: adjusted, ...prices } = numbers;
  // Vendors compute it, and get below zero when they get a dividend wrong.
  const isInvalid = adjusted !== null && !isPrice(adjusted);
  const bar: Bar = { date, ...prices, adjusted_close: isInvalid ? null : adjusted };
  const warning = isInvalid ? `adjusted close ${adjusted} is not a price: omitted` : null;
  return findFault(bar) ?? { bar, ...readActions(dividend, split), warning };
}

const NO_ACTIONS = { dividend: null, split: null, without: [] } as const;

/** Vendors write 0 or 1 when there is no split. */
function readActions(
  dividend: number | null,
  split: number | null,
): Pick<PriceRow, "dividend" | "split" | "without"> {
  if (dividend === null && split === null) return NO_ACTIONS;
  const isSplit = split !== null && split > 0 && split !== 1;
  return {
    dividend: dividend !== null && dividend > 0 ? dividend : null,
    split: isSplit ? split : null,
    without: [
      ...(dividend === 0 ? ["dividend" as const] : []),
      ...(split === 0 || split === 1 ? ["split" as const] : []),
    ],
  };
}

type Numbers = Record<(typeof NUMBER_COLUMNS)[number], number | null>;

function readNumbers(texts: PriceCells["numbers"]): Numbers | string {
  const numbers: Numbers = {
    open: null,
    high: null,
    low: null,
    close: null,
    volume: null,
    adjusted_close: null,
    dividend: null,
    split: null,
  };
  for (const [index, name] of NUMBER_COLUMNS.entries()) {
    const text = texts[index] ?? "";
    const value = readNumber(text);
    if (value === undefined) return `${name} ${JSON.stringify(text.slice(0, 40))} is not a number`;
    numbers[name] = value;
  }
  return numbers;
}

function readNumber(text: string): number | null | undefined {
  if (text === "" || /^(?:null|nan|n\/a|-)$/i.test(text)) return null;
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** `2024-01-31`, `20240131`, and either followed by midnight. */
function readDate(text: string): string | "intraday" | null {
  const match = /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?.*)?$/.exec(text);
  if (!match) return null;
  const [, year = "", month = "", day = "", hour = "00", minute = "00"] = match;
  const date = `${year}-${month}-${day}`;
  const time = Date.parse(date);
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date) return null;
  if (Number(year) < FIRST_YEAR) return null;
  return hour === "00" && minute === "00" ? date : "intraday";
}

const isPrice = (value: number) => value > 0 && value < PRICE_MAX;

function findFault({ open, high, low, close, volume }: Bar): string | null {
  if (open === null && high === null && low === null && close === null) return "the row has no price";
  const fault =
    findPriceFault("open", open) ??
    findPriceFault("high", high) ??
    findPriceFault("low", low) ??
    findPriceFault("close", close);
  if (fault !== null) return fault;
  if (volume !== null && volume < 0) return `volume ${volume} is below zero`;
  const slack = (close ?? high ?? 0) * ROUNDING;
  if (high !== null && low !== null && high < low - slack) return `high ${high} is below low ${low}`;
  if (high !== null && close !== null && close > high + slack) return `close ${close} is above high ${high}`;
  if (low !== null && close !== null && close < low - slack) return `close ${close} is below low ${low}`;
  return null;
}

function findPriceFault(name: string, value: number | null): string | null {
  return value === null || isPrice(value) ? null : `${name} ${value} is not a price`;
}
