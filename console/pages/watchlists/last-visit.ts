import { useEffect, useState } from "react";
import type { Watched } from "./watched-rows.ts";

const KEY = "florin_watchlists_seen";

/** When the latest of what the person has seen on the watchlists was added; null before the first visit. */
export const readLastVisit = (): string | null => localStorage.getItem(KEY);

/**
 * What counted as seen before this visit; what this visit shows counts from the next on. By what is shown, not by the
 * clock: that of the browser may differ from the service's, and something may arrive while the page is open.
 */
export function useLastVisit(rows: readonly Watched[] | undefined): string | null {
  const [before] = useState(readLastVisit);
  useEffect(() => {
    const latest = rows && latestOf(rows);
    if (latest && isLater(latest, readLastVisit() ?? "1970-01-01")) localStorage.setItem(KEY, latest);
  }, [rows]);
  return before;
}

/** When the latest of these companies, of their reports or of their articles was added. */
function latestOf(rows: readonly Watched[]): string | null {
  return rows
    .flatMap(({ added_at, report, article }) => [added_at, report?.added_at, article?.added_at])
    .reduce<string | null>((last, at) => (at && (!last || isLater(at, last)) ? at : last), null);
}

const isLater = (one: string, other: string): boolean => Date.parse(one) > Date.parse(other);

/** Before the first visit nothing is called new: everything would be. */
export const isNewSince = (addedAt: string, lastVisit: string | null): boolean =>
  lastVisit !== null && isLater(addedAt, lastVisit);
