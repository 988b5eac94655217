/**
 * How fast passages are searched: by words, by meaning and both, with 1 and 16 clients.
 *
 *   node bench/search.ts [--passages 100000] [--calls 300]
 */
import { indexReport } from "../src/features/search/indexing/index-report.ts";
import { readQuery } from "../src/features/search/query/read-query.ts";
import { readScope } from "../src/features/search/query/read-scope.ts";
import { type SearchMode, searchPassages } from "../src/features/search/search-passages.ts";
import { readNow } from "../src/features/search/store.ts";
import { chooseSearch } from "../src/features/search/vectors/choose-search.ts";
import { fillVectorIndex } from "../src/features/search/vectors/pgvector/index-search.ts";
import type { Database } from "../src/platform/db/index.ts";
import { openLocalModels } from "../src/platform/models/index.ts";
import { addReadyReport } from "../test/made-up-reports.ts";
import { withDatabase } from "./companies/bench-database.ts";
import { random, randomText } from "./service/made-up-text.ts";
import { readOptions } from "./service/options.ts";
import { percentile } from "./service/statistics.ts";

const options = readOptions({ passages: 100_000, calls: 300 });
const PER_REPORT = 200;
const WORDS_PER_PASSAGE = 120;
const { embedder, close } = openLocalModels({ threads: 1 });
const model = `${embedder.model}@${embedder.revision}`;
const noJobs = { send: async () => {}, start: async () => {}, stop: async () => {} };

function vector(): Float32Array {
  const parts = Float32Array.from({ length: 384 }, () => random() - 0.5);
  const length = Math.hypot(...parts);
  return parts.map((part) => part / length);
}

async function fill(db: Database, passages: number): Promise<void> {
  for (let done = 0; done < passages; done += PER_REPORT) {
    const texts = Array.from({ length: PER_REPORT }, () => randomText(WORDS_PER_PASSAGE));
    const report = { accountId: null, texts, vectors: { model, of: vector } };
    await indexReport(db, await addReadyReport({ db, jobs: noJobs }, report));
  }
  await db`analyze`;
  await fillVectorIndex(db);
}

async function measure(db: Database, mode: SearchMode, clients: number): Promise<object> {
  const tools = { db, embedder, vectors: chooseSearch(db) };
  const indexedUntil = await readNow(db);
  const search = async () => {
    const query = randomText(2);
    const scope = readScope({}, { viewer: { accountId: "none", userId: null }, indexedUntil });
    const startedAt = performance.now();
    await searchPassages(tools, { text: query, query: readQuery(query), scope, mode, offset: 0, limit: 20 });
    return performance.now() - startedAt;
  };
  for (let call = 0; call < 5; call++) await search();
  const taken: number[] = [];
  const client = async () => {
    for (let call = 0; call < options.calls / clients; call++) taken.push(await search());
  };
  await Promise.all(Array.from({ length: clients }, client));
  const at = (share: number) => percentile(taken, share, 0);
  return { passages: options.passages, mode, clients, p50_ms: at(0.5), p99_ms: at(0.99) };
}

await withDatabase(async (db) => {
  const startedAt = performance.now();
  await fill(db, options.passages);
  console.log(
    `${options.passages} passages indexed in ${Math.round((performance.now() - startedAt) / 1_000)} s`,
  );
  const lines: object[] = [];
  for (const mode of ["words", "meaning", "auto"] as const)
    for (const clients of [1, 16]) lines.push(await measure(db, mode, clients));
  console.table(lines);
});
await close();
