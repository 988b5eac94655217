import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, statSync, truncateSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { OperatorError } from "../../../kernel/operator-error.ts";
import type { PostgresBinaries } from "./binaries.ts";
import { CONNECTIONS_USUAL, lastSentence } from "./cluster.ts";
import type { Places } from "./places.ts";
import type { ServerUser } from "./server-user.ts";

const WATCHDOG = readFileSync(new URL("./watchdog.sh", import.meta.url), "utf8");
const LOG_BYTES_MAX = 20_000_000;
/** Longer than any checkpoint should take. */
const GRACE_SECONDS = 60;

export interface ServerProcess {
  exited: Promise<number | null>;
  stop: () => Promise<void>;
}

/** Starts the server under its watchdog. It is ready when it accepts connections, which the caller checks. */
export function startProcess(
  binaries: PostgresBinaries,
  places: Places,
  { user, connectionsMin }: { user: ServerUser | null; connectionsMin: number },
): ServerProcess {
  if ((statSync(places.logFile, { throwIfNoEntry: false })?.size ?? 0) > LOG_BYTES_MAX)
    truncateSync(places.logFile);
  const log = openSync(places.logFile, "a");
  const server = [binaries.postgres, "-D", places.cluster, "-k", places.socketFolder];
  if (connectionsMin > CONNECTIONS_USUAL) server.push("-c", `max_connections=${connectionsMin}`);
  const [program, ...rest] =
    process.platform === "win32" ? server : ["/bin/sh", "-c", WATCHDOG, "florin-db", ...server];
  const child = spawn(program as string, rest, {
    ...user,
    cwd: places.cluster,
    // Its own process group: Ctrl-C must reach only the service, which then lets running requests finish first.
    detached: true,
    stdio: ["pipe", log, log],
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C", GRACE_SECONDS: String(GRACE_SECONDS) },
  });
  closeSync(log);
  child.stdin?.on("error", () => {});
  const exited = new Promise<number | null>((resolve) => {
    child.once("exit", (code) => resolve(code));
    child.once("error", () => resolve(null));
  });
  return { exited, stop: () => stopProcess(child, exited) };
}

async function stopProcess(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  if (process.platform === "win32") child.kill();
  else child.stdin?.destroy();
  await Promise.race([exited, sleep(15_000, null, { ref: false })]);
}

/** The server running on this cluster, started by any process. */
export function findRunningServer(cluster: string): { pid: number; socketFolder: string } | null {
  try {
    const [pid, , , , socketFolder = ""] = readFileSync(path.join(cluster, "postmaster.pid"), "utf8").split(
      "\n",
    );
    // After a machine crash the pid may belong to another program.
    return isAlive(Number(pid)) && isPostgres(Number(pid)) ? { pid: Number(pid), socketFolder } : null;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("postgres");
  } catch {
    return process.platform !== "linux";
  }
}

/** Why the server did not start, according to its log. */
export function startFailure(places: Places): OperatorError {
  const log = readFileSync(places.logFile, "utf8").slice(-4_000);
  return new OperatorError(
    `The embedded database did not start: ${lastSentence(log)} (log: ${places.logFile})`,
  );
}
