import { existsSync } from "node:fs";
import type { Embedder } from "../embedder.ts";
import type { PassageReader, PassageReading } from "../reader.ts";
import { CURRENT_MODEL, EARLIER_MODEL, idOf, READER_MODEL } from "./model-files.ts";
import { ModelProcess, type ModelProcessOptions } from "./model-process.ts";
import type { ReadingInput } from "./reading-child.ts";

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
    interactive: embeddingProcess({ ...current, ...INTERACTIVE }),
    background: embeddingProcess({ ...current, ...BACKGROUND }),
  };
  const earlier = embeddingProcess({ threads, model: idOf(EARLIER_MODEL), ...EARLIER });
  // The published package is without its weights.
  const hasEarlier = existsSync(EARLIER_MODEL.weights);
  return {
    model: CURRENT_MODEL.name,
    revision: CURRENT_MODEL.revision,
    dimension: DIMENSION,
    normalised: true,
    async embed(texts, { signal, priority = "interactive" } = {}) {
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        signal?.throwIfAborted();
        vectors.push(await lanes[priority].compute(text));
      }
      return vectors;
    },
    async embedAs(model, text) {
      if (model === current.model) return lanes.interactive.compute(text);
      return model === idOf(EARLIER_MODEL) && hasEarlier ? earlier.compute(text) : null;
    },
    async close() {
      await Promise.all([...Object.values(lanes), earlier].map((lane) => lane.close()));
    },
  };
}

function embeddingProcess(options: Omit<ModelProcessOptions, "file">): ModelProcess<string, Float32Array> {
  return new ModelProcess({ ...options, file: "./embedding-child.ts" });
}

/** florin-reader (English), trained from florin-retriever, with 8-bit weights. */
export function openPassageReader({ threads }: { threads: number }): PassageReader {
  const lane = new ModelProcess<ReadingInput, PassageReading>({
    file: "./reading-child.ts",
    threads,
    model: idOf(READER_MODEL),
    ...INTERACTIVE,
  });
  return {
    read: (question, passages) => Promise.all(passages.map((passage) => lane.compute({ question, passage }))),
    close: () => lane.close(),
  };
}
