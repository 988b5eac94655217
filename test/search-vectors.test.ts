import { expect, it } from "vitest";
import { indexReport } from "../src/features/search/indexing/index-report.ts";
import { readScope } from "../src/features/search/query/read-scope.ts";
import { readNow } from "../src/features/search/store.ts";
import { DIMENSION, DotProducts } from "../src/features/search/vectors/dot-products.ts";
import { MemorySearch } from "../src/features/search/vectors/memory-search.ts";
import {
  fillVectorIndex,
  IndexSearch,
  isIndexComplete,
} from "../src/features/search/vectors/pgvector/index-search.ts";
import { dotProduct } from "../src/features/search/vectors/vector-search.ts";
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
