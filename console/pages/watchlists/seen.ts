import { useEffect, useState } from "react";
import type { Watched } from "./watched-rows.ts";

const KEY = "florin_watched_seen";

/**
 * When the latest of what the person has seen was added, for each company: what was seen on one watchlist says nothing
 * about the companies of another. In milliseconds.
 */
export type Seen = Readonly<Record<string, number>>;

/** What was seen in this browser. */
export function readSeen(): Seen {
  // Written by this very file.
  return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Seen;
}

/**
 * What counted as seen before this visit; what this visit shows counts from the next on. By what is shown, not by the
 * clock: that of the browser may differ from the service's, and something may arrive while the page is open.
 */
export function useSeen(rows: readonly Watched[] | undefined): Seen {
  const [before] = useState(readSeen);
  useEffect(() => {
    // Read again: another tab may have shown more.
    if (rows) localStorage.setItem(KEY, JSON.stringify(addShown(readSeen(), rows)));
  }, [rows]);
  return before;
}

/** What is seen once these rows are shown, each with its company, its report and its article. */
export function addShown(seen: Seen, rows: readonly Watched[]): Seen {
  const shown = rows.map(({ svc_entity_id: id, added_at, report, article }) => {
    const days = [added_at, report?.added_at, article?.added_at].flatMap((at) => at ?? []);
    return [id, Math.max(seen[id] ?? 0, ...days.map((at) => Date.parse(at)))] as const;
  });
  return { ...seen, ...Object.fromEntries(shown) };
}

interface Item {
  svc_entity_id: string;
  added_at: string;
}

/**
 * Of a company that was never shown what came after everything that was: it was put on a list since. Before the first
 * visit nothing is called new: everything would be.
 */
export function isNew({ svc_entity_id: id, added_at }: Item, seen: Seen): boolean {
  const last = seen[id] ?? Math.max(0, ...Object.values(seen));
  return last > 0 && Date.parse(added_at) > last;
}
