import { execFileSync, spawn } from "node:child_process";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureInstalled } from "./debian.ts";

export const BIN = "/usr/lib/postgresql/15/bin";
const PGVECTOR = "/usr/share/postgresql/15/extension/vector.control";
/** PostgreSQL refuses to run as root. */
const NO_USER = { uid: 65_534, gid: 65_534 };

export interface DebianPostgres {
  url: string;
  pid: () => number;
  /** Stops it at once, as a crash would, and starts it on the same data. */
  restart: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Whether Debian's PostgreSQL with pgvector is here, after trying to bring it here. */
export function installDebianPostgres(): boolean {
  return (
    ensureInstalled(`${BIN}/postgres`, ["postgresql-15"]) &&
    ensureInstalled(PGVECTOR, ["pgvector for PostgreSQL 15"], "test/install-pgvector.sh")
  );
}

/** Debian's PostgreSQL 15 with pgvector, as an operator would run it: over TCP with a password-less local role. */
export async function startDebianPostgres(): Promise<DebianPostgres | null> {
  if (!installDebianPostgres()) return null;
  const folder = mkdtempSync(path.join(os.tmpdir(), "florin-pg15-"));
  const user = chownToServer(folder);
  const data = path.join(folder, "data");
  execFileSync(
    `${BIN}/initdb`,
    ["-D", data, "-U", "florin", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"],
    {
      ...user,
      cwd: folder,
      stdio: "ignore",
    },
  );
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const options = [
    "-D",
    data,
    "-k",
    folder,
    "-p",
    String(port),
    "-c",
    "listen_addresses=127.0.0.1",
    "-c",
    "max_connections=200",
  ];
  const start = () => spawn(`${BIN}/postgres`, options, { ...user, cwd: folder, stdio: "ignore" });
  let server = start();
  const end = async (signal: NodeJS.Signals) => {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill(signal);
    await ended;
  };
  await untilReady(port, user);
  return {
    url: `postgres://florin@127.0.0.1:${port}/postgres`,
    pid: () => server.pid ?? 0,
    async restart() {
      await end("SIGQUIT");
      server = start();
      await untilReady(port, user);
    },
    async stop() {
      await end("SIGINT");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Makes a folder the server's own; returns as whom the server is to be started. */
export function chownToServer(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  chownSync(folder, NO_USER.uid, NO_USER.gid);
  return NO_USER;
}

export async function untilReady(port: number, user: object): Promise<void> {
  for (let attempt = 0; attempt < 2_000; attempt++) {
    try {
      execFileSync(`${BIN}/pg_isready`, ["-h", "127.0.0.1", "-p", String(port)], {
        ...user,
        stdio: "ignore",
      });
      return;
    } catch {
      await sleep(50);
    }
  }
  throw new Error("Debian's PostgreSQL did not start");
}
