import { OperatorError } from "../../kernel/operator-error.ts";
import {
  type Database,
  type DataPlace,
  listPending,
  openForCommand,
  openForService,
  readMigrations,
  requireData,
} from "../../platform/db/index.ts";

/** Runs one command on the database and closes it again, also when the command fails. */
export async function withDatabase(place: DataPlace, work: (db: Database) => Promise<void>): Promise<void> {
  const data = await openForCommand(place);
  try {
    await work(data.db);
  } finally {
    await data.close();
  }
}

/** The same for commands that need exclusive access: no service may be running on it. */
export async function withOwnDatabase(
  place: DataPlace,
  { mayBeNew }: { mayBeNew: boolean },
  work: (db: Database) => Promise<void>,
): Promise<void> {
  if (!mayBeNew) requireData(place);
  const data = await openForService(place);
  try {
    await work(data.db);
  } finally {
    await data.close();
  }
}

/** The same for commands that need up-to-date tables. */
export function withTables(
  place: DataPlace,
  migrationsFolder: string,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  return withDatabase(place, async (db) => {
    const pending = await listPending(db, readMigrations(migrationsFolder));
    if (pending.length > 0) {
      throw new OperatorError(
        "The database is not set up for this version. Start the service (if it is starting, wait until it is ready), or " +
          "run `florin db migrate`.",
      );
    }
    await work(db);
  });
}
