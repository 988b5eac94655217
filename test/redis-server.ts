import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureInstalled } from "./debian.ts";

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
  const port = 20_000 + Math.floor(Math.random() * 20_000);
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

async function launch(program: string, port: number): Promise<ChildProcess> {
  const options = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", os.tmpdir()];
  const child = spawn(program, options, { stdio: "ignore" });
  for (let attempt = 0; attempt < 200; attempt++) {
    if (await accepts(port)) return child;
    await sleep(25);
  }
  throw new Error(`${program} did not start`);
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
