import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureInstalled } from "../../test/debian.ts";
import { SmallDisk } from "./small-disk.ts";

const FAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";
const DISK_MEGABYTES = 64;
/** On a machine that does much else. */
const START_MILLISECONDS_MAX = 600_000;

export interface Node {
  name: string;
  process: ChildProcess;
  url: string;
}

type Role = "api" | "worker";

/** The nodes as processes. One of each role has a clock that can be set, one API node a disk that can be filled. */
export class Fleet {
  readonly apis: Node[] = [];
  readonly workers: Node[] = [];
  readonly restarting = new Set<string>();
  readonly restarts: Promise<void>[] = [];
  readonly nodeMilliseconds: number[] = [];
  readonly clockFile: string;
  /** Where one node keeps the files it is receiving; null where a small disk cannot be mounted. */
  readonly disk: SmallDisk | null;
  readonly #root: string;
  readonly #env: Record<string, string>;
  #ended = false;

  constructor(root: string, env: Record<string, string>) {
    this.#root = root;
    this.#env = env;
    this.clockFile = path.join(root, "clock");
    this.setClock("+0s");
    this.disk = SmallDisk.make(path.join(root, "node-disk"), DISK_MEGABYTES);
    // However this ends, nothing is left running or mounted.
    process.once("exit", () => this.end());
  }

  async start(apis: number, workers: number): Promise<void> {
    const names = (role: Role, count: number) => Array.from({ length: count }, (_, index) => role + index);
    this.apis.push(...(await Promise.all(names("api", apis).map((name) => this.#launch(name)))));
    this.workers.push(...(await Promise.all(names("worker", workers).map((name) => this.#launch(name)))));
  }

  /** Kills one that is not being started just now, and starts it again as a supervisor would. */
  kill(role: Role): void {
    const victim = this.findRunning(role);
    victim?.process.kill("SIGKILL");
    if (victim) this.startAgain(role, victim);
  }

  findRunning(role: Role): Node | undefined {
    return (role === "api" ? this.apis : this.workers).find(({ name }) => !this.restarting.has(name));
  }

  startAgain(role: Role, victim: Node): void {
    const list = role === "api" ? this.apis : this.workers;
    const startedAt = performance.now();
    this.restarting.add(victim.name);
    this.restarts.push(
      this.#launch(victim.name).then((node) => {
        // To the end of the list, so that the next one to be killed is another.
        list.splice(list.indexOf(victim), 1);
        list.push(node);
        this.restarting.delete(node.name);
        this.nodeMilliseconds.push(Math.round(performance.now() - startedAt));
      }),
    );
  }

  /** For the nodes that look at this clock, from now on: `+3600s` is an hour ahead. */
  setClock(offset: string): void {
    writeFileSync(this.clockFile, offset);
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    for (const { process: child } of [...this.apis, ...this.workers]) child.kill("SIGKILL");
    this.disk?.remove();
  }

  async #launch(name: string): Promise<Node> {
    const ready = path.join(this.#root, `${name}.ready`);
    rmSync(ready, { force: true });
    const command = name.startsWith("api") ? ["serve", "--no-work", "--port", "0"] : ["work"];
    const line = ["bin/florin.mjs", ...command, "--ready-file", ready];
    const env = { ...this.#env, ...this.#surroundings(name) };
    const child = spawn(process.execPath, line, { env, stdio: "ignore" });
    for (let waited = 0; waited < START_MILLISECONDS_MAX && !this.#ended; waited += 50) {
      if (existsSync(ready) && readFileSync(ready, "utf8").endsWith("\n")) {
        return { name, process: child, url: String(JSON.parse(readFileSync(ready, "utf8")).base_url) };
      }
      // The database may be away just now; a supervisor would start it again too.
      if (child.exitCode !== null) return this.#launch(name);
      await sleep(50);
    }
    child.kill("SIGKILL");
    throw new Error(`${name} did not start`);
  }

  #surroundings(name: string): Record<string, string> {
    const clocked = name === "api1" || name === "worker1";
    return {
      ...(clocked && hasFaketime() ? this.#clockVariables() : {}),
      ...(name === "api2" && this.disk ? { TMPDIR: this.disk.folder } : {}),
    };
  }

  #clockVariables(): Record<string, string> {
    return {
      LD_PRELOAD: FAKETIME,
      FAKETIME_TIMESTAMP_FILE: this.clockFile,
      FAKETIME_CACHE_DURATION: "1",
      // Time that only measures spans does not jump on real machines either.
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    };
  }
}

export function hasFaketime(): boolean {
  return ensureInstalled(FAKETIME, ["libfaketime"]);
}
