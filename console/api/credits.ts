import { useSyncExternalStore } from "react";

interface BalanceReport {
  credits: number;
  at: number;
}

/**
 * The remaining balance according to the latest response. Every charged call reports it, so no extra request
 * is needed.
 */
let latest: BalanceReport | null = null;
const listeners = new Set<() => void>();

export function recordBalance(headers: Pick<Headers, "get">): void {
  const reported = headers.get("x-credits-remaining");
  if (reported === null) return;
  latest = { credits: Number(reported), at: Date.now() };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useLatestBalance = (): BalanceReport | null => useSyncExternalStore(subscribe, () => latest);
