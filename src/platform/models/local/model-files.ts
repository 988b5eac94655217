import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";

interface LocalModel {
  name: string;
  /** Changes whenever the same text could give another vector: other weights, or another quantisation. */
  revision: string;
  weights: string;
  /** SHA-256 of the measured weights: any others would give vectors that cannot be compared. */
  sha256: string;
}

const fileOf = (name: string) => fileURLToPath(new URL(`../../../../models/${name}`, import.meta.url));

/** The model that new vectors are made with. */
export const CURRENT_MODEL: LocalModel = {
  name: "florin-retriever",
  revision: "2",
  weights: fileOf("florin-retriever/model.onnx"),
  sha256: "abb0a47e7626d81a145081285b4f447ecd3269f37ab24903f1137d15cd326afb",
};

/** The model before it, and what the current one was trained from: reports embedded with it can still be asked. */
export const EARLIER_MODEL: LocalModel = {
  name: "gte-small",
  revision: "int8-1",
  weights: fileOf("gte-small/model.onnx"),
  sha256: "705a5d17b38743b37d29b9c5444338ad1085ae5943bb1eb6c7693b3b5d071d69",
};

/** Finds the place of an answer in a passage. */
export const READER_MODEL: LocalModel = {
  name: "florin-reader",
  revision: "2",
  weights: fileOf("florin-reader/model.onnx"),
  sha256: "c02148efd999c72b2e9b1799455430bcc9689a69d2ac714d72b94c756f8acce8",
};

/** All models read text with the same tokenizer. */
export const TOKENIZER_FILES = {
  tokenizer: fileOf("gte-small/tokenizer.json"),
  config: fileOf("gte-small/tokenizer_config.json"),
};

export function idOf({ name, revision }: Pick<LocalModel, "name" | "revision">): string {
  return `${name}@${revision}`;
}

export function requireModel(id: string): LocalModel {
  const found = [CURRENT_MODEL, EARLIER_MODEL, READER_MODEL].find((model) => idOf(model) === id);
  if (!found) throw new Error(`there is no model ${id}`);
  return found;
}

const PIECE_BYTES = 1_048_576;

export async function requireWeights({ name, weights, sha256 }: LocalModel): Promise<void> {
  const hash = createHash("sha256");
  // In pieces: what is read whole stays in memory until garbage is next collected, which in an idle process is never.
  await pipeline(createReadStream(weights, { highWaterMark: PIECE_BYTES }), hash);
  const found = hash.digest("hex");
  if (found !== sha256) throw new Error(`the weights of ${name} have the wrong hash (${found})`);
}
