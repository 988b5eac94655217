import { Failure } from "../../kernel/errors.ts";
import { type Database, type DatabaseOptions, openDatabase } from "./database.ts";
import { type CompiledStatement, makeSql } from "./statement.ts";

/** How long only the primary is used after the replica failed. */
const PAUSE_MILLISECONDS = 5_000;

/**
 * Reads from a replica, and from the primary while the replica is unreachable. For read-only statements whose result
 * may be slightly stale.
 */
export function openReplica(url: string, primary: Database, options: DatabaseOptions): Database {
  const replica = openDatabase({ url }, { ...options, directUrl: undefined });
  let pausedUntil = 0;
  const run = async (statement: CompiledStatement) => {
    if (performance.now() < pausedUntil) return primary.run(statement);
    try {
      return await replica.run(statement);
    } catch (error) {
      const isDown = error instanceof Failure;
      if (!isDown && !isReplicaLag(error)) throw error;
      if (isDown) pausedUntil = performance.now() + PAUSE_MILLISECONDS;
      return primary.run(statement);
    }
  };
  const { pool, openSession, watch, close } = replica;
  return Object.assign(makeSql(run, primary.copy), { pool, openSession, run, watch, close });
}

/** Errors only a replica gives: 40001 when replay needs a row being read, 42P01 and 42703 before a migration. */
const BEHIND_STATES = new Set(["40001", "42P01", "42703"]);

const isReplicaLag = (error: unknown): boolean =>
  error instanceof Error && "code" in error && BEHIND_STATES.has(String(error.code));
