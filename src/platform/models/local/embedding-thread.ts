import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { EmbedReply, ThreadOptions } from "./worker.ts";

const WAITING_MAX = 10_000;

interface PendingText {
  resolve: (vector: Float32Array) => void;
  reject: (error: Error) => void;
}

export interface EmbeddingThreadOptions extends ThreadOptions {
  /** After this idle time it ends and frees its memory; the next text starts it again. */
  idleSecondsMax: number | null;
}

/** One copy of the model, in a thread that starts with the first text and processes one text after the other. */
export class EmbeddingThread {
  readonly #options: EmbeddingThreadOptions;
  readonly #waiting = new Map<number, PendingText>();
  #worker: Promise<Worker> | null = null;
  #idle: NodeJS.Timeout | undefined;
  #nextId = 0;

  constructor(options: EmbeddingThreadOptions) {
    this.#options = options;
  }

  async embed(text: string): Promise<Float32Array> {
    if (this.#waiting.size >= WAITING_MAX) throw new Error("too many texts are waiting to be embedded");
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    const thread = await this.#worker;
    const id = this.#nextId++;
    const { promise, resolve, reject } = Promise.withResolvers<Float32Array>();
    this.#waiting.set(id, { resolve, reject });
    thread.ref();
    thread.postMessage({ id, text });
    return promise;
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = await this.#worker;
    if (!thread) return;
    this.#worker = null;
    thread.ref();
    const ended = once(thread, "exit");
    thread.postMessage("close");
    await ended;
  }

  async #start(): Promise<Worker> {
    const { model, threads, nice } = this.#options;
    // The runtime would otherwise keep an identifier of this machine and send usage data to its maker.
    // biome-ignore lint/style/noProcessEnv: a switch for the library, which has no other; nothing is read
    process.env["ORT_DISABLE_TELEMETRY"] = "1";
    const started = new Worker(new URL("./worker.ts", import.meta.url), {
      workerData: { model, threads, nice },
    });
    const abandon = (error: Error) => {
      this.#worker = null;
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    };
    started.on("error", abandon);
    // A thread that was asked to close has already been replaced.
    started.on("exit", (code) => code !== 0 && abandon(new Error("the embedding thread ended")));
    await once(started, "message");
    started.on("message", (reply: EmbedReply) => this.#take(started, reply));
    return started;
  }

  #take(thread: Worker, reply: EmbedReply): void {
    const caller = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (this.#waiting.size === 0) this.#rest(thread);
    if ("error" in reply) caller?.reject(new Error(reply.error));
    else caller?.resolve(reply.vector);
  }

  #rest(thread: Worker): void {
    // An idle thread must not keep a command from ending.
    thread.unref();
    const { idleSecondsMax } = this.#options;
    if (idleSecondsMax === null) return;
    this.#idle = setTimeout(() => {
      if (this.#waiting.size > 0) return;
      this.#worker = null;
      thread.postMessage("close");
    }, idleSecondsMax * 1_000).unref();
  }
}
