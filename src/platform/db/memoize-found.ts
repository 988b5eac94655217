interface Cached<Value> {
  value: Promise<Value | undefined>;
  until: number;
}

/**
 * Caches found values for a few seconds, for facts that change daily. Misses are not cached: someone may be adding
 * the value right now. The oldest entries are evicted.
 */
export function memoizeFound<Value>(
  load: (key: string) => Promise<Value | undefined>,
  { seconds, keysMax }: { seconds: number; keysMax: number },
): (key: string) => Promise<Value | undefined> {
  const cache = new Map<string, Cached<Value>>();

  const evict = (key: string, entry: Cached<Value>) => {
    if (cache.get(key) === entry) cache.delete(key);
  };

  return (key) => {
    const known = cache.get(key);
    if (known && known.until > performance.now()) return known.value;
    const entry = { value: load(key), until: performance.now() + seconds * 1_000 };
    entry.value.then(
      (value) => value === undefined && evict(key, entry),
      () => evict(key, entry),
    );
    if (cache.size >= keysMax) cache.delete(cache.keys().next().value ?? key);
    cache.delete(key);
    cache.set(key, entry);
    return entry.value;
  };
}
