import { useSyncExternalStore } from "react";

interface Told {
  credits: number;
  at: number;
}

/** What the latest answer said is left. Every charged call tells it, so the balance shown needs no question. */
let latest: Told | null = null;
const listeners = new Set<() => void>();

export function noteCredits(headers: Headers): void {
  const told = headers.get("x-credits-remaining");
  if (told === null) return;
  latest = { credits: Number(told), at: Date.now() };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useCreditsTold = (): Told | null => useSyncExternalStore(subscribe, () => latest);
