import type { Bar } from "../store.ts";

export const INTERVALS = ["day", "week", "month"] as const;
export type Interval = (typeof INTERVALS)[number];

/** One bar for each week (Monday to Sunday) or month, dated by its last trading day. */
export function groupBars(bars: readonly Bar[], interval: Interval): Bar[] {
  if (interval === "day") return [...bars];
  const keyOf = interval === "month" ? (date: string) => date.slice(0, 7) : mondayOf;
  return [...Map.groupBy(bars, ({ date }) => keyOf(date)).values()].map(combine);
}

function mondayOf(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10);
}

function combine(bars: readonly Bar[]): Bar {
  const values = (pick: (bar: Bar) => number | null) => bars.map(pick).filter((value) => value !== null);
  const highs = values(({ high }) => high);
  const lows = values(({ low }) => low);
  const volumes = values(({ volume }) => volume);
  return {
    date: bars.at(-1)?.date ?? "",
    open: values(({ open }) => open)[0] ?? null,
    high: highs.length === 0 ? null : Math.max(...highs),
    low: lows.length === 0 ? null : Math.min(...lows),
    close: values(({ close }) => close).at(-1) ?? null,
    volume: volumes.length === 0 ? null : volumes.reduce((sum, volume) => sum + volume, 0),
    adjusted_close: null,
  };
}
