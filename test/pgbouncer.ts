import { spawn } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseAddress } from "../src/platform/db/index.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { ensureInstalled } from "./debian.ts";
import { findFreePort } from "./free-port.ts";

const PROGRAM = process.env.FLORIN_TEST_PGBOUNCER ?? "/usr/sbin/pgbouncer";
/** It does not run as root. */
const NO_USER = { uid: 65_534, gid: 65_534 };
const SERVER_CONNECTIONS = 5;

export const installPgBouncer = (): boolean => ensureInstalled(PROGRAM, ["pgbouncer"]);

/** PgBouncer in transaction mode before a database, as an operator would run it. Returns the URL for the service. */
export async function startPgBouncer(address: DatabaseAddress): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "florin-pgbouncer-"));
  const port = await findFreePort();
  const { host, serverPort, user, password, database } = partsOf(address);
  writeFileSync(
    path.join(folder, "pgbouncer.ini"),
    `[databases]
${database} = host=${host} port=${serverPort} dbname=${database} user=${user} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${SERVER_CONNECTIONS}
max_client_conn = 200
logfile = ${path.join(folder, "log")}
`,
  );
  const isRoot = process.getuid?.() === 0;
  chmodSync(folder, 0o755);
  if (isRoot) chownSync(folder, NO_USER.uid, NO_USER.gid);
  const child = spawn(PROGRAM, ["-q", path.join(folder, "pgbouncer.ini")], {
    ...(isRoot ? NO_USER : {}),
    cwd: folder,
    stdio: "inherit",
  });
  onTestFileEnd(async () => {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error("PgBouncer did not start");
    await sleep(50);
  }
  return `postgres://${user}@127.0.0.1:${port}/${database}`;
}

function partsOf(address: DatabaseAddress) {
  if (!("url" in address)) {
    const { socketFolder, user, password, database } = address;
    return { host: socketFolder, serverPort: "5432", user, password, database };
  }
  const { hostname, port, username, password, pathname } = new URL(address.url);
  return {
    host: hostname,
    serverPort: port || "5432",
    user: username,
    password,
    database: pathname.slice(1),
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
