import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { ModelOptions, Reply, Request } from "./model-child.ts";

const WAITING_MAX = 10_000;

interface Pending<Output> {
  resolve: (output: Output) => void;
  reject: (error: Error) => void;
}

export interface ModelProcessOptions extends ModelOptions {
  /** The file in this folder that the process runs. */
  file: string;
  /** After this idle time it ends; the next text starts it again. */
  idleSecondsMax: number;
}

/**
 * One copy of the model, in a process that starts with the first text and processes one text after the other. A thread
 * would leave behind most of the memory that the model's runtime took; what a process took is free when it ends.
 */
export class ModelProcess<Input, Output> {
  readonly #options: ModelProcessOptions;
  readonly #waiting = new Map<number, Pending<Output>>();
  #child: Promise<ChildProcess> | null = null;
  #idle: NodeJS.Timeout | undefined;
  #nextId = 0;

  constructor(options: ModelProcessOptions) {
    this.#options = options;
  }

  async compute(input: Input): Promise<Output> {
    if (this.#waiting.size >= WAITING_MAX) throw new Error("too many texts are waiting for the model");
    clearTimeout(this.#idle);
    this.#child ??= this.#start();
    const child = await this.#child;
    const id = this.#nextId++;
    const { promise, resolve, reject } = Promise.withResolvers<Output>();
    this.#waiting.set(id, { resolve, reject });
    keepAlive(child, true);
    send(child, { id, input });
    return promise;
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const child = await this.#child?.catch(() => null);
    if (!child) return;
    this.#child = null;
    keepAlive(child, true);
    const ended = once(child, "exit");
    send(child, "close");
    await ended;
  }

  #start(): Promise<ChildProcess> {
    const { file, model, threads, nice } = this.#options;
    const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
      execArgv: [],
      serialization: "advanced",
      // The runtime would otherwise keep an identifier of this machine and send usage data to its maker.
      env: { ORT_DISABLE_TELEMETRY: "1" },
    });
    const { promise: failed, reject } = Promise.withResolvers<never>();
    failed.catch(() => {});
    const abandon = (error: Error) => {
      reject(error);
      // One that was asked to close has already been replaced.
      if (this.#child !== started) return;
      this.#child = null;
      for (const waiting of this.#waiting.values()) waiting.reject(error);
      this.#waiting.clear();
    };
    child.on("error", abandon);
    child.on("exit", (code, signal) =>
      abandon(new Error(`the process of ${model} ended (${signal ?? code})`)),
    );
    send(child, { model, threads, nice });
    const started = this.#waitUntilReady(child, failed);
    return started;
  }

  async #waitUntilReady(child: ChildProcess, failed: Promise<never>): Promise<ChildProcess> {
    await Promise.race([once(child, "message"), failed]);
    child.on("message", (reply: Reply<Output>) => this.#take(child, reply));
    return child;
  }

  #take(child: ChildProcess, reply: Reply<Output>): void {
    const caller = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (this.#waiting.size === 0) this.#rest(child);
    if ("error" in reply) caller?.reject(new Error(reply.error));
    else caller?.resolve(reply.output);
  }

  #rest(child: ChildProcess): void {
    // An idle process must not keep a command from ending.
    keepAlive(child, false);
    this.#idle = setTimeout(() => {
      if (this.#waiting.size > 0) return;
      this.#child = null;
      send(child, "close");
    }, this.#options.idleSecondsMax * 1_000).unref();
  }
}

/** A message that cannot be sent is noticed by the exit of the process. */
function send(child: ChildProcess, message: ModelOptions | Request<unknown> | "close"): void {
  child.send(message, () => {});
}

function keepAlive(child: ChildProcess, isNeeded: boolean): void {
  if (isNeeded) child.ref();
  else child.unref();
  if (isNeeded) child.channel?.ref();
  else child.channel?.unref();
}
