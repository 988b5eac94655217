/** Runs in a separate process: a model must never block the service, and gives its memory back when it ends. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import os from "node:os";
import { Tokenizer } from "@huggingface/tokenizers";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { requireModel, requireWeights, TOKENIZER_FILES } from "./model-files.ts";

export interface Request<Input> {
  id: number;
  input: Input;
}

export type Reply<Output> = { id: number; output: Output } | { id: number; error: string };

export interface ModelOptions {
  /** Name and revision, such as `gte-small@int8-1`. */
  model: string;
  threads: number;
  /** The Unix nice value. */
  nice: number;
}

/** A model that was loaded, and the tokenizer of its texts. */
export interface LoadedModel {
  tokenizer: Tokenizer;
  /** Runs one text at a time: with 8-bit weights the scale of a batch depends on all its texts, as would the result. */
  run: (ids: readonly number[], types: readonly number[]) => Promise<Float32Array>;
}

/** Loads the model that the first message names, then computes one input after the other. */
export async function serveModel<Input, Output>(
  outputName: string,
  compute: (model: LoadedModel, input: Input) => Promise<Output>,
): Promise<void> {
  // The service decides when this ends; a signal to its whole group must not end what it still waits for.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
  process.on("disconnect", () => process.exit(0));
  // The first message, and sent by nothing else than the class that started this process.
  const [options] = (await once(process, "message")) as [ModelOptions];
  if (options.nice > 0) os.setPriority(options.nice);
  const model = await load(options, outputName);
  // In order: `close` follows the texts before it.
  let work: Promise<void> = Promise.resolve();
  process.on("message", (message: Request<Input> | "close") => {
    work = work.then(() => (message === "close" ? process.exit(0) : answer(message)));
  });
  process.send?.("ready");

  async function answer({ id, input }: Request<Input>): Promise<void> {
    const reply: Reply<Output> = await compute(model, input).then(
      (output) => ({ id, output }),
      (error: unknown) => ({ id, error: String(error) }),
    );
    process.send?.(reply);
  }
}

async function load({ model: id, threads }: ModelOptions, outputName: string): Promise<LoadedModel> {
  const model = requireModel(id);
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
  const run: LoadedModel["run"] = async (ids, types) => {
    const shape = [1, ids.length];
    const output = await session.run({
      input_ids: new Tensor("int64", BigInt64Array.from(ids, BigInt), shape),
      attention_mask: new Tensor("int64", new BigInt64Array(ids.length).fill(1n), shape),
      token_type_ids: new Tensor("int64", BigInt64Array.from(types, BigInt), shape),
    });
    const found = output[outputName];
    if (!found) throw new Error(`the model gave no ${outputName}`);
    // The type is the graph's own.
    return found.data as Float32Array;
  };
  return { tokenizer, run };
}

function readJson(file: string): object {
  return JSON.parse(readFileSync(file, "utf8")) as object;
}
