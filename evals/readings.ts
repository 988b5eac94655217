import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import {
  type Nearness,
  PASSAGES_READ,
  Readings,
  type ReadPassage,
  type ReportReader,
} from "../src/features/answers/index.ts";
import { openLocalModels, type PassageReading } from "../src/platform/models/index.ts";
import type { DigestedReport } from "./digested-reports.ts";
import { storeFile } from "./store-file.ts";

const CACHE_FOLDER = path.join(os.tmpdir(), "florin-evals", "florin-reader@2");

/** Reads the passages nearest to a question as the service does; what was read is kept outside the project. */
export class ReadingCache {
  readonly #models = openLocalModels({ threads: 1 });

  /** Null where there are no vectors, or where the statements answer. */
  async findFor(
    reader: ReportReader,
    question: string,
    nearness: Nearness | null,
    report: DigestedReport,
  ): Promise<Readings | null> {
    return nearness && reader.isAboutText(question) ? this.#find(question, nearness, report) : null;
  }

  async #find(question: string, nearness: Nearness, { chunks }: DigestedReport): Promise<Readings> {
    const read: ReadPassage[] = [];
    for (const passage of nearness.closest(PASSAGES_READ)) {
      const chunk = chunks[passage.chunk];
      if (!chunk) continue;
      const text = [chunk.heading, chunk.text].filter(Boolean).join("\n");
      read.push({ page: chunk.page, text, reading: await this.#read(question, text) });
    }
    return new Readings(read);
  }

  async #read(question: string, text: string): Promise<PassageReading> {
    const name = createHash("sha256").update(`${question}\0${text}`).digest("hex");
    const file = path.join(CACHE_FOLDER, name.slice(0, 2), `${name}.json.gz`);
    // Written by this very class.
    if (existsSync(file)) return JSON.parse(gunzipSync(readFileSync(file)).toString()) as PassageReading;
    const [reading] = await this.#models.passageReader.read(question, [text]);
    if (!reading) throw new Error("nothing was read");
    storeFile(file, JSON.stringify(reading), 1);
    return reading;
  }

  close(): Promise<void> {
    return this.#models.close();
  }
}
