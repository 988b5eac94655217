import { type Database, inTransaction } from "./database.ts";

/** Most of a page: on a full disk the table cannot grow by it. */
const FILLER_LENGTH = 7_000;
const MILLISECONDS_MAX = 5_000;

/**
 * Throws unless the database accepts and commits new rows. A database that only answers may still reject every
 * charge.
 */
export async function probeWrite(db: Database): Promise<void> {
  await inTransaction(db, async (sql) => {
    await sql`select set_config('statement_timeout', ${String(MILLISECONDS_MAX)}, true)`;
    await sql`insert into readiness_probe (filler) values (repeat('x', ${FILLER_LENGTH}))`;
    // Another node removes its own row, which is invisible here until then.
    await sql`delete from readiness_probe`;
  });
}
