interface Remembered<Value> {
  value: Promise<Value | undefined>;
  until: number;
}

/**
 * Keeps what a look-up found for a few seconds, for facts that change by the day. What was not found is not kept:
 * somebody may be adding it this moment. The oldest goes when there are too many.
 */
export function rememberFound<Value>(
  load: (key: string) => Promise<Value | undefined>,
  { seconds, keysMax }: { seconds: number; keysMax: number },
): (key: string) => Promise<Value | undefined> {
  const remembered = new Map<string, Remembered<Value>>();

  const forget = (key: string, entry: Remembered<Value>) => {
    if (remembered.get(key) === entry) remembered.delete(key);
  };

  return (key) => {
    const known = remembered.get(key);
    if (known && known.until > performance.now()) return known.value;
    const entry = { value: load(key), until: performance.now() + seconds * 1_000 };
    entry.value.then(
      (value) => value === undefined && forget(key, entry),
      () => forget(key, entry),
    );
    if (remembered.size >= keysMax) remembered.delete(remembered.keys().next().value ?? key);
    remembered.delete(key);
    remembered.set(key, entry);
    return entry.value;
  };
}
