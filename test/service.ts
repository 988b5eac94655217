import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

export interface ReadyFacts {
  base_url: string;
  docs_url: string;
  console_url: string;
  mcp_url: string;
  demo_api_key: string | null;
  set_up_url: string | null;
  pid: number;
}

export interface Service {
  process: ChildProcess;
  ready: ReadyFacts;
  output: () => string;
  ended: Promise<number | null>;
}

const PROGRAM = path.resolve("bin/florin.mjs");
/** Only a service that hangs takes longer, also on a slow machine and under `strace`. */
const START_MILLISECONDS_MAX = 300_000;

/** Runs `florin serve` as a process of its own, the way a person does, and waits until it is ready. */
export async function startService(
  dataFolder: string,
  options: string[] = [],
  command: string[] = [],
  program: string[] = [process.execPath, PROGRAM],
): Promise<Service> {
  const readyFile = `${dataFolder}.ready`;
  rmSync(readyFile, { force: true });
  const line = [...command, ...program, "serve", "--data", dataFolder, "--port", "0"];
  const [first = "", ...rest] = [...line, "--ready-file", readyFile, ...options];
  const child = spawn(first, rest, { stdio: ["ignore", "pipe", "pipe"], env: cleanEnvironment() });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  for (const endsAt = performance.now() + START_MILLISECONDS_MAX; performance.now() < endsAt; ) {
    if (existsSync(readyFile) && readFileSync(readyFile, "utf8").endsWith("\n")) {
      return {
        process: child,
        ready: JSON.parse(readFileSync(readyFile, "utf8")),
        output: () => output,
        ended,
      };
    }
    if (child.exitCode !== null) throw new Error(`florin serve ended with ${child.exitCode}: ${output}`);
    await sleep(50);
  }
  child.kill("SIGKILL");
  throw new Error(`florin serve did not become ready: ${output}`);
}

/** Runs one command to its end. */
export async function florin(
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number; out: string; err: string }> {
  try {
    const options = { env: { ...cleanEnvironment(), ...env } };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [PROGRAM, ...args], options);
    return { code: 0, out: stdout, err: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, out: stdout, err: stderr };
  }
}

function cleanEnvironment(): Record<string, string> {
  const { PATH = "", HOME = "", TMPDIR } = process.env;
  return { PATH, HOME, ...(TMPDIR ? { TMPDIR } : {}) };
}
