import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Reply, Request } from "./model-child.ts";

const WAITING_MAX = 10_000;
/** A text may have lost its process to the text of another model; it then gets one for itself. */
const ATTEMPTS_MAX = 2;

interface Task extends Request {
  resolve: (output: unknown) => void;
  reject: (error: unknown) => void;
  signal: AbortSignal | undefined;
  attempts: number;
  timer: NodeJS.Timeout | undefined;
}

export interface ModelProcessOptions {
  threads: number;
  /** How much lower its Unix priority is than the one of the service. */
  nice: number;
  /** After this idle time it ends; the next text starts it again. */
  idleSecondsMax: number;
  /** How long one text may take by the clock, and the model to load. One that takes longer is taken to hang. */
  secondsMax: number;
  /** Called when a process was replaced. */
  notice?: ((text: string) => void) | undefined;
  /** Another program to run, for tests. */
  program?: URL;
}

/** The process ended twice with the same text, or hung. */
export class ModelDown extends Error {
  override name = "ModelDown";
}

/**
 * Models in one process that starts with the first text, each processing one text after the other. A thread would leave
 * behind most of the memory that the models' runtime took; what a process took is free when it ends.
 */
export class ModelProcess {
  readonly #options: ModelProcessOptions;
  /** By model. */
  readonly #waiting = new Map<string, Task[]>();
  readonly #running = new Map<string, Task>();
  #child: ChildProcess | null = null;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;
  #nextId = 0;

  constructor(options: ModelProcessOptions) {
    this.#options = options;
  }

  /** What the model computes from the input; the caller knows its type. */
  compute(model: string, input: unknown, signal?: AbortSignal): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const waiting = this.#waiting.get(model) ?? [];
    this.#waiting.set(model, waiting);
    if (this.#isClosed) reject(new Error("the model is closed"));
    else if (waiting.length >= WAITING_MAX) reject(new Error("too many texts are waiting for the model"));
    else {
      const id = this.#nextId++;
      waiting.push({ id, model, input, resolve, reject, signal, attempts: 0, timer: undefined });
      this.#runNext();
    }
    return promise;
  }

  /** Ends the process; what it was still asked for fails. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    const child = this.#child;
    if (!child) return;
    keepAlive(child, true);
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }

  /** Starts what can start: one text for each model, and alone what a process has already ended with. */
  #runNext(): void {
    for (const model of this.#waiting.keys()) {
      const isAlone = [...this.#running.values()].some(({ attempts }) => attempts > 1);
      if (isAlone || this.#running.has(model)) continue;
      const task = this.#takeFirst(model);
      if (!task) continue;
      if (task.attempts > 0 && this.#running.size > 0) this.#waiting.get(model)?.unshift(task);
      else this.#run(task);
    }
  }

  #run(task: Task): void {
    clearTimeout(this.#idle);
    this.#child ??= this.#start();
    const child = this.#child;
    const { id, model, input } = task;
    task.attempts += 1;
    task.timer = setTimeout(() => this.#killHanging(child, task), this.#options.secondsMax * 1_000);
    this.#running.set(model, task);
    keepAlive(child, true);
    const request: Request = { id, model, input };
    // A message that cannot be sent is noticed by the exit of the process.
    child.send(request, () => {});
  }

  /** The first of the waiting that was not cancelled. */
  #takeFirst(model: string): Task | undefined {
    const waiting = this.#waiting.get(model) ?? [];
    for (let task = waiting.shift(); task; task = waiting.shift()) {
      if (!task.signal?.aborted) return task;
      task.reject(task.signal.reason);
    }
    return undefined;
  }

  #start(): ChildProcess {
    const { threads, nice, program = new URL("./model-child.ts", import.meta.url) } = this.#options;
    const child = fork(fileURLToPath(program), [String(threads), String(nice)], {
      execArgv: ["--max-semi-space-size=1"],
      serialization: "advanced",
      env: ENVIRONMENT,
    });
    child.on("message", (reply: Reply) => this.#settle(child, reply));
    child.on("error", (error) => this.#replace(child, error.message));
    child.on("exit", (code, signal) => this.#replace(child, `it ended (${signal ?? code})`));
    return child;
  }

  #settle(child: ChildProcess, reply: Reply): void {
    const task = [...this.#running.values()].find(({ id }) => id === reply.id);
    if (!task) return;
    this.#stop(task);
    if ("error" in reply) task.reject(new Error(reply.error));
    else task.resolve(reply.output);
    this.#runNext();
    if (this.#running.size === 0) this.#rest(child);
  }

  #killHanging(child: ChildProcess, { model }: Task): void {
    this.#options.notice?.(
      `${model} gave no answer in ${this.#options.secondsMax} seconds: its process is replaced`,
    );
    child.kill("SIGKILL");
  }

  /** After the end of a process: what it was computing goes to a new one. */
  #replace(child: ChildProcess, reason: string): void {
    if (this.#child !== child) return;
    this.#child = null;
    for (const task of [...this.#running.values()]) {
      this.#stop(task);
      if (task.attempts < ATTEMPTS_MAX && !this.#isClosed) this.#waiting.get(task.model)?.unshift(task);
      else task.reject(new ModelDown(`the process of ${task.model} failed: ${reason}`));
    }
    if (this.#isClosed)
      for (const task of [...this.#waiting.values()].flatMap((waiting) => waiting.splice(0)))
        task.reject(new Error("the model is closed"));
    this.#runNext();
  }

  #stop(task: Task): void {
    clearTimeout(task.timer);
    this.#running.delete(task.model);
  }

  #rest(child: ChildProcess): void {
    // An idle process must not keep a command from ending.
    keepAlive(child, false);
    this.#idle = setTimeout(() => {
      this.#child = null;
      child.kill("SIGKILL");
    }, this.#options.idleSecondsMax * 1_000).unref();
  }
}

const ENVIRONMENT = {
  // The runtime would otherwise keep an identifier of this machine and send usage data to its maker.
  ORT_DISABLE_TELEMETRY: "1",
  // Loading frees as much as it keeps, in pieces that lie between those kept. The system's allocator would hold on to
  // them: 37 MB for each model.
  MALLOC_MMAP_THRESHOLD_: "65536",
  MALLOC_ARENA_MAX: "1",
};

function keepAlive(child: ChildProcess, isNeeded: boolean): void {
  if (isNeeded) child.ref();
  else child.unref();
  if (isNeeded) child.channel?.ref();
  else child.channel?.unref();
}
