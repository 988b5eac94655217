import { useSyncExternalStore } from "react";
import type { LiveOperationId } from "../../src/surfaces/console-api/live.ts";
import { checkService } from "./connection.ts";
import { eventsOf } from "./read-events.ts";
import { CONSOLE_HEADERS, leaveForSignIn } from "./request.ts";

export type { LiveOperationId };

const RETRY_MILLISECONDS = { first: 500, most: 15_000 };
const SIGNED_OUT = 401;

interface Subscription {
  id: LiveOperationId;
  input: object;
  onData: (data: unknown) => void;
  onEnd: () => void;
}

/** What the tab waits for. All of it comes through one stream, which is open only while there is something. */
const subscriptions = new Set<Subscription>();
let stream: AbortController | null = null;
let restarting: ReturnType<typeof setTimeout> | undefined;
let failures = 0;

let isConnected = false;
const listeners = new Set<() => void>();

/** Whether changes arrive by themselves; otherwise they have to be asked for. */
export const useIsConnected = (): boolean => useSyncExternalStore(listen, () => isConnected);

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setConnected(value: boolean): void {
  if (isConnected === value) return;
  isConnected = value;
  for (const listener of listeners) listener();
}

/** Receives the operation's answer whenever it changes, until the returned function is called. */
export function watch(subscription: Subscription): () => void {
  subscriptions.add(subscription);
  restart(0);
  return () => {
    subscriptions.delete(subscription);
    restart(0);
  };
}

// A hidden tab holds no connection: a browser opens only a few to one host.
document.addEventListener("visibilitychange", () => restart(0));

/** Waits for the end of the current task, so that a page that starts or ends several subscriptions opens one stream. */
function restart(milliseconds: number): void {
  clearTimeout(restarting);
  restarting = setTimeout(() => {
    stream?.abort();
    stream = null;
    if (subscriptions.size === 0 || document.hidden) return setConnected(false);
    stream = new AbortController();
    void follow(stream.signal);
  }, milliseconds);
}

async function follow(signal: AbortSignal): Promise<void> {
  const watched = Map.groupBy(subscriptions, ({ id, input }) => JSON.stringify({ id, input }));
  const keys = [...watched.keys()];
  const url = `/console/api/live?watch=${encodeURIComponent(`[${keys.join()}]`)}`;
  try {
    const response = await fetch(url, { headers: CONSOLE_HEADERS, signal, cache: "no-store" });
    if (response.status === SIGNED_OUT) return leaveForSignIn();
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    setConnected(true);
    for await (const { event, data } of eventsOf(response)) {
      failures = 0;
      const { at, data: answer } = data as { at: number; data?: unknown };
      for (const { onData, onEnd } of watched.get(keys[at] ?? "") ?? []) {
        if (event === "ended") onEnd();
        else onData(answer);
      }
    }
  } catch {
    // Ended by the tab itself, by the service, or by the network between; only the first is meant.
  }
  if (signal.aborted) return;
  setConnected(false);
  void checkService();
  restart(Math.min(RETRY_MILLISECONDS.most, RETRY_MILLISECONDS.first * 2 ** failures++));
}
