import { useMemo, useSyncExternalStore } from "react";

/**
 * What outlives leaving and reloading a page of this tab, until the person signs out: answers that were paid for, and
 * questions that have none yet.
 */
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// Written below.
const read = <T>(text: string | null): T | undefined => (text === null ? undefined : (JSON.parse(text) as T));

export const getTabValue = <T>(key: string): T | undefined => read(sessionStorage.getItem(key));

export function useTabValue<T>(key: string): T | undefined {
  const text = useSyncExternalStore(subscribe, () => sessionStorage.getItem(key));
  return useMemo(() => read<T>(text), [text]);
}

export function setTabValue<T>(key: string, value: T | undefined): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The browser's space is used up: then it ends with the page.
  }
  for (const listener of listeners) listener();
}
