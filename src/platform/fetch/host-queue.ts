import { setTimeout as wait } from "node:timers/promises";

const HOSTS_MAX = 10_000;

/** One request at a time per host, with a pause in between. */
export function makeHostQueue(pauseMilliseconds: number) {
  const turns = new Map<string, Promise<void>>();
  return async <T>(host: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> => {
    const before = turns.get(host);
    const { promise: done, resolve } = Promise.withResolvers<void>();
    turns.set(host, done);
    try {
      await before;
      signal?.throwIfAborted();
      return await work();
    } finally {
      void wait(pauseMilliseconds, undefined, { ref: false }).then(resolve);
      if (turns.size > HOSTS_MAX) turns.delete(turns.keys().next().value ?? "");
    }
  };
}
