import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import os from "node:os";
import { ensureInstalled } from "./debian.ts";
import { findFreePort } from "./free-port.ts";

const VALKEY = "/usr/bin/valkey-server";
const REDIS = "/usr/bin/redis-server";

export interface RedisServer {
  url: string;
  process: ChildProcess;
  stop: () => Promise<void>;
  /** On the same port, with nothing remembered. */
  startAgain: () => Promise<void>;
}

/** A Valkey, or Debian's Redis of the same language, on a port of its own; null where neither can be had. */
export async function startRedisServer(): Promise<RedisServer | null> {
  const program = existsSync(VALKEY) ? VALKEY : REDIS;
  if (!ensureInstalled(program, ["redis-server"])) return null;
  const port = await findFreePort();
  const server: RedisServer = {
    url: `redis://127.0.0.1:${port}`,
    process: await launch(program, port),
    async stop() {
      if (server.process.exitCode !== null || server.process.signalCode !== null) return;
      const ended = new Promise((resolve) => server.process.once("exit", resolve));
      server.process.kill("SIGKILL");
      await ended;
    },
    async startAgain() {
      server.process = await launch(program, port);
    },
  };
  return server;
}

/** Waits for the line in which the server says that it listens, so that no other program is taken for it. */
async function launch(program: string, port: number): Promise<ChildProcess> {
  const options = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", os.tmpdir()];
  const child = spawn(program, options, { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  await new Promise<void>((resolve, reject) => {
    const nextMessage = (chunk: Buffer) => {
      said += chunk;
      if (/ready to accept connections/i.test(said)) resolve();
    };
    child.stdout.on("data", nextMessage);
    child.stderr.on("data", nextMessage);
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`${program} ended: ${said}`)));
  });
  return child;
}
