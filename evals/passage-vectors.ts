import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Embedder } from "../src/platform/models/index.ts";
import type { DigestedReport } from "./digested-reports.ts";

interface StoredVectors {
  /** Of each passage, as base64 of 32-bit floats. */
  passages: string[];
  questions: Record<string, string>;
}

export interface QuestionVectors {
  passages: { page: number; vector: Float32Array }[];
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
      : await this.#compute(model, report, questions);
    if (stored === null || stored.passages.length !== report.chunks.length) return null;
    if (!existsSync(file)) write(file, stored);
    return {
      passages: report.chunks.map(({ page }, at) => ({ page, vector: fromText(stored.passages[at] ?? "") })),
      questions: new Map(Object.entries(stored.questions).map(([text, vector]) => [text, fromText(vector)])),
    };
  }

  async #compute(model: string, report: DigestedReport, questions: readonly string[]) {
    const embed = async (text: string) => {
      const vector = await this.#embedder.embedAs(model, text);
      return vector ? toText(vector) : null;
    };
    const stored: StoredVectors = { passages: [], questions: {} };
    for (const { heading, text } of report.chunks) {
      const vector = await embed([heading, text].filter(Boolean).join("\n"));
      if (vector === null) return null;
      stored.passages.push(vector);
    }
    for (const question of questions) stored.questions[question] = (await embed(question)) ?? "";
    return stored;
  }
}

function write(file: string, stored: StoredVectors): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.part`, gzipSync(JSON.stringify(stored), { level: 1 }));
  renameSync(`${file}.part`, file);
}

function toText(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString("base64");
}

function fromText(text: string): Float32Array {
  return new Float32Array(new Uint8Array(Buffer.from(text, "base64")).buffer);
}
