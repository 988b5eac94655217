import { addMonths } from "./calendar/dates.ts";

export const WINDOWS = ["1D", "5D", "1M", "6M", "YTD", "1Y", "5Y", "MAX"] as const;
export type Window = (typeof WINDOWS)[number];

/** Some windows count trading days, so only their length is known before the prices are. */
export interface DateRange {
  start: string | null;
  end: string;
  newestOnly: number | null;
}

/**
 * Counted back from the latest price, so that a window of a series that has ended is not empty. It starts on the same
 * day of the month: the price from which a change over the window is measured.
 */
export function readWindow(window: Window, newest: string): DateRange {
  const from = (start: string | null) => ({ start, end: newest, newestOnly: null });
  switch (window) {
    case "1D":
      return { start: null, end: newest, newestOnly: 1 };
    case "5D":
      return { start: null, end: newest, newestOnly: 5 };
    case "1M":
      return from(addMonths(newest, -1));
    case "6M":
      return from(addMonths(newest, -6));
    case "YTD":
      return from(`${newest.slice(0, 4)}-01-01`);
    case "1Y":
      return from(addMonths(newest, -12));
    case "5Y":
      return from(addMonths(newest, -60));
    case "MAX":
      return from(null);
  }
}
