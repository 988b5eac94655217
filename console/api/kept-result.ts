/** How long a result that was paid for outlives a reload of its page. */
const KEPT_MILLISECONDS = 60_000;

interface KeptResult<T> {
  data: T;
  at: number;
}

/** Calls only where this tab has no result of the last minute: a reload does not pay again. */
export async function keepResult<T>(key: readonly unknown[], fetch: () => Promise<T>): Promise<T> {
  const name = JSON.stringify(key);
  const kept = findKept<T>(name);
  if (kept) return kept.data;
  const data = await fetch();
  try {
    sessionStorage.setItem(name, JSON.stringify({ data, at: Date.now() }));
  } catch {
    // The browser's space is used up: then a reload asks again.
  }
  return data;
}

/** The tab has this result of the last minute: showing it again costs nothing. */
export const isKept = (key: readonly unknown[]): boolean => findKept(JSON.stringify(key)) !== undefined;

function findKept<T>(name: string): KeptResult<T> | undefined {
  const text = sessionStorage.getItem(name);
  if (text === null) return undefined;
  // Written above.
  const kept = JSON.parse(text) as KeptResult<T>;
  if (Date.now() - kept.at < KEPT_MILLISECONDS) return kept;
  sessionStorage.removeItem(name);
  return undefined;
}

/** For the next person at this browser. */
export const forgetResults = (): void => sessionStorage.clear();
