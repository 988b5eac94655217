import { SizedCache } from "../../kernel/sized-cache.ts";
import type { Database } from "../../platform/db/index.ts";
import type { Embedder, PassageReader } from "../../platform/models/index.ts";
import type { Storage } from "../../platform/storage/index.ts";
import {
  findReportCompany,
  loadPages,
  loadPassageTexts,
  loadVectors,
  type PassageVector,
  type ReadReport,
  type ReportVectors,
} from "../reports/index.ts";
import type { ReportAnswer } from "./answer.ts";
import { ReportReader } from "./report-reader.ts";
import { Nearness } from "./retrieval/nearness.ts";
import { PASSAGES_READ, Readings } from "./retrieval/readings.ts";

export interface ReportCacheTools {
  db: Database;
  storage: Storage;
}

type EmbedAs = Embedder["embedAs"];

/** The models that help to find an answer in a text. */
interface ReadingModels {
  embedAs: EmbedAs;
  readPassages: PassageReader["read"];
}

interface CacheEntry {
  reader: Promise<ReportReader>;
  /** Loaded when first needed, and again while some are missing. */
  vectors: ReportVectors | null;
  /** The model of the vectors, where it is not available: they are loaded again once another has made them. */
  missingModel: string | null;
  bytes: number;
  usedAt: number;
}

/** The answer of a report's own reader. */
export interface ReaderAnswer {
  answer: ReportAnswer;
  /** False while the report's vectors are still being computed, or were made by a model that is not available. */
  isByMeaning: boolean;
}

const FLOAT_BYTES = 4;
/** Of the bytes allowed: for answers, with what they take besides their text. */
const ANSWERS_SHARE = 0.1;
const BYTES_PER_CHARACTER = 3;

/** A page in memory takes about this many times the bytes of its file: objects, packed words and the index. */
const MEMORY_FACTOR = 2.2;

/** Opened reports; the least recently used are evicted when their pages take more memory than allowed. */
export class ReportCache {
  readonly #tools: ReportCacheTools;
  readonly #bytesMax: number;
  readonly #places = new Map<string, CacheEntry>();
  readonly #answers: SizedCache<string, ReportAnswer>;
  #bytes = 0;

  constructor(tools: ReportCacheTools, bytesMax: number) {
    this.#tools = tools;
    this.#bytesMax = bytesMax * (1 - ANSWERS_SHARE);
    this.#answers = new SizedCache(bytesMax * ANSWERS_SHARE);
  }

  /** An opened report is shared by all callers, including those that ask while it is being opened. */
  async open(report: ReadReport): Promise<ReportReader> {
    const key = keyOf(report);
    const known = this.#places.get(key);
    if (known) {
      // Move it to the end: the first entry is evicted next.
      this.#places.delete(key);
      this.#places.set(key, known);
      known.usedAt = performance.now();
      return known.reader;
    }
    const place: CacheEntry = {
      reader: Promise.reject(new Error("not opened")),
      vectors: null,
      missingModel: null,
      bytes: 0,
      usedAt: performance.now(),
    };
    place.reader.catch(() => {});
    place.reader = this.#read(report, place);
    this.#places.set(key, place);
    try {
      return await place.reader;
    } catch (error) {
      this.#remove(key, place);
      throw error;
    } finally {
      this.#makeRoom();
    }
  }

  /** Null while the vectors of an opened report are still being computed, or when their model is not available. */
  async nearnessOf(report: ReadReport, question: string, embedAs: EmbedAs): Promise<Nearness | null> {
    const vectors = await this.#vectorsOf(report);
    return vectors && this.#compare(report, vectors, (model) => embedAs(model, question));
  }

  /**
   * What the built-in reader answers. The same question to the same revision of a report always gets the same answer,
   * so it is kept; whether the caller may read the report must have been checked.
   */
  async ask(report: ReadReport, question: string, models: ReadingModels): Promise<ReaderAnswer> {
    const reader = await this.open(report);
    const vectors = await this.#vectorsOf(report);
    const key = JSON.stringify([keyOf(report), vectors?.model, question]);
    const known = vectors && this.#answers.get(key);
    if (known) return { answer: known, isByMeaning: true };
    const embed = (model: string) => models.embedAs(model, question);
    const nearness = vectors && (await this.#compare(report, vectors, embed));
    const readings =
      nearness && isEnglish(report) && reader.isAboutText(question)
        ? await this.#readPassages(report, question, nearness.closest(PASSAGES_READ), models)
        : null;
    const answer = reader.ask(question, nearness, readings);
    // Without vectors the same question may get another answer in a moment.
    if (nearness) this.#answers.set(key, answer, JSON.stringify(answer).length * BYTES_PER_CHARACTER);
    return { answer, isByMeaning: nearness !== null };
  }

  async #readPassages(
    { report_id }: ReadReport,
    question: string,
    passages: readonly PassageVector[],
    { readPassages }: ReadingModels,
  ): Promise<Readings | null> {
    const chunks = passages.map(({ chunk }) => chunk);
    const texts = await loadPassageTexts(this.#tools.db, report_id, chunks);
    const found = passages.flatMap(({ chunk, page }) => {
      const text = texts.get(chunk);
      return text === undefined ? [] : [{ page, text }];
    });
    if (found.length === 0) return null;
    const readings = await readPassages(
      question,
      found.map(({ text }) => text),
    );
    return new Readings(
      found.flatMap((one, at) => (readings[at] ? [{ ...one, reading: readings[at] }] : [])),
    );
  }

  /** Drops the reports that were not used for so long; returns how many. */
  dropUnused(secondsMin: number): number {
    const before = performance.now() - secondsMin * 1_000;
    const unused = [...this.#places].filter(([, { usedAt }]) => usedAt < before);
    for (const [key, place] of unused) this.#remove(key, place);
    if (this.#places.size === 0) this.#answers.clear();
    return unused.length;
  }

  async #vectorsOf(report: ReadReport): Promise<ReportVectors | null> {
    const place = this.#places.get(keyOf(report));
    if (!place || place.vectors) return place?.vectors ?? null;
    const vectors = await loadVectors(this.#tools.db, report.report_id, place.missingModel);
    // One that was evicted meanwhile takes no room.
    if (vectors && !place.vectors && this.#places.get(keyOf(report)) === place)
      this.#setVectors(place, vectors);
    return vectors;
  }

  async #compare(
    report: ReadReport,
    { model, passages }: ReportVectors,
    embed: (model: string) => Promise<Float32Array | null>,
  ): Promise<Nearness | null> {
    const questionVector = await embed(model);
    if (questionVector) return new Nearness(passages, questionVector);
    const place = this.#places.get(keyOf(report));
    if (!place) return null;
    place.missingModel = model;
    this.#setVectors(place, null);
    return null;
  }

  #setVectors(place: CacheEntry, vectors: ReportVectors | null): void {
    const bytes = bytesOf(vectors) - bytesOf(place.vectors);
    place.vectors = vectors;
    place.bytes += bytes;
    this.#bytes += bytes;
    this.#makeRoom();
  }

  async #read(report: ReadReport, place: CacheEntry): Promise<ReportReader> {
    const [{ pages, bytes }, company] = await Promise.all([
      loadPages(this.#tools.storage, report.extract_sha256),
      findReportCompany(this.#tools.db, report),
    ]);
    // One that was dropped meanwhile takes no room.
    if (this.#places.get(keyOf(report)) === place) {
      place.bytes = bytes * MEMORY_FACTOR;
      this.#bytes += place.bytes;
    }
    return new ReportReader({
      reportId: report.report_id,
      sha256: report.file_sha256,
      pages,
      names: [company ?? "", report.file_title, report.file_title_en],
    });
  }

  #makeRoom(): void {
    for (const [key, place] of this.#places) {
      if (this.#bytes <= this.#bytesMax || this.#places.size === 1) return;
      this.#remove(key, place);
    }
  }

  #remove(key: string, place: CacheEntry): void {
    if (this.#places.get(key) !== place) return;
    this.#places.delete(key);
    this.#bytes -= place.bytes;
  }
}

function bytesOf(vectors: ReportVectors | null): number {
  return (vectors?.passages ?? []).reduce((sum, { vector }) => sum + vector.length * FLOAT_BYTES, 0);
}

/** A report that was read again is a different entry. */
function keyOf({ report_id, extract_sha256 }: ReadReport): string {
  return `${report_id} ${extract_sha256}`;
}

/** What the passage reader understands; a report that does not say is taken for English. */
function isEnglish({ language }: ReadReport): boolean {
  return language === null || language.startsWith("en");
}
