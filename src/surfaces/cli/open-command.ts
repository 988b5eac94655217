import { type Database, type DataPlace, openForCommand } from "../../platform/db/index.ts";

/** Runs one command on the database and closes it again, also when the command fails. */
export async function withDatabase<T>(place: DataPlace, work: (db: Database) => Promise<T>): Promise<T> {
  const data = await openForCommand(place);
  try {
    return await work(data.db);
  } finally {
    await data.close();
  }
}
