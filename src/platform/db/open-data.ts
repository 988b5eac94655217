import { setTimeout as sleep } from "node:timers/promises";
import { OperatorError } from "../../kernel/operator-error.ts";
import { type Database, type DatabaseAddress, type DatabaseOptions, openDatabase } from "./database.ts";
import { FolderInUseError, hasEmbeddedData, joinEmbedded, startEmbedded } from "./embedded/index.ts";

export interface OpenData {
  db: Database;
  /** Something the operator should know, for example the location of the cluster. */
  note: string | null;
  close: () => Promise<void>;
}

export interface DataPlace {
  databaseUrl: string | undefined;
  dataFolder: string;
  options: DatabaseOptions;
  /** How many connections the embedded server must accept, when that is more than usual. */
  serverConnectionsMin?: number | undefined;
  notice: (message: string) => void;
}

/** The database for the service itself: an external server, or the embedded one, started here. */
export async function openForService(place: DataPlace): Promise<OpenData> {
  if (place.databaseUrl !== undefined) return openServer(place.databaseUrl, place.options);
  const embedded = await startEmbedded(place.dataFolder, place.notice, place.serverConnectionsMin);
  const db = openDatabase(embedded.address, place.options);
  const note =
    embedded.elsewhere &&
    `PostgreSQL does not run as root and its user cannot access ${place.dataFolder}; the database is in ${embedded.elsewhere}.`;
  return {
    db,
    note,
    async close() {
      await db.close();
      await embedded.stop();
    },
  };
}

/** The database for a command: joins a running service, or starts the embedded server for its duration. */
export async function openForCommand(place: DataPlace): Promise<OpenData> {
  if (place.databaseUrl !== undefined) return openServer(place.databaseUrl, place.options);
  const running = await joinEmbedded(place.dataFolder);
  if (running) return joinServer(running, place.options);
  requireData(place);
  try {
    return await openForService(place);
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    const started = await joinEmbedded(place.dataFolder);
    if (started) return joinServer(started, place.options);
    throw new OperatorError(
      `Florin is just starting or stopping on ${place.dataFolder}. Try again when it has finished.`,
      { cause: error },
    );
  }
}

/** Longer than a crashed database needs to recover. */
const JOIN_MILLISECONDS_MAX = 120_000;

/** The database for a process next to the one that runs it: waits for the server, never starts one. */
export async function openForProcess(place: DataPlace): Promise<OpenData> {
  if (place.databaseUrl !== undefined) return openServer(place.databaseUrl, place.options);
  for (let waited = 0; waited < JOIN_MILLISECONDS_MAX; waited += 200) {
    const running = await joinEmbedded(place.dataFolder);
    if (running) return joinServer(running, place.options);
    await sleep(200);
  }
  throw new Error(`no database runs on ${place.dataFolder}`);
}

function joinServer(address: DatabaseAddress, options: DatabaseOptions): OpenData {
  const db = openDatabase(address, options);
  return { db, note: null, close: () => db.close() };
}

/** A command with a mistyped folder must not leave a new database there. */
export function requireData({ databaseUrl, dataFolder }: DataPlace): void {
  if (databaseUrl !== undefined || hasEmbeddedData(dataFolder)) return;
  throw new OperatorError(
    `There is no Florin data in ${dataFolder}: set the folder with --data, or start the service once.`,
  );
}

async function openServer(url: string, options: DatabaseOptions): Promise<OpenData> {
  const db = openDatabase({ url }, options);
  try {
    const [row] = await db<{
      version: number;
    }>`select current_setting('server_version_num')::int / 10000 as version`;
    if ((row?.version ?? 0) < 15)
      throw new OperatorError(`PostgreSQL 15 or newer is required; the server is ${row?.version}.`);
  } catch (cause) {
    await db.close();
    if (cause instanceof OperatorError) throw cause;
    const reason =
      cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : String(cause);
    throw new OperatorError(`The database server cannot be reached: ${reason}.`, { cause });
  }
  return { db, note: null, close: () => db.close() };
}
