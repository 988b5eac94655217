import { type Database, inTransaction } from "../../../../platform/db/index.ts";
import { bytesToVector } from "../../../reports/index.ts";
import { listChunksToIndex, lockPassages } from "../../indexing/store.ts";
import { hasFewReports, listScopedReports, type PassageKey } from "../../store.ts";
import { compareExactly } from "../compare-exactly.ts";
import type { NearPassage, NearRequest, VectorSearch } from "../vector-search.ts";
import {
  createIndex,
  hasIndex,
  hasPgvector,
  listNearest,
  listNearestExactly,
  listWithoutVectors,
  saveVectors,
} from "./store.ts";

/** In a scope of at most this many reports every vector is compared. */
const EXACT_REPORTS_MAX = 100;
/** Half precision hardly changes the order of the closest. */
const SPARE = 1.2;
const CHUNKS_MAX = 50_000;
const REPORTS_AT_ONCE = 100;

/** Finds the closest passages with the index of pgvector; what it finds is compared exactly at the end. */
export class IndexSearch implements VectorSearch {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async nearest(request: NearRequest): Promise<NearPassage[]> {
    const { scope, vectors } = request;
    const count = Math.ceil(request.count * SPARE);
    const few = (await hasFewReports(this.#db, scope, EXACT_REPORTS_MAX))
      ? await listScopedReports(this.#db, scope, EXACT_REPORTS_MAX)
      : null;
    const candidates: PassageKey[] = [];
    for (const [model, vector] of vectors) {
      const found = few
        ? await listNearestExactly(this.#db, scope, {
            reportIds: few.map(({ report_id }) => report_id),
            model,
            vector,
            count,
          })
        : await inTransaction(this.#db, (sql) => listNearest(sql, scope, { model, vector, count }));
      candidates.push(...found);
    }
    return compareExactly(this.#db, candidates, request);
  }
}

/** False without the index, and while vectors are missing from it. */
export async function isIndexComplete(db: Database): Promise<boolean> {
  if (!(await hasIndex(db))) return false;
  return (await listWithoutVectors(db, { after: "", limit: 1 })).length === 0;
}

/** Adds the vectors of these reports that are missing or of another model, if there is an index. */
export async function indexMissingVectors(db: Database, reportIds: readonly string[]): Promise<void> {
  if (reportIds.length === 0 || !(await hasIndex(db))) return;
  const missing = await listWithoutVectors(db, { after: "", limit: reportIds.length, among: reportIds });
  for (const reportId of missing) await indexVectors(db, reportId);
}

/** Makes the index where the server has pgvector, and adds what is missing. Online: searches go on meanwhile. */
export async function fillVectorIndex(db: Database, signal?: AbortSignal): Promise<void> {
  if (!(await ensureIndex(db))) return;
  for (let after = ""; ; ) {
    const reportIds = await listWithoutVectors(db, { after, limit: REPORTS_AT_ONCE });
    for (const reportId of reportIds) {
      signal?.throwIfAborted();
      await indexVectors(db, reportId);
    }
    const last = reportIds.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

async function ensureIndex(db: Database): Promise<boolean> {
  if (await hasIndex(db)) return true;
  if (!(await hasPgvector(db))) return false;
  // A role that may not create an extension is no error: vectors are then compared in memory.
  return inTransaction(db, createIndex).then(
    () => true,
    () => false,
  );
}

async function indexVectors(db: Database, reportId: string): Promise<void> {
  await inTransaction(db, async (sql) => {
    await lockPassages(sql, reportId);
    const chunks = await listChunksToIndex(sql, reportId, { after: -1, limit: CHUNKS_MAX });
    const rows = chunks.flatMap(({ chunk_index, vector }) =>
      vector ? [{ passageNo: chunk_index, vector: bytesToVector(vector) }] : [],
    );
    if (rows.length > 0) await saveVectors(sql, reportId, rows);
  });
}
