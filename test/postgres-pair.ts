import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import net, { type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { BIN, chownToServer, installDebianPostgres, untilReady } from "./debian-postgres.ts";

const run = promisify(execFile);

interface Server {
  port: number;
  data: string;
  process: ChildProcess;
}

export interface PostgresPair {
  primaryUrl: string;
  standbyUrl: string;
  /** One statement on one of the two, as the superuser. */
  query: (url: string, statement: string) => Promise<string>;
  /** Every process of both servers. */
  processes: () => number[];
  /** Crashes the primary, with recovery from its log. */
  restart: () => Promise<void>;
  /** Kills the primary with -9 and makes the standby the primary; there is no standby then. */
  failOver: () => Promise<void>;
  /** A new standby, copied from the running primary; returns when every commit waits for it again. */
  addStandby: () => Promise<void>;
  /** Kills the standby; commits do not wait for one any more. */
  dropStandby: () => Promise<void>;
  /** Starts whichever of the two has ended by itself. */
  revive: () => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * A primary and a streaming standby of Debian's PostgreSQL. Commits wait until the standby has them on disk
 * (synchronous replication), so that what was acknowledged is there after the primary is gone.
 */
export async function startPostgresPair(place = os.tmpdir()): Promise<PostgresPair | null> {
  if (!installDebianPostgres()) return null;
  const folder = mkdtempSync(path.join(place, "florin-pair-"));
  const user = chownToServer(folder);
  const within = { ...user, cwd: folder };
  let made = 0;

  async function launch(data: string, port: number): Promise<Server> {
    const settings = [
      "listen_addresses=127.0.0.1",
      "max_connections=200",
      "wal_keep_size=96MB",
      "max_wal_size=128MB",
      "min_wal_size=32MB",
      // A standby that waits five seconds before it asks again makes every commit wait for it that long.
      "wal_retrieve_retry_interval=500ms",
    ];
    const options = ["-D", data, "-k", folder, "-p", String(port), ...settings.flatMap((one) => ["-c", one])];
    // A group of its own, so that a kill takes its children too, as the end of a machine does.
    const child = spawn(`${BIN}/postgres`, options, { ...within, detached: true, stdio: "ignore" });
    await untilReady(port, user);
    return { port, data, process: child };
  }

  const urlOf = ({ port }: Server) => `postgres://florin@127.0.0.1:${port}/postgres`;
  const query = async (url: string, statement: string) =>
    (await run(`${BIN}/psql`, ["-X", "-A", "-t", "-d", url, "-c", statement], within)).stdout.trim();

  async function kill({ process: child }: Server, signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    process.kill(signal === "SIGKILL" ? -(child.pid ?? 0) : (child.pid ?? 0), signal);
    await ended;
  }

  const data = path.join(folder, `data${made++}`);
  await run(
    `${BIN}/initdb`,
    ["-D", data, "-U", "florin", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"],
    within,
  );
  let primary = await launch(data, await findFreePort());
  let standby: Server | null = null;

  async function addStandby(): Promise<void> {
    const copy = path.join(folder, `data${made++}`);
    const port = await findFreePort();
    mkdirSync(copy, { mode: 0o700 });
    chownToServer(copy);
    const from = `postgres://florin@127.0.0.1:${primary.port}/postgres?application_name=standby${made}`;
    await run(`${BIN}/pg_basebackup`, ["-D", copy, "-d", from, "-R", "-X", "stream", "-c", "fast"], within);
    standby = await launch(copy, port);
    await query(urlOf(primary), "alter system set synchronous_standby_names = '*'");
    await query(urlOf(primary), "select pg_reload_conf()");
    await untilSynchronous();
  }

  async function waitForIdle(): Promise<void> {
    await query(urlOf(primary), "alter system reset synchronous_standby_names");
    await query(urlOf(primary), "select pg_reload_conf()");
  }

  /** Every commit is on both disks: only now may the primary be lost. */
  async function untilSynchronous(): Promise<void> {
    for (let attempt = 0; attempt < 2_000; attempt++) {
      const state = await query(
        urlOf(primary),
        "select flush_lsn >= pg_current_wal_flush_lsn() from pg_stat_replication where sync_state = 'sync'",
      ).catch(() => "");
      if (state === "t") return;
      await sleep(50);
    }
    throw new Error("the standby does not follow");
  }

  await addStandby();
  // However the process ends, the servers end with it.
  process.once("exit", () => {
    for (const server of [primary, standby]) server?.process.kill("SIGKILL");
  });
  return {
    get primaryUrl() {
      return urlOf(primary);
    },
    get standbyUrl() {
      return urlOf(standby ?? primary);
    },
    query,
    processes: () => [primary, standby].flatMap((server) => withChildren(server?.process.pid)),
    async restart() {
      await kill(primary, "SIGQUIT");
      primary = await launch(primary.data, primary.port);
    },
    async failOver() {
      if (!standby) throw new Error("there is no standby");
      await untilSynchronous();
      await kill(primary, "SIGKILL");
      rmSync(primary.data, { recursive: true, force: true });
      await run(`${BIN}/pg_ctl`, ["promote", "-D", standby.data, "-w"], within);
      // Its settings are copied from the old primary: without a standby every commit would wait for ever.
      primary = standby;
      standby = null;
      await waitForIdle();
    },
    addStandby,
    async dropStandby() {
      await waitForIdle();
      if (standby) await kill(standby, "SIGKILL");
      standby = null;
    },
    async revive() {
      const hasEnded = ({ process: { exitCode, signalCode } }: Server) =>
        exitCode !== null || signalCode !== null;
      if (hasEnded(primary)) primary = await launch(primary.data, primary.port);
      if (standby && hasEnded(standby)) standby = await launch(standby.data, standby.port);
      await untilSynchronous();
    },
    async stop() {
      if (standby) await kill(standby, "SIGKILL");
      await kill(primary, "SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function findFreePort(): Promise<number> {
  const probe = net.createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

function withChildren(pid: number | undefined): number[] {
  if (pid === undefined) return [];
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
    return [pid, ...(children === "" ? [] : children.split(" ").map(Number))];
  } catch {
    return [];
  }
}
