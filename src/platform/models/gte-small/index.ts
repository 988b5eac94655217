import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Embedder } from "../embedder.ts";
import { REVISION } from "./revision.ts";
import type { EmbedReply } from "./worker.ts";

const DIMENSION = 384;
const WAITING_MAX = 10_000;

interface Waiting {
  resolve: (vector: Float32Array) => void;
  reject: (error: Error) => void;
}

/** gte-small (MIT, English, 384 dimensions) with 8-bit weights, in a thread that starts with the first text. */
export function openGteSmall(options: { threads: number }): Embedder {
  const waiting = new Map<number, Waiting>();
  let worker: Promise<Worker> | null = null;
  let nextId = 0;

  async function start(): Promise<Worker> {
    const started = new Worker(new URL("./worker.ts", import.meta.url), { workerData: options });
    const giveUp = (error: Error) => {
      worker = null;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    started.on("error", giveUp);
    started.on("exit", () => giveUp(new Error("the embedding thread ended")));
    await once(started, "message");
    started.on("message", (reply: EmbedReply) => {
      const caller = waiting.get(reply.id);
      waiting.delete(reply.id);
      // An idle thread must not keep a command from ending.
      if (waiting.size === 0) started.unref();
      if ("error" in reply) caller?.reject(new Error(reply.error));
      else caller?.resolve(reply.vector);
    });
    return started;
  }

  async function embedOne(text: string): Promise<Float32Array> {
    if (waiting.size >= WAITING_MAX) throw new Error("too many texts are waiting to be embedded");
    worker ??= start();
    const thread = await worker;
    const id = nextId++;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      thread.ref();
      thread.postMessage({ id, text });
    });
  }

  return {
    model: "gte-small",
    revision: REVISION,
    dimension: DIMENSION,
    normalised: true,
    async embed(texts, signal) {
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        signal?.throwIfAborted();
        vectors.push(await embedOne(text));
      }
      return vectors;
    },
    async close() {
      const thread = await worker;
      if (!thread) return;
      thread.ref();
      const ended = once(thread, "exit");
      thread.postMessage("close");
      await ended;
    },
  };
}
