import type { Database } from "./database.ts";

/**
 * Runs the work while no one else, on any node, runs work of the same name; null immediately when someone does. The
 * lock belongs to a connection, so it is free the moment its holder dies.
 */
export async function whileLocked<T>(db: Database, name: string, work: () => Promise<T>): Promise<T | null> {
  const client = db.openSession();
  // Its user gets the error of the failing statement.
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ locked: boolean }>(
      "select pg_try_advisory_lock(hashtextextended($1, 7)) as locked",
      [name],
    );
    if (!rows[0]?.locked) return null;
    try {
      return await work();
    } finally {
      await client.query("select pg_advisory_unlock(hashtextextended($1, 7))", [name]);
    }
  } finally {
    await client.end().catch(() => {});
  }
}
