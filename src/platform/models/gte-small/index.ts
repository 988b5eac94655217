import type { Embedder } from "../embedder.ts";
import { EmbeddingThread } from "./embedding-thread.ts";
import { REVISION } from "./revision.ts";

const DIMENSION = 384;
/** Reports are embedded when nothing else needs the CPU. */
const BACKGROUND = { nice: 10, idleSecondsMax: 60 };
const INTERACTIVE = { nice: 0, idleSecondsMax: null };

/**
 * gte-small (MIT, English, 384 dimensions) with 8-bit weights. A report passage takes a hundred times as long as a
 * question and cannot be interrupted, so reports have a separate thread.
 */
export function openGteSmall({ threads }: { threads: number }): Embedder {
  const lanes = {
    interactive: new EmbeddingThread({ threads, ...INTERACTIVE }),
    background: new EmbeddingThread({ threads, ...BACKGROUND }),
  };
  return {
    model: "gte-small",
    revision: REVISION,
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
    async close() {
      await Promise.all(Object.values(lanes).map((lane) => lane.close()));
    },
  };
}
