import type { Sql } from "../../platform/db/index.ts";
import { listNewestEvents } from "./store.ts";

const POLL_MILLISECONDS = 500;

interface Waiting {
  seen: number;
  wake: (newest: number) => void;
}

export interface EventWatch {
  /**
   * Resolves with the number of the account's newest event as soon as it is above the one seen; with the one seen when
   * the signal is aborted or the time is over.
   */
  newerThan: (accountId: string, seen: number, until: AbortSignal) => Promise<number>;
}

/**
 * Looks for new events of all accounts with open streams by one statement, however many streams there are; by none
 * while there is no stream.
 */
export function openEventWatch(sql: Sql): EventWatch {
  const waiting = new Map<string, Set<Waiting>>();
  let isPolling = false;

  async function poll(): Promise<void> {
    // When the database is away, every stream reads for itself, and gets the error that it has to report.
    const newest = await listNewestEvents(sql, [...waiting.keys()]).catch(() => null);
    for (const [accountId, streams] of waiting)
      for (const stream of streams) {
        const last = newest === null ? stream.seen : (newest.get(accountId) ?? 0);
        if (newest === null || last > stream.seen) stream.wake(last);
      }
  }

  function pollLater(): void {
    isPolling = waiting.size > 0;
    if (isPolling) setTimeout(() => void poll().then(pollLater), POLL_MILLISECONDS).unref();
  }

  function remove(accountId: string, stream: Waiting): void {
    const streams = waiting.get(accountId);
    streams?.delete(stream);
    if (streams?.size === 0) waiting.delete(accountId);
  }

  return {
    newerThan: (accountId, seen, until) =>
      new Promise((resolve) => {
        if (until.aborted) return resolve(seen);
        const stop = () => stream.wake(seen);
        const stream: Waiting = {
          seen,
          wake: (newest) => {
            until.removeEventListener("abort", stop);
            remove(accountId, stream);
            resolve(newest);
          },
        };
        until.addEventListener("abort", stop);
        waiting.set(accountId, (waiting.get(accountId) ?? new Set()).add(stream));
        if (!isPolling) pollLater();
      }),
  };
}
