import { useEffect, useState } from "react";

const KEY = "florin_watchlists_seen";

/** When the person last looked at the watchlists in this browser; null before the first time. */
export const readLastVisit = (): string | null => localStorage.getItem(KEY);

/** The visit before this one; this one counts from the next on. */
export function useLastVisit(): string | null {
  const [before] = useState(readLastVisit);
  useEffect(() => localStorage.setItem(KEY, new Date().toISOString()), []);
  return before;
}

/** Before the first visit nothing is called new: everything would be. */
export const isNewSince = (addedAt: string, lastVisit: string | null): boolean =>
  lastVisit !== null && Date.parse(addedAt) > Date.parse(lastVisit);
