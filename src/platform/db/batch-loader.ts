/**
 * Combines many small look-ups into few statements. Keys that arrive during a statement are collected and sent
 * together when it returns: an idle service pays one round trip, a busy one shares it.
 */
export function batchLoader<Key, Value>(
  loadMany: (keys: Key[]) => Promise<Map<Key, Value>>,
  options: { keysMax: number } = { keysMax: 500 },
): (key: Key) => Promise<Value | undefined> {
  let waiting = new Map<Key, PromiseWithResolvers<Value | undefined>>();
  let underWay = 0;

  async function drain(): Promise<void> {
    underWay++;
    while (waiting.size > 0) {
      const batch = takeBatch();
      try {
        const values = await loadMany([...batch.keys()]);
        for (const [key, { resolve }] of batch) resolve(values.get(key));
      } catch (error) {
        for (const { reject } of batch.values()) reject(error);
      }
    }
    underWay--;
  }

  function takeBatch(): typeof waiting {
    if (waiting.size <= options.keysMax) {
      const batch = waiting;
      waiting = new Map();
      return batch;
    }
    const batch: typeof waiting = new Map();
    for (const [key, resolvers] of waiting) {
      if (batch.size === options.keysMax) break;
      batch.set(key, resolvers);
      waiting.delete(key);
    }
    return batch;
  }

  return (key) => {
    const known = waiting.get(key);
    if (known) return known.promise;
    const resolvers = Promise.withResolvers<Value | undefined>();
    waiting.set(key, resolvers);
    // Starting in a microtask lets the keys of one event-loop turn share the first statement too.
    if (underWay === 0) queueMicrotask(() => underWay === 0 && void drain());
    return resolvers.promise;
  };
}
