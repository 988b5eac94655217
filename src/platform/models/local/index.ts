import { existsSync } from "node:fs";
import { Failure } from "../../../kernel/errors.ts";
import type { Embedder } from "../embedder.ts";
import type { PassageReader, PassageReading } from "../reader.ts";
import { CURRENT_MODEL, EARLIER_MODEL, idOf, READER_MODEL } from "./model-files.ts";
import { ModelDown, ModelProcess, type ModelProcessOptions } from "./model-process.ts";
import { SharedWork } from "./shared-work.ts";

const DIMENSION = 384;
/** Reports are embedded when nothing else needs the CPU, which on a busy machine may be late. */
const BACKGROUND = { nice: 10, idleSecondsMax: 60, secondsMax: 300 };
/** Loading takes a third of a second, which the first question after a pause can wait. Twice as long fits in a call. */
const INTERACTIVE = { nice: 0, idleSecondsMax: 300, secondsMax: 20 };
/** Questions about reports embedded earlier become rare once the reports are embedded again. */
const EARLIER = { nice: 0, idleSecondsMax: 60, secondsMax: 20 };

export interface LocalModels {
  embedder: Embedder;
  passageReader: PassageReader;
  close: () => Promise<void>;
}

export type LocalModelOptions = Pick<ModelProcessOptions, "threads" | "notice" | "program"> & {
  secondsMax?: number;
};

/**
 * The models that come with the service. A report passage takes a hundred times as long as a question and cannot be
 * interrupted, so reports have a separate process; what questions need shares one.
 */
export function openLocalModels(options: LocalModelOptions): LocalModels {
  const processes = {
    interactive: new ModelProcess({ ...INTERACTIVE, ...options }),
    background: new ModelProcess({ ...BACKGROUND, ...options }),
    earlier: new ModelProcess({ ...EARLIER, ...options }),
  };
  return {
    embedder: makeEmbedder(processes),
    passageReader: makePassageReader(processes.interactive),
    async close() {
      await Promise.all(Object.values(processes).map((one) => one.close()));
    },
  };
}

/** florin-retriever (English, 384 dimensions), trained from gte-small, with 8-bit weights. */
function makeEmbedder(processes: Record<"interactive" | "background" | "earlier", ModelProcess>): Embedder {
  const current = idOf(CURRENT_MODEL);
  // The published package is without its weights.
  const hasEarlier = existsSync(EARLIER_MODEL.weights);
  // An embedding model gives a vector.
  const vectorOf = (lane: ModelProcess, model: string, text: string, signal?: AbortSignal) =>
    lane.compute(model, text, signal) as Promise<Float32Array>;
  return {
    model: CURRENT_MODEL.name,
    revision: CURRENT_MODEL.revision,
    dimension: DIMENSION,
    normalised: true,
    async embed(texts, { signal, priority = "interactive" } = {}) {
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        signal?.throwIfAborted();
        const vector = vectorOf(processes[priority], current, text, signal);
        vectors.push(await (priority === "interactive" ? vector.catch(explainOutage) : vector));
      }
      return vectors;
    },
    async embedAs(model, text) {
      if (model === current) return vectorOf(processes.interactive, model, text).catch(explainOutage);
      if (model !== idOf(EARLIER_MODEL) || !hasEarlier) return null;
      return vectorOf(processes.earlier, model, text).catch(explainOutage);
    },
  };
}

/** About as many as are read within half of the time that a call may take. */
const QUESTIONS_WAITING_MAX = 60;
const WAITING_DETAIL = "Too many questions about the text of reports are waiting.";

/** florin-reader (English), trained from florin-retriever, with 8-bit weights. */
function makePassageReader(lane: ModelProcess): PassageReader {
  const reading = new SharedWork<PassageReading[]>();
  return {
    async read(question, passages, { signal } = {}) {
      const key = JSON.stringify([question, passages]);
      if (reading.size >= QUESTIONS_WAITING_MAX && !reading.has(key))
        throw new Failure("overloaded", { detail: WAITING_DETAIL, retryAfterSeconds: 5 });
      return reading.join(key, signal, (wanted) => readInTurn(lane, question, passages, wanted));
    },
  };
}

/** One passage of a question at a time: questions take turns, and those of cancelled calls stop. */
async function readInTurn(
  lane: ModelProcess,
  question: string,
  passages: readonly string[],
  signal: AbortSignal,
): Promise<PassageReading[]> {
  const readings: PassageReading[] = [];
  for (const passage of passages) {
    signal.throwIfAborted();
    const read = lane.compute(idOf(READER_MODEL), { question, passage }, signal).catch(explainOutage);
    // The reader gives a reading.
    readings.push((await read) as PassageReading);
  }
  return readings;
}

/** A call whose model fails costs nothing and can be repeated. */
function explainOutage(error: unknown): never {
  if (!(error instanceof ModelDown)) throw error;
  throw new Failure("overloaded", {
    detail: "A model that reads text gave no answer.",
    retryAfterSeconds: 5,
    cause: error,
  });
}
