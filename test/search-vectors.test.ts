import { expect, it } from "vitest";
import { indexReport, reindexReports } from "../src/features/search/indexing/index-report.ts";
import { readScope } from "../src/features/search/query/read-scope.ts";
import { readNow } from "../src/features/search/store.ts";
import { chooseSearch } from "../src/features/search/vectors/choose-search.ts";
import { DIMENSION, DotProducts } from "../src/features/search/vectors/dot-products.ts";
import { MemorySearch } from "../src/features/search/vectors/memory-search.ts";
import {
  fillVectorIndex,
  IndexSearch,
  isIndexComplete,
} from "../src/features/search/vectors/pgvector/index-search.ts";
import { dotProduct, type VectorSearch } from "../src/features/search/vectors/vector-search.ts";
import type { Database } from "../src/platform/db/index.ts";
import { freshDatabase } from "./database.ts";
import { addReadyReport } from "./made-up-reports.ts";

const MODEL = "test@1";
const REPORTS = 120;
const PASSAGES = 10;
let seed = 7;
/** The same numbers in every run, from -1 to 1. */
const next = () => {
  seed = (seed * 48_271) % 2_147_483_647;
  return (seed / 2_147_483_647) * 2 - 1;
};

function randomVector(): Float32Array {
  const vector = Float32Array.from({ length: DIMENSION }, next);
  const length = Math.hypot(...vector);
  return vector.map((part) => part / length);
}

it("multiplies bytes exactly", () => {
  const rows = Array.from({ length: 50 }, () => Int8Array.from({ length: DIMENSION }, () => next() * 127));
  const products = new DotProducts();
  for (const [at, row] of rows.entries()) products.write(at, row);
  const [query = new Int8Array(DIMENSION)] = rows;
  const expected = rows
    .slice(3)
    .map((row) => row.reduce((sum, part, at) => sum + part * (query[at] ?? 0), 0));
  expect([...products.multiply(query, 3, 50)]).toEqual(expected);
});

// One database for both: the same passages, searched in memory and, where the server has pgvector, by its index.
it("finds the passages that are closest, in memory exactly and by the index at least 97 of 100", async () => {
  const db = await freshDatabase();
  const stored: { id: string; vector: Float32Array }[] = [];
  for (let report = 0; report < REPORTS; report++) {
    const vectors = Array.from({ length: PASSAGES }, randomVector);
    const reportId = await addReadyReport(
      { db, jobs: { send: async () => {}, start: async () => {}, stop: async () => {} } },
      {
        accountId: null,
        texts: vectors.map((_, at) => `Passage ${at} of ${report}`),
        vectors: { model: MODEL, of: (at) => vectors[at] ?? randomVector() },
      },
    );
    await indexReport(db, reportId);
    stored.push(...vectors.map((vector, at) => ({ id: `${reportId}#${at}`, vector })));
  }
  await fillVectorIndex(db);
  const hasIndex = await isIndexComplete(db);
  expect(hasIndex).toBe(process.env.FLORIN_TEST_SERVER === "server");
  const scope = readScope(
    {},
    { viewer: { accountId: "none", userId: null }, indexedUntil: await readNow(db) },
  );
  const searches = hasIndex ? [new MemorySearch(db), new IndexSearch(db)] : [new MemorySearch(db)];
  for (const [kind, search] of searches.entries()) {
    let found = 0;
    for (let question = 0; question < 20; question++) {
      const vector = randomVector();
      const exact = stored
        .map((one) => ({ id: one.id, product: dotProduct(one.vector, vector) }))
        .sort((a, b) => b.product - a.product)
        .slice(0, 10);
      const near = await search.nearest({ vectors: new Map([[MODEL, vector]]), scope, count: 10 });
      const ids = new Set(near.map(({ report_id, passage_no }) => `${report_id}#${passage_no}`));
      found += exact.filter(({ id }) => ids.has(id)).length;
      expect(near.map(({ similarity }) => similarity)).toEqual(
        near.map(({ similarity }) => similarity).toSorted((a, b) => b - a),
      );
    }
    expect(found).toBeGreaterThanOrEqual(kind === 0 ? 199 : 194);
  }
});

const noJobs = { send: async () => {}, start: async () => {}, stop: async () => {} };

/** Reports of ten passages each, with vectors of this model. */
async function addReports(db: Database, count: number, model = MODEL) {
  const reports: { id: string; vectors: Float32Array[] }[] = [];
  for (let report = 0; report < count; report++) {
    const vectors = Array.from({ length: PASSAGES }, randomVector);
    const of = (at: number) => vectors[at] ?? randomVector();
    const texts = vectors.map((_, at) => `Passage ${at}`);
    const id = await addReadyReport({ db, jobs: noJobs }, { accountId: null, texts, vectors: { model, of } });
    await indexReport(db, id);
    reports.push({ id, vectors });
  }
  return reports;
}

async function idsNear(
  db: Database,
  search: VectorSearch,
  { vector, model = MODEL, reportIds }: { vector: Float32Array; model?: string; reportIds?: string[] },
): Promise<string[]> {
  const viewer = { accountId: "none", userId: null };
  const scope = readScope({ report_id: reportIds }, { viewer, indexedUntil: await readNow(db) });
  const found = await search.nearest({ vectors: new Map([[model, vector]]), scope, count: PASSAGES });
  return found.map(({ report_id, passage_no }) => `${report_id}#${passage_no}`);
}

it("finds all of a scope in memory while another search loads other reports", async () => {
  const db = await freshDatabase();
  const reports = await addReports(db, 4);
  const halves = [reports.slice(0, 2), reports.slice(2)].map((half) => half.map(({ id }) => id));
  const search = new MemorySearch(db, { rowsMax: 2 * PASSAGES, rowsPerTurn: 1 });
  const vector = randomVector();
  const all = await Promise.all(
    [...halves, ...halves, ...halves].map(async (reportIds) => idsNear(db, search, { vector, reportIds })),
  );
  expect(all.map((ids) => ids.length)).toEqual(all.map(() => PASSAGES));
  const own = await idsNear(db, new MemorySearch(db), { vector, reportIds: halves[0] ?? [] });
  for (const ids of [all[0], all[2], all[4]]) expect(ids).toEqual(own);
});

/** As `florin reports reembed` does, with the vectors in the opposite order. */
async function embedAgain(
  db: Database,
  { id, vectors }: { id: string; vectors: Float32Array[] },
): Promise<void> {
  const turned = vectors.toReversed().map((one) => Buffer.from(one.buffer, one.byteOffset, one.byteLength));
  await db`
    update report_chunk set vector = made.vector
    from unnest(${turned}::bytea[]) with ordinality as made (vector, number)
    where report_id = ${id} and chunk_index = number - 1`;
  await db`
    update report set embedding_sha256 = ${"e".repeat(64)}, certificate = certificate || '{"model": "test@2"}'
    where report_id = ${id}`;
}

it("compares no question of one model with vectors of another, and finds them once indexed again", async () => {
  const db = await freshDatabase();
  const [report, other] = await addReports(db, 2);
  if (!report || !other) throw new Error("no report");
  const [vector = randomVector()] = report.vectors;
  await fillVectorIndex(db);
  const search = chooseSearch(db);
  const first = (ids: readonly string[]) => ids[0];
  expect(first(await idsNear(db, search, { vector }))).toBe(`${report.id}#0`);
  await embedAgain(db, report);
  const between = await idsNear(db, search, { vector });
  expect(between.filter((id) => id.startsWith(report.id))).toEqual([]);
  expect(between).toHaveLength(PASSAGES);
  await reindexReports(db, { after: "" });
  expect(first(await idsNear(db, search, { vector, model: "test@2" }))).toBe(`${report.id}#9`);
});
