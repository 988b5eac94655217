import { existsSync } from "node:fs";
import { Failure } from "../../../kernel/errors.ts";
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

/** About as many as are read within half of the time that a call may take. */
const QUESTIONS_WAITING_MAX = 60;
const WAITING_DETAIL = "Too many questions about the text of reports are waiting.";

/** florin-reader (English), trained from florin-retriever, with 8-bit weights. */
export function openPassageReader({ threads }: { threads: number }): PassageReader {
  const lane = new ModelProcess<ReadingInput, PassageReading>({
    file: "./reading-child.ts",
    threads,
    model: idOf(READER_MODEL),
    ...INTERACTIVE,
  });
  let waiting = 0;
  return {
    // One passage of a question at a time: questions take turns, and those of cancelled calls stop.
    async read(question, passages, { signal } = {}) {
      if (waiting >= QUESTIONS_WAITING_MAX)
        throw new Failure("overloaded", { detail: WAITING_DETAIL, retryAfterSeconds: 5 });
      waiting += 1;
      try {
        const readings: PassageReading[] = [];
        for (const passage of passages) {
          signal?.throwIfAborted();
          readings.push(await lane.compute({ question, passage }));
        }
        return readings;
      } finally {
        waiting -= 1;
      }
    },
    close: () => lane.close(),
  };
}
