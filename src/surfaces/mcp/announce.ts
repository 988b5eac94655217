import { InMemoryServerEventBus, type ServerEventBus } from "@modelcontextprotocol/server";

const LOOK_MILLISECONDS = 5_000;

export type ListReady = (since: string) => Promise<{ report_id: string; ready_at: string }[]>;

export interface Announcer {
  bus: ServerEventBus;
  close: () => void;
}

/**
 * Tells clients that listen when a report has become readable. Each node looks into the database for itself, so that a
 * report read by any other is announced everywhere; while nobody listens, nobody looks.
 */
export function startAnnouncing(listReady: ListReady, onError: (error: unknown) => void): Announcer {
  const bus = new InMemoryServerEventBus();
  let seen = new Date().toISOString();

  async function look(): Promise<void> {
    if (bus.listenerCount === 0) {
      // Whoever begins to listen before the next look misses nothing.
      seen = new Date().toISOString();
      return;
    }
    const ready = await listReady(seen);
    for (const { report_id, ready_at } of ready) {
      bus.publish({ kind: "resource_updated", uri: `florin://reports/${report_id}` });
      seen = ready_at;
    }
    if (ready.length > 0) bus.publish({ kind: "resources_list_changed" });
  }

  const timer = setInterval(() => void look().catch(onError), LOOK_MILLISECONDS).unref();
  return { bus, close: () => clearInterval(timer) };
}
