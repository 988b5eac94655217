import { Failure } from "../../kernel/errors.ts";
import { type Database, type DatabaseOptions, openDatabase } from "./database.ts";
import { type CompiledStatement, makeSql } from "./statement.ts";

/** How long the primary answers alone after the replica did not. */
const REST_MILLISECONDS = 5_000;

/**
 * Reads from a replica, and from the primary while the replica cannot be reached. For statements that only read, and
 * whose answer may be a moment old.
 */
export function openReplica(url: string, primary: Database, options: DatabaseOptions): Database {
  const replica = openDatabase({ url }, options);
  let restUntil = 0;
  const sql = makeSql(async (statement) => {
    if (performance.now() < restUntil) return run(primary, statement);
    try {
      return await run(replica, statement);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      restUntil = performance.now() + REST_MILLISECONDS;
      return run(primary, statement);
    }
  });
  return Object.assign(sql, { pool: replica.pool, run: replica.run, close: replica.close });
}

const run = (db: Database, statement: CompiledStatement) => db.run(statement);
