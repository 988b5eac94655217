import type { Bar, CorporateAction } from "../store.ts";
import type { PriceCells } from "./shapes.ts";

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

/** One line as a day of prices, or what is wrong with it. */
export function readPriceRow(cells: PriceCells, today: string): PriceRow | string {
  const date = readDate(cells.date);
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

/** Vendors write 0 or 1 when there is no split. */
function readActions(
  dividend: number | null,
  split: number | null,
): Pick<PriceRow, "dividend" | "split" | "without"> {
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

type Numbers = Record<keyof PriceCells["numbers"], number | null>;

function readNumbers(texts: PriceCells["numbers"]): Numbers | string {
  const numbers: Partial<Numbers> = {};
  for (const [name, text] of Object.entries(texts) as [keyof Numbers, string][]) {
    const value = readNumber(text);
    if (value === undefined) return `${name} ${JSON.stringify(text.slice(0, 40))} is not a number`;
    numbers[name] = value;
  }
  return numbers as Numbers; // every name has been set
}

function readNumber(text: string): number | null | undefined {
  if (text === "" || /^(null|nan|n\/a|-)$/i.test(text)) return null;
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
  const prices = { open, high, low, close };
  if (Object.values(prices).every((value) => value === null)) return "the row has no price";
  for (const [name, value] of Object.entries(prices))
    if (value !== null && !isPrice(value)) return `${name} ${value} is not a price`;
  if (volume !== null && volume < 0) return `volume ${volume} is below zero`;
  const slack = (close ?? high ?? 0) * ROUNDING;
  if (high !== null && low !== null && high < low - slack) return `high ${high} is below low ${low}`;
  if (high !== null && close !== null && close > high + slack) return `close ${close} is above high ${high}`;
  if (low !== null && close !== null && close < low - slack) return `close ${close} is below low ${low}`;
  return null;
}
