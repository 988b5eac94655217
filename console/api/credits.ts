import { useSyncExternalStore } from "react";

/** What the latest answer said is left. Every charged call tells it, so the balance shown needs no question. */
let remaining: number | null = null;
const listeners = new Set<() => void>();

export function noteCredits(headers: Headers): void {
  const told = headers.get("x-credits-remaining");
  if (told === null || Number(told) === remaining) return;
  remaining = Number(told);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useCreditsRemaining = (): number | null => useSyncExternalStore(subscribe, () => remaining);
