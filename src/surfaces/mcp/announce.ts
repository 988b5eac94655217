import { InMemoryServerEventBus, type ServerEventBus } from "@modelcontextprotocol/server";

export interface ReadyListener {
  onReady: (report: { report_id: string }) => void;
  onGap: () => void;
}

/** Calls the listener for each report that becomes readable, on whichever node that happens. */
export type WatchReady = (listener: ReadyListener) => Promise<{ close: () => Promise<void> }>;

export interface Announcer {
  bus: ServerEventBus;
  close: () => Promise<void>;
}

/** Tells clients that listen when a report has become readable. */
export async function startAnnouncing(watchReady: WatchReady): Promise<Announcer> {
  const bus = new InMemoryServerEventBus();
  const changed = () => bus.publish({ kind: "resources_list_changed" });
  const watching = await watchReady({
    onReady({ report_id }) {
      bus.publish({ kind: "resource_updated", uri: `florin://reports/${report_id}` });
      changed();
    },
    // Clients read the list again and see what they missed.
    onGap: changed,
  });
  return { bus, close: () => watching.close() };
}
