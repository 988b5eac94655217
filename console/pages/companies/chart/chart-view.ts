import type { OutputOf } from "../../../api/operations.ts";

export type Prices = OutputOf<"prices.eod_price">;
export type Bar = Prices["prices"][number] & { close: number };

export const EVENT_KINDS = ["report", "dividend", "split", "news"] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export interface ChartEvent {
  /** The calendar day, YYYY-MM-DD. */
  day: string;
  kind: EventKind;
  title: string;
  /** A page of the console. */
  to?: string;
  /** A page elsewhere. */
  href?: string;
}

/** Days without a close cannot be drawn. */
export const barsOf = ({ prices }: Pick<Prices, "prices">): Bar[] =>
  prices.flatMap((bar) => (bar.close === null ? [] : [{ ...bar, close: bar.close }]));

/** Events by the trading day they are drawn on; those before the first or after the last day are left out. */
export function groupByTradingDay(
  days: readonly string[],
  events: readonly ChartEvent[],
): Map<string, ChartEvent[]> {
  const grouped = new Map<string, ChartEvent[]>();
  for (const event of events) {
    const day = placeDay(days, event.day);
    if (day !== null) grouped.set(day, [...(grouped.get(day) ?? []), event]);
  }
  return grouped;
}

/** The first trading day on or after a day: what happens on a weekend is seen on Monday. */
function placeDay(days: readonly string[], day: string): string | null {
  if (day < (days[0] ?? day)) return null;
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] ?? "") < day) low = middle + 1;
    else high = middle;
  }
  return days[low] ?? null;
}

export interface PriceSummary {
  first: Bar;
  last: Bar;
  low: Bar;
  high: Bar;
  change: number;
}

/** What a person sees at a glance, in words for those who cannot see it. */
export function summarizePrices(bars: readonly Bar[]): PriceSummary | null {
  const [first] = bars;
  const last = bars.at(-1);
  if (!first || !last) return null;
  const byClose = bars.toSorted((a, b) => a.close - b.close);
  return {
    first,
    last,
    low: byClose[0] ?? first,
    high: byClose.at(-1) ?? last,
    change: changeOf(first.close, last.close),
  };
}

/** As a share of the first value; 0 where there is none to compare with. */
export const changeOf = (from: number, to: number): number => (from === 0 ? 0 : to / from - 1);

/** More days than this are shown as the last day of each month. */
const DAILY_ROWS_MAX = 35;

/** The rows of the table that says the same as the chart, the latest first. */
export function tableBars(bars: readonly Bar[]): Bar[] {
  const rows =
    bars.length <= DAILY_ROWS_MAX
      ? bars
      : bars.filter(({ date }, index) => date.slice(0, 7) !== bars[index + 1]?.date.slice(0, 7));
  return rows.toReversed();
}
