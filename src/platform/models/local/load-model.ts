import { readFileSync } from "node:fs";
import { Tokenizer } from "@huggingface/tokenizers";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { requireModel, requireWeights, TOKENIZER_FILES } from "./model-files.ts";

/** A model that was loaded, and the tokenizer of its texts. */
export interface LoadedModel {
  tokenizer: Tokenizer;
  /** Runs one text at a time: with 8-bit weights the scale of a batch depends on all its texts, as would the result. */
  run: (ids: readonly number[], types: readonly number[]) => Promise<Float32Array>;
}

let tokenizer: Tokenizer | null = null;

export async function loadModel(id: string, threads: number, outputName: string): Promise<LoadedModel> {
  const model = requireModel(id);
  await requireWeights(model);
  tokenizer ??= new Tokenizer(readJson(TOKENIZER_FILES.tokenizer), readJson(TOKENIZER_FILES.config));
  const session = await InferenceSession.create(model.weights, {
    // Without this, x64 processors that lack VNNI cut off sums of 8-bit products; others compute the same either way.
    extra: { session: { x64quantprecision: "1" } },
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    graphOptimizationLevel: "all",
    executionMode: "sequential",
  });
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
