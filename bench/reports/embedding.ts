import { readFileSync } from "node:fs";
import { Tokenizer } from "@huggingface/tokenizers";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { openLocalModels } from "../../src/platform/models/index.ts";
import { CURRENT_MODEL, TOKENIZER_FILES } from "../../src/platform/models/local/model-files.ts";
import { median } from "../service/statistics.ts";

export interface EmbeddingFigures {
  texts: number;
  tokens: number;
  bare_texts_per_second: number;
  our_texts_per_second: number;
  ratio: number;
}

const json = (file: string) => JSON.parse(readFileSync(file, "utf8")) as object;

/** Our embedder, from text to vector, against the runtime alone on the same texts already turned into tokens. */
export async function compareEmbedding(texts: readonly string[], rounds: number): Promise<EmbeddingFigures> {
  const { embedder, close } = openLocalModels({ threads: 1 });
  await embedder.embed(texts.slice(0, 4));
  const tokenizer = new Tokenizer(json(TOKENIZER_FILES.tokenizer), json(TOKENIZER_FILES.config));
  const session = await InferenceSession.create(CURRENT_MODEL.weights, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    graphOptimizationLevel: "all",
    executionMode: "sequential",
  });
  const feeds = texts.map((text) => tokenizer.encode(text).ids).map(feedOf);
  const bare: number[] = [];
  const ours: number[] = [];
  for (let round = 0; round < rounds; round++) {
    bare.push(
      await secondsOf(async () => {
        for (const feed of feeds) await session.run(feed);
      }),
    );
    ours.push(await secondsOf(() => embedder.embed(texts)));
  }
  await close();
  await session.release();
  const ratios = bare.map((seconds, at) => seconds / (ours[at] ?? Number.NaN));
  return {
    texts: texts.length,
    tokens: feeds.reduce((sum, feed) => sum + (feed.input_ids.dims[1] ?? 0), 0),
    bare_texts_per_second: Number((texts.length / median(bare)).toFixed(1)),
    our_texts_per_second: Number((texts.length / median(ours)).toFixed(1)),
    ratio: Number(median(ratios).toFixed(3)),
  };
}

function feedOf(ids: readonly number[]) {
  const shape = [1, ids.length];
  return {
    input_ids: new Tensor("int64", BigInt64Array.from(ids, BigInt), shape),
    attention_mask: new Tensor("int64", new BigInt64Array(ids.length).fill(1n), shape),
    token_type_ids: new Tensor("int64", new BigInt64Array(ids.length), shape),
  };
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
}
