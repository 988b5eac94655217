/**
 * The PostgreSQL server that comes with Florin: created, started, supervised, joined and stopped. It never listens on
 * TCP.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { OperatorError } from "../../../kernel/operator-error.ts";
import type { DatabaseAddress } from "../database.ts";
import { copyBinaries, findBinaries, type PostgresBinaries } from "./binaries.ts";
import { makeCluster, SUPERUSER } from "./cluster.ts";
import { findHolder, lockFolder } from "./folder-lock.ts";
import { choosePlaces, makeSocketFolder, type Places } from "./places.ts";
import { findRunningServer, type ServerProcess, startFailure, startProcess } from "./process.ts";
import { canEnter, chooseServerUser, type ServerUser } from "./server-user.ts";

export interface EmbeddedServer {
  address: DatabaseAddress;
  /** The location of the cluster when it could not be in the data folder. */
  elsewhere: string | null;
  stop: () => Promise<void>;
}

export class FolderInUseError extends OperatorError {}

type Notice = (message: string) => void;

/** Starts the server of this data folder for the one service that may use it, and restarts it if it dies. */
export async function startEmbedded(
  dataFolder: string,
  notice: Notice = () => {},
  connectionsMin = 0,
): Promise<EmbeddedServer> {
  const lock = await lockFolder(prepareFolder(dataFolder));
  if ("heldBy" in lock) {
    throw new FolderInUseError(
      `Another Florin (process ${lock.heldBy}) is using ${dataFolder}. Stop it, or choose another folder with --data.`,
    );
  }
  try {
    const user = chooseServerUser();
    const places = choosePlaces(dataFolder, user);
    const binaries = reachableBinaries(user);
    await makeCluster(binaries, places, user);
    makeSocketFolder(places.socketFolder, user);
    await waitUntilStopped(places.cluster);
    const supervised = await supervise(
      () => startProcess(binaries, places, { user, connectionsMin }),
      places,
      notice,
    );
    return {
      address: addressOf(places),
      elsewhere: places.elsewhere,
      async stop() {
        await supervised.stop();
        rmSync(places.socketFolder, { recursive: true, force: true });
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The address of a server already running on this data folder, for commands next to the service; else null. */
export async function joinEmbedded(dataFolder: string): Promise<DatabaseAddress | null> {
  if (!existsSync(dataFolder)) return null;
  const places = choosePlaces(dataFolder, chooseServerUser());
  const server = findRunningServer(places.cluster);
  if (!existsSync(places.passwordFile) || !server) return null;
  // The environment of the service may have named another folder for temporary files than that of this command.
  const address = addressOf({ ...places, socketFolder: server.socketFolder || places.socketFolder });
  return (await accepts(address)) ? address : null;
}

/** Whether a service has created its database in this folder, or is creating it. */
export function hasEmbeddedData(dataFolder: string): boolean {
  if (!existsSync(dataFolder)) return false;
  return existsSync(choosePlaces(dataFolder, chooseServerUser()).cluster) || findHolder(dataFolder) !== null;
}

function prepareFolder(dataFolder: string): string {
  try {
    makeFolders(dataFolder);
    const probe = path.join(dataFolder, `.writable-${process.pid}`);
    mkdirSync(probe);
    rmSync(probe, { recursive: true });
    return dataFolder;
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code ?? String(cause);
    throw new OperatorError(
      `The data folder ${dataFolder} cannot be written (${reason}). Choose another with --data.`,
      {
        cause,
      },
    );
  }
}

/**
 * One level after the other: the recursive option never ends where a file system has a parent but accepts no folder.
 */
function makeFolders(folder: string): void {
  if (existsSync(folder)) return;
  makeFolders(path.dirname(folder));
  mkdirSync(folder);
}

function reachableBinaries(user: ServerUser | null): PostgresBinaries {
  const binaries = findBinaries();
  if (canEnter(binaries.folder, user)) return binaries;
  return copyBinaries(binaries, "/var/lib/florin/postgres-binaries-18.4");
}

function addressOf(places: Places): DatabaseAddress {
  const password = readFileSync(places.passwordFile, "utf8");
  return { socketFolder: places.socketFolder, user: SUPERUSER, password, database: "postgres" };
}

/** A server left behind by a killed service stops on its own, since its watchdog saw the service die. */
async function waitUntilStopped(cluster: string): Promise<void> {
  for (let waited = 0; waited < 20_000; waited += 100) {
    if (findRunningServer(cluster) === null) return;
    await sleep(100);
  }
  throw new OperatorError(
    `A PostgreSQL server (process ${findRunningServer(cluster)?.pid}) still runs on ${cluster}. Stop it first.`,
  );
}

/** Keeps the server running until `stop`: whatever ends it, a new one takes over the same data. */
async function supervise(
  start: () => ServerProcess,
  places: Places,
  notice: Notice,
): Promise<{ stop: () => Promise<void> }> {
  let stopping = false;
  let current = start();
  await waitUntilReady(current, places);

  async function watch(): Promise<void> {
    for (;;) {
      const code = await current.exited;
      if (stopping) return;
      notice(`the embedded database ended (exit ${code}); starting it again`);
      await waitUntilStopped(places.cluster).catch(() => {});
      if (stopping) return;
      current = start();
      await waitUntilReady(current, places).catch((error: unknown) => notice(String(error)));
      await sleep(200);
    }
  }
  const watching = watch();

  return {
    async stop() {
      stopping = true;
      await current.stop();
      await watching;
    },
  };
}

async function waitUntilReady(server: ServerProcess, places: Places): Promise<void> {
  const address = addressOf(places);
  let ended = false;
  void server.exited.then(() => {
    ended = true;
  });
  // Recovery after a crash may take a while; a live server gets the time.
  for (let waited = 0; waited < 120_000; waited += 20) {
    if (await accepts(address)) return;
    if (ended) throw startFailure(places);
    await sleep(20);
  }
  throw startFailure(places);
}

async function accepts(address: DatabaseAddress): Promise<boolean> {
  if ("url" in address) return false;
  const { socketFolder, user, password, database } = address;
  const client = new pg.Client({
    host: socketFolder,
    user,
    password,
    database,
    connectionTimeoutMillis: 2_000,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
