/** Runs in a separate process: the model must never block the service, and gives its memory back when it ends. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import os from "node:os";
import { Tokenizer } from "@huggingface/tokenizers";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { requireModel, requireWeights, TOKENIZER_FILES } from "./model-files.ts";

const TOKENS_MAX = 512;

export interface EmbedRequest {
  id: number;
  text: string;
}

export type EmbedReply = { id: number; vector: Float32Array } | { id: number; error: string };

export interface ModelOptions {
  /** Name and revision, such as `gte-small@int8-1`. */
  model: string;
  threads: number;
  /** The Unix nice value. */
  nice: number;
}

// The service decides when this ends; a signal to its whole group must not end what it still waits for.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
process.on("disconnect", () => process.exit(0));
// The first message, and sent by nothing else than the class that started this process.
const [{ model: modelId, threads, nice }] = (await once(process, "message")) as [ModelOptions];
if (nice > 0) os.setPriority(nice);
const model = requireModel(modelId);
const checking = requireWeights(model);
// Awaited before anything is answered; until then a failure must not count as unhandled.
checking.catch(() => {});
const tokenizer = new Tokenizer(readJson(TOKENIZER_FILES.tokenizer), readJson(TOKENIZER_FILES.config));
const session = await InferenceSession.create(model.weights, {
  // Without this, x64 processors that lack VNNI cut off sums of 8-bit products; others compute the same either way.
  extra: { session: { x64quantprecision: "1" } },
  intraOpNumThreads: threads,
  interOpNumThreads: 1,
  graphOptimizationLevel: "all",
  executionMode: "sequential",
});
await checking;

// In order: `close` follows the texts before it.
let work: Promise<void> = Promise.resolve();
process.on("message", (message: EmbedRequest | "close") => {
  work = work.then(() => (message === "close" ? process.exit(0) : answer(message)));
});
process.send?.("ready");

async function answer({ id, text }: EmbedRequest): Promise<void> {
  const reply: EmbedReply = await embed(text).then(
    (vector) => ({ id, vector }),
    (error: unknown) => ({ id, error: String(error) }),
  );
  process.send?.(reply);
}

/** One text at a time: with 8-bit weights the scale of a batch depends on all its texts, and so would the vector. */
async function embed(text: string): Promise<Float32Array> {
  const all = tokenizer.encode(text).ids;
  const last = all.at(-1);
  const ids = all.length > TOKENS_MAX && last !== undefined ? [...all.slice(0, TOKENS_MAX - 1), last] : all;
  const shape = [1, ids.length];
  const output = await session.run({
    input_ids: new Tensor("int64", BigInt64Array.from(ids, BigInt), shape),
    attention_mask: new Tensor("int64", new BigInt64Array(ids.length).fill(1n), shape),
    token_type_ids: new Tensor("int64", new BigInt64Array(ids.length), shape),
  });
  const hidden = output["last_hidden_state"];
  if (!hidden) throw new Error("the model gave no hidden state");
  return meanOfTokens(hidden.data as Float32Array, ids.length);
}

/** The mean of the token vectors, normalised to length 1. */
function meanOfTokens(hidden: Float32Array, tokens: number): Float32Array {
  const dimension = hidden.length / tokens;
  const mean = new Float32Array(dimension);
  for (let at = 0; at < hidden.length; at++) {
    const place = at % dimension;
    mean[place] = (mean[place] ?? 0) + (hidden[at] ?? 0);
  }
  const length = Math.hypot(...mean) || 1;
  return mean.map((part) => part / length);
}

function readJson(file: string): object {
  return JSON.parse(readFileSync(file, "utf8")) as object;
}
