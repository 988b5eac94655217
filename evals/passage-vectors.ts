import { existsSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import type { PassageVector } from "../src/features/reports/index.ts";
import type { Embedder } from "../src/platform/models/index.ts";
import type { DigestedReport } from "./digested-reports.ts";
import { storeFile } from "./store-file.ts";

interface StoredVectors {
  /** Of each passage, as base64 of 32-bit floats. */
  passages: string[];
  questions: Record<string, string>;
}

export interface QuestionVectors {
  passages: PassageVector[];
  questions: Map<string, Float32Array>;
}

const CACHE_FOLDER = path.join(os.tmpdir(), "florin-evals");

/** Vectors of reports and questions by model, each computed once and kept outside the project. */
export class VectorCache {
  readonly #embedder: Embedder;

  constructor(embedder: Embedder) {
    this.#embedder = embedder;
  }

  /** Null for a model that is not available and has no stored vectors, such as the weights of a fold. */
  async find(
    model: string,
    report: DigestedReport & { name: string },
    questions: readonly string[],
  ): Promise<QuestionVectors | null> {
    const file = path.join(CACHE_FOLDER, model, `${report.name}.json.gz`);
    const stored = existsSync(file)
      ? (JSON.parse(gunzipSync(readFileSync(file)).toString()) as StoredVectors)
      : await this.#compute(model, report);
    if (stored === null || stored.passages.length !== report.chunks.length) return null;
    const isNew = !existsSync(file);
    const added = await this.#addQuestions(model, stored, questions);
    if (isNew || added) storeFile(file, JSON.stringify(stored), 1);
    return {
      passages: report.chunks.map(({ page, box }, at) => ({
        chunk: at,
        page,
        box,
        vector: fromText(stored.passages[at] ?? ""),
      })),
      questions: new Map(Object.entries(stored.questions).map(([text, vector]) => [text, fromText(vector)])),
    };
  }

  async #compute(model: string, report: DigestedReport): Promise<StoredVectors | null> {
    const stored: StoredVectors = { passages: [], questions: {} };
    for (const { heading, text } of report.chunks) {
      const vector = await this.#embed(model, [heading, text].filter(Boolean).join("\n"));
      if (vector === null) return null;
      stored.passages.push(vector);
    }
    return stored;
  }

  /** True when a question had no vector yet and the model is available. */
  async #addQuestions(model: string, stored: StoredVectors, questions: readonly string[]): Promise<boolean> {
    let added = false;
    for (const question of questions) {
      if (stored.questions[question] !== undefined) continue;
      const vector = await this.#embed(model, question);
      if (vector === null) continue;
      stored.questions[question] = vector;
      added = true;
    }
    return added;
  }

  async #embed(model: string, text: string): Promise<string | null> {
    const vector = await this.#embedder.embedAs(model, text);
    return vector ? toText(vector) : null;
  }
}

function toText(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString("base64");
}

function fromText(text: string): Float32Array {
  return new Float32Array(new Uint8Array(Buffer.from(text, "base64")).buffer);
}
