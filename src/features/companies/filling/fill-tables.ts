import { type CopyRows, type Database, inTransaction, type Sql } from "../../../platform/db/index.ts";
import {
  drop,
  hasCompanies,
  hasSuspended,
  listOfWholeLoad,
  listSuspendable,
  lockCompanies,
  restore,
  saveSuspended,
  takeSuspended,
} from "./store.ts";

/** So many companies may be there before a list that is larger than this begins. */
const FEW_COMPANIES = 10_000;

/** Fills the tables while they have no indexes, if they are still empty; otherwise does nothing and returns null. */
export async function fillEmptyTables<T>(
  db: Database,
  fill: (sql: Sql, copyRows: CopyRows) => Promise<T>,
): Promise<T | null> {
  return inTransaction(db, async (sql, copyRows) => {
    await lockCompanies(sql);
    if (await hasCompanies(sql, 1)) return null;
    const suspended = [...(await listSuspendable(sql)), ...(await listOfWholeLoad(sql))];
    await drop(sql, suspended);
    const result = await fill(sql, copyRows);
    await restore(sql, suspended);
    return result;
  });
}

/**
 * Suspends the indexes that only readers need once a list has added many companies to a nearly empty database:
 * maintaining them takes most of the time of such a load, and screenings without them are slower until its end.
 */
export function suspendOnce(): (sql: Sql, added: number) => Promise<void> {
  let isDecided = false;
  return async (sql, added) => {
    if (isDecided || added < FEW_COMPANIES) return;
    isDecided = true;
    if (await hasCompanies(sql, added + FEW_COMPANIES)) return;
    await lockCompanies(sql);
    const suspended = await listSuspendable(sql);
    await saveSuspended(sql, suspended);
    await drop(sql, suspended);
  };
}

/** Restores what a load has suspended, also one that was killed. */
export async function restoreIndexes(db: Database): Promise<void> {
  if (!(await hasSuspended(db))) return;
  await inTransaction(db, async (sql) => {
    await lockCompanies(sql);
    await restore(sql, await takeSuspended(sql));
  });
}
