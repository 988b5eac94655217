import type { Embedder } from "../embedder.ts";
import { EmbeddingProcess } from "./embedding-process.ts";
import { CURRENT_MODEL, EARLIER_MODEL, idOf } from "./model-files.ts";

const DIMENSION = 384;
/** Reports are embedded when nothing else needs the CPU. */
const BACKGROUND = { nice: 10, idleSecondsMax: 60 };
/** Loading takes a third of a second, which the first question after a pause can wait. */
const INTERACTIVE = { nice: 0, idleSecondsMax: 300 };
/** Questions about reports embedded earlier become rare once the reports are embedded again. */
const EARLIER = { nice: 0, idleSecondsMax: 60 };

/**
 * florin-retriever (English, 384 dimensions), trained from gte-small, with 8-bit weights. A report passage takes a
 * hundred times as long as a question and cannot be interrupted, so reports have a separate process.
 */
export function openEmbedder({ threads }: { threads: number }): Embedder {
  const current = { threads, model: idOf(CURRENT_MODEL) };
  const lanes = {
    interactive: new EmbeddingProcess({ ...current, ...INTERACTIVE }),
    background: new EmbeddingProcess({ ...current, ...BACKGROUND }),
  };
  const earlier = new EmbeddingProcess({ threads, model: idOf(EARLIER_MODEL), ...EARLIER });
  return {
    model: CURRENT_MODEL.name,
    revision: CURRENT_MODEL.revision,
    dimension: DIMENSION,
    normalised: true,
    async embed(texts, { signal, priority = "interactive" } = {}) {
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        signal?.throwIfAborted();
        vectors.push(await lanes[priority].embed(text));
      }
      return vectors;
    },
    async embedAs(model, text) {
      if (model === current.model) return lanes.interactive.embed(text);
      return model === idOf(EARLIER_MODEL) ? earlier.embed(text) : null;
    },
    async close() {
      await Promise.all([...Object.values(lanes), earlier].map((lane) => lane.close()));
    },
  };
}
