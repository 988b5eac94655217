import { setImmediate } from "node:timers/promises";
import type { Database } from "../../../platform/db/index.ts";
import { listScopedReports, type PassageKey, type ScopedReport } from "../store.ts";
import { compareExactly } from "./compare-exactly.ts";
import { DIMENSION, DotProducts, SUMS_MAX } from "./dot-products.ts";
import { quantise, type ShortVector } from "./quantise.ts";
import { listShortVectors, type StoredVector } from "./store.ts";
import type { NearPassage, NearRequest, VectorSearch } from "./vector-search.ts";

/** About 150 MB. With more passages the latest reports are compared; pgvector has no such limit. */
const ROWS_MAX = 400_000;
const REPORTS_MAX = 100_000;
const REPORTS_PER_LOAD = 50;
/** Rounding may exchange neighbours: so many more than asked for are compared exactly. */
const SPARE = 2;

/** The vectors of one report: consecutive rows. */
interface Segment {
  revision: number;
  first: number;
  passageNos: number[];
  sections: string[];
  scales: Float32Array;
}

/**
 * Compares the question with every vector of the scope. Vectors are loaded when they are first needed. Which reports a
 * caller may read is asked of the database each time: memory never decides it.
 */
export class MemorySearch implements VectorSearch {
  readonly #db: Database;
  #products = new DotProducts();
  #segments = new Map<string, Segment>();
  #rows = 0;
  /** Loads one after the other, so that no report is loaded twice. */
  #loading: Promise<unknown> = Promise.resolve();

  constructor(db: Database) {
    this.#db = db;
  }

  async nearest(request: NearRequest): Promise<NearPassage[]> {
    const { scope, vectors, count } = request;
    const reports = withinMemory(
      (await listScopedReports(this.#db, scope, REPORTS_MAX)).filter(({ model }) => vectors.has(model ?? "")),
    );
    await this.#load(reports);
    const best = new BestPassages(count * SPARE);
    for (const [model, vector] of vectors) {
      const question = quantise(vector);
      const sections = scope.sections && new Set(scope.sections);
      let rowsSincePause = 0;
      for (const report of reports.filter((one) => one.model === model)) {
        this.#compare(report.report_id, question, { best, sections });
        rowsSincePause += report.passages;
        if (rowsSincePause < SUMS_MAX) continue;
        rowsSincePause = 0;
        await setImmediate();
      }
    }
    return compareExactly(this.#db, best.list(), request);
  }

  #compare(
    reportId: string,
    { parts, scale }: ShortVector,
    { best, sections }: { best: BestPassages; sections: ReadonlySet<string> | undefined },
  ): void {
    const segment = this.#segments.get(reportId);
    if (!segment) return;
    const { first, passageNos, scales } = segment;
    for (let from = 0; from < passageNos.length; from += SUMS_MAX) {
      const to = Math.min(passageNos.length, from + SUMS_MAX);
      const sums = this.#products.multiply(parts, first + from, first + to);
      for (const [at, sum] of sums.entries()) {
        const index = from + at;
        if (sections && !sections.has(segment.sections[index] ?? "")) continue;
        best.offer(sum * scale * (scales[index] ?? 0), reportId, passageNos[index] ?? 0);
      }
    }
  }

  #load(reports: readonly ScopedReport[]): Promise<void> {
    const isMissing = ({ report_id, revision }: ScopedReport) =>
      this.#segments.get(report_id)?.revision !== revision;
    if (!reports.some(isMissing)) return Promise.resolve();
    const loading = this.#loading.then(async () => {
      let missing = reports.filter(isMissing);
      const added = missing.reduce((sum, { passages }) => sum + passages, 0);
      if (this.#rows + added > ROWS_MAX) {
        // Rows of reports that were indexed again or deleted are never reused, so now and then all begin afresh.
        this.#segments = new Map();
        this.#products = new DotProducts();
        this.#rows = 0;
        missing = [...reports];
      }
      for (let at = 0; at < missing.length; at += REPORTS_PER_LOAD)
        await this.#loadSome(missing.slice(at, at + REPORTS_PER_LOAD));
    });
    this.#loading = loading.catch(() => {});
    return loading;
  }

  async #loadSome(reports: readonly ScopedReport[]): Promise<void> {
    const rows = await listShortVectors(
      this.#db,
      reports.map(({ report_id }) => report_id),
    );
    const byReport = Map.groupBy(rows, ({ report_id }) => report_id);
    for (const { report_id, revision } of reports)
      this.#segments.set(report_id, this.#store(byReport.get(report_id) ?? [], revision));
  }

  #store(rows: readonly StoredVector[], revision: number): Segment {
    const first = this.#rows;
    for (const { vector } of rows) {
      if (vector.length !== DIMENSION) throw new Error(`a vector of ${vector.length} parts`);
      this.#products.write(this.#rows++, new Int8Array(vector.buffer, vector.byteOffset, vector.length));
    }
    return {
      revision,
      first,
      passageNos: rows.map(({ passage_no }) => passage_no),
      sections: rows.map(({ section }) => section),
      scales: Float32Array.from(rows, ({ vector_scale }) => vector_scale),
    };
  }
}

function withinMemory(reports: readonly ScopedReport[]): ScopedReport[] {
  let rows = 0;
  return reports.filter(({ passages }) => {
    rows += passages;
    return rows <= ROWS_MAX;
  });
}

/** The highest scores, kept in order while they come in. */
class BestPassages {
  readonly #most: number;
  readonly #entries: (PassageKey & { score: number })[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  offer(score: number, report_id: string, passage_no: number): void {
    const entries = this.#entries;
    const isFull = entries.length >= this.#most;
    if (isFull && score <= (entries.at(-1)?.score ?? 0)) return;
    let low = 0;
    let high = entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((entries[middle]?.score ?? 0) >= score) low = middle + 1;
      else high = middle;
    }
    entries.splice(low, 0, { score, report_id, passage_no });
    if (isFull) entries.pop();
  }

  list(): PassageKey[] {
    return this.#entries;
  }
}
