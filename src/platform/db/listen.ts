import pg from "pg";
import type { Database } from "./database.ts";

const RECONNECT_MILLISECONDS = 1_000;

export interface Listener {
  close: () => Promise<void>;
}

/**
 * Listens on a channel over a separate connection. A broken connection is reopened; notifications in between are
 * lost, which is why `again` is called then.
 */
export async function listen(
  db: Database,
  channel: string,
  { nextMessage, again }: { nextMessage: (message: string) => void; again: () => void },
): Promise<Listener> {
  let client: pg.Client;
  let timer: NodeJS.Timeout | null = null;
  let closed = false;

  async function connect(): Promise<void> {
    client = db.openSession();
    client.on("notification", ({ payload }) => payload !== undefined && nextMessage(payload));
    client.on("error", () => {});
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      client.once("end", connectLater);
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
  }

  function connectLater(): void {
    if (closed) return;
    timer = setTimeout(() => connect().then(again, connectLater), RECONNECT_MILLISECONDS).unref();
  }

  await connect();
  return {
    async close() {
      closed = true;
      if (timer) clearTimeout(timer);
      await client.end().catch(() => {});
    },
  };
}
