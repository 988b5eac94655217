import type { EventKind } from "./chart/chart-view.ts";

export interface Filing {
  /** YYYY-MM-DD. */
  day: string;
  /** A report, tagged figures without a report, or a corporate action. */
  kind: EventKind | "tagged";
  title: string;
  about: string;
  to?: string;
}

/** The latest year first, and the latest filing of each year first. */
export function groupByYear(filings: readonly Filing[]): [year: string, filings: Filing[]][] {
  const sorted = filings.toSorted((a, b) => b.day.localeCompare(a.day));
  return [...Map.groupBy(sorted, ({ day }) => day.slice(0, 4))];
}
