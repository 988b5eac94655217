import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export interface LaunchedService {
  process: ChildProcess;
  url: string;
  pid: number;
  /** Of the demo; empty without it. */
  key: string;
  stop: () => Promise<void>;
}

const PROGRAM = path.resolve(import.meta.dirname, "../../bin/florin.mjs");

/** Runs `florin serve` as a process of its own, which ends with this one, and waits until it is ready. */
export async function launchService(
  readyFile: string,
  options: readonly string[],
  settings: NodeJS.ProcessEnv = {},
): Promise<LaunchedService> {
  rmSync(readyFile, { force: true });
  const { PATH, HOME } = process.env;
  const line = [PROGRAM, "serve", "--port", "0", "--ready-file", readyFile, ...options];
  const child = spawn(process.execPath, line, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { PATH, HOME, ...settings },
  });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
  while (!existsSync(readyFile) || !readFileSync(readyFile, "utf8").endsWith("\n")) {
    if (child.exitCode !== null) throw new Error("the service did not start");
    await sleep(10);
  }
  const ready = JSON.parse(readFileSync(readyFile, "utf8"));
  const { base_url, pid, demo_api_key } = ready as { base_url: string; pid: number; demo_api_key?: string };
  return { process: child, url: base_url, pid, key: demo_api_key ?? "", stop: () => end(child) };
}

export async function end(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}

/** The process of the embedded database in a data folder. */
export function databasePid(dataFolder: string): number {
  const [pid] = readFileSync(path.join(dataFolder, "postgres", "postmaster.pid"), "utf8").split("\n");
  return Number(pid);
}
