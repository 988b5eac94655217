import { readFile } from "node:fs/promises";
import {
  copyPrepared,
  type Database,
  type PreparedTables,
  prepareTables,
  unpackTables,
} from "../../../platform/db/index.ts";
import { fillEmptyTables } from "../filling/fill-tables.ts";
import { settleTables } from "./store.ts";

/** All the tables that loading a list of companies into an empty database fills. */
const TABLES = ["company_source", "company", "security", "company_name", "company_key", "name_word"];
const TIMES_OF_LOADING = ["first_loaded_at", "changed_at"];

/** The loaded companies as rows; `version` says what they were loaded from. */
export function prepareCompanies(db: Database, version: string): Promise<PreparedTables> {
  return prepareTables(db, { tables: TABLES, leaveOut: TIMES_OF_LOADING, version });
}

/**
 * Copies prepared companies into an empty database, in a quarter of the time of loading them. Returns how many, or null
 * if there already are companies, or the file was made from other lists.
 */
export async function loadPreparedCompanies(
  db: Database,
  file: string,
  version: string,
): Promise<number | null> {
  const prepared = unpackTables(await readFile(file));
  if (prepared.version !== version) return null;
  const filled = await fillEmptyTables(db, async (sql, copyRows) => {
    await copyPrepared({ sql, copyRows }, prepared);
    return true;
  });
  if (!filled) return null;
  await settleTables(db);
  return prepared.tables.find(({ shape }) => shape.name === "public.company")?.count ?? 0;
}
