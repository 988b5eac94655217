import { useSyncExternalStore } from "react";

interface Reported {
  credits: number;
  at: number;
}

/** What the latest answer said is left. Every charged call tells it, so the balance shown needs no question. */
let latest: Reported | null = null;
const listeners = new Set<() => void>();

export function noteCredits(headers: Headers): void {
  const reported = headers.get("x-credits-remaining");
  if (reported === null) return;
  latest = { credits: Number(reported), at: Date.now() };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useLatestBalance = (): Reported | null => useSyncExternalStore(subscribe, () => latest);
