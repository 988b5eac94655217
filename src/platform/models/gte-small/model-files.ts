import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { fileURLToPath } from "node:url";

const fileOf = (name: string) =>
  fileURLToPath(new URL(`../../../../models/gte-small/${name}`, import.meta.url));

export const MODEL_FILES = {
  model: fileOf("model.onnx"),
  tokenizer: fileOf("tokenizer.json"),
  tokenizerConfig: fileOf("tokenizer_config.json"),
};

/** SHA-256 of the measured weights: any others would give vectors that cannot be compared. */
const WEIGHTS_SHA256 = "705a5d17b38743b37d29b9c5444338ad1085ae5943bb1eb6c7693b3b5d071d69";

export async function requireWeights(): Promise<void> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(MODEL_FILES.model, { highWaterMark: 1 << 20 }))
    hash.update(piece);
  const found = hash.digest("hex");
  if (found !== WEIGHTS_SHA256) throw new Error(`the weights of gte-small have the wrong hash (${found})`);
}
