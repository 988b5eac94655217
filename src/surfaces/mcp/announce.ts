import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerEvent, ServerEventBus } from "@modelcontextprotocol/server";
import type { Caller } from "../../kernel/operation.ts";
import { mayReadReport } from "../../kernel/viewer.ts";

export interface ReadyReport {
  report_id: string;
  /** The account it belongs to; null for a public report. */
  account_id: string | null;
  /** The members who may read it; null for all of the account. */
  readers: readonly string[] | null;
}

export interface ReadyListener {
  onReady: (report: ReadyReport) => void;
  onGap: () => void;
}

/** Calls the listener for each report that becomes readable, on any node. */
export type WatchReady = (listener: ReadyListener) => Promise<{ close: () => Promise<void> }>;

export interface Announcer {
  bus: ServerEventBus;
  /** Handles a request; its subscriptions announce only what this caller may know. */
  listenAs: <T>(caller: Caller, answer: () => T) => T;
  close: () => Promise<void>;
}

/** Whether a caller may know about reports at all. */
export const mayListen = ({ scopes }: Caller) => scopes.has("reports:read");

const maySee = (caller: Caller, report: ReadyReport) => mayListen(caller) && mayReadReport(caller, report);

const CHANGED = { kind: "resources_list_changed" } as const;

/** Notifies listening clients when a report they may read becomes readable. */
export async function startAnnouncing(watchReady: WatchReady): Promise<Announcer> {
  const listening = new AsyncLocalStorage<Caller>();
  const listeners = new Map<(event: ServerEvent) => void, Caller>();
  const bus: ServerEventBus = {
    subscribe(listener) {
      const caller = listening.getStore();
      if (!caller) throw new Error("mcp: a subscription without a caller");
      listeners.set(listener, caller);
      return () => void listeners.delete(listener);
    },
    // Each announcement has its own readers, so nothing is published to all of them.
    publish() {},
  };
  const watching = await watchReady({
    onReady(report) {
      for (const [send, caller] of listeners) {
        if (!maySee(caller, report)) continue;
        send({ kind: "resource_updated", uri: `florin://reports/${report.report_id}` });
        send(CHANGED);
      }
    },
    // Clients read the list again and see what they missed.
    onGap() {
      for (const [send, caller] of listeners) if (mayListen(caller)) send(CHANGED);
    },
  });
  return {
    bus,
    listenAs: (caller, answer) => listening.run(caller, answer),
    close: () => watching.close(),
  };
}
