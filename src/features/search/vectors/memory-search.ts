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

const LIMITS = { rowsMax: ROWS_MAX, rowsPerTurn: SUMS_MAX };

/** The vectors of one report: consecutive rows. */
interface Segment {
  revision: number;
  first: number;
  passageNos: number[];
  sections: string[];
  scales: Float32Array;
}

/** Vectors in memory. Once they are too many a search begins another one; those that are running finish on theirs. */
class LoadedVectors {
  readonly products = new DotProducts();
  readonly segments = new Map<string, Segment>();
  rows = 0;
}

/**
 * Compares the question with every vector of the scope. Vectors are loaded when they are first needed. Which reports a
 * caller may read is asked of the database each time: memory never decides it.
 */
export class MemorySearch implements VectorSearch {
  readonly #db: Database;
  readonly #limits: typeof LIMITS;
  #loaded = new LoadedVectors();
  /** Loads one after the other, so that no report is loaded twice. */
  #loading: Promise<unknown> = Promise.resolve();

  constructor(db: Database, limits = LIMITS) {
    this.#db = db;
    this.#limits = limits;
  }

  async nearest(request: NearRequest): Promise<NearPassage[]> {
    const { scope, vectors, count } = request;
    const { rowsMax, rowsPerTurn } = this.#limits;
    const reports = withinMemory(
      (await listScopedReports(this.#db, scope, REPORTS_MAX)).filter(({ model }) => vectors.has(model ?? "")),
      rowsMax,
    );
    const loaded = await this.#load(reports);
    const best = new BestPassages(count * SPARE);
    for (const [model, vector] of vectors) {
      const question = quantise(vector);
      const sections = scope.sections && new Set(scope.sections);
      let rowsSincePause = 0;
      for (const report of reports.filter((one) => one.model === model)) {
        compareReport(loaded, report.report_id, { question, best, sections });
        rowsSincePause += report.passages;
        if (rowsSincePause < rowsPerTurn) continue;
        rowsSincePause = 0;
        await setImmediate();
      }
    }
    return compareExactly(this.#db, best.list(), request);
  }

  async #load(reports: readonly ScopedReport[]): Promise<LoadedVectors> {
    if (!reports.some((report) => isMissing(this.#loaded, report))) return this.#loaded;
    const loading = this.#loading.then(async () => {
      let missing = reports.filter((report) => isMissing(this.#loaded, report));
      const added = missing.reduce((sum, { passages }) => sum + passages, 0);
      if (this.#loaded.rows + added > this.#limits.rowsMax) {
        // Rows of reports that were indexed again or deleted are never reused, so now and then all begin afresh.
        this.#loaded = new LoadedVectors();
        missing = [...reports];
      }
      for (let at = 0; at < missing.length; at += REPORTS_PER_LOAD)
        await loadReports(this.#db, this.#loaded, missing.slice(at, at + REPORTS_PER_LOAD));
      return this.#loaded;
    });
    this.#loading = loading.catch(() => {});
    return loading;
  }
}

const isMissing = ({ segments }: LoadedVectors, { report_id, revision }: ScopedReport) =>
  segments.get(report_id)?.revision !== revision;

async function loadReports(
  db: Database,
  loaded: LoadedVectors,
  reports: readonly ScopedReport[],
): Promise<void> {
  const rows = await listShortVectors(
    db,
    reports.map(({ report_id }) => report_id),
  );
  const byReport = Map.groupBy(rows, ({ report_id }) => report_id);
  for (const { report_id, revision } of reports)
    loaded.segments.set(report_id, storeReport(loaded, byReport.get(report_id) ?? [], revision));
}

function storeReport(loaded: LoadedVectors, rows: readonly StoredVector[], revision: number): Segment {
  const first = loaded.rows;
  for (const { vector } of rows) {
    if (vector.length !== DIMENSION) throw new Error(`a vector of ${vector.length} parts`);
    loaded.products.write(loaded.rows++, new Int8Array(vector.buffer, vector.byteOffset, vector.length));
  }
  return {
    revision,
    first,
    passageNos: rows.map(({ passage_no }) => passage_no),
    sections: rows.map(({ section }) => section),
    scales: Float32Array.from(rows, ({ vector_scale }) => vector_scale),
  };
}

function compareReport(
  { products, segments }: LoadedVectors,
  reportId: string,
  {
    question,
    best,
    sections,
  }: { question: ShortVector; best: BestPassages; sections: ReadonlySet<string> | undefined },
): void {
  const segment = segments.get(reportId);
  if (!segment) return;
  const { first, passageNos, scales } = segment;
  for (let from = 0; from < passageNos.length; from += SUMS_MAX) {
    const to = Math.min(passageNos.length, from + SUMS_MAX);
    const sums = products.multiply(question.parts, first + from, first + to);
    for (const [at, sum] of sums.entries()) {
      const index = from + at;
      if (sections && !sections.has(segment.sections[index] ?? "")) continue;
      best.offer(sum * question.scale * (scales[index] ?? 0), reportId, passageNos[index] ?? 0);
    }
  }
}

function withinMemory(reports: readonly ScopedReport[], rowsMax: number): ScopedReport[] {
  let rows = 0;
  return reports.filter(({ passages }) => {
    rows += passages;
    return rows <= rowsMax;
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
