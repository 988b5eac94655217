/**
 * How fast passages are searched: by words, by meaning and both, with 1 and 16 clients, with few and with many passages
 * in one database; and how many of the ten closest the index of pgvector finds. FLORIN_TEST_SERVER_URL names a server
 * with pgvector; without it, the embedded one compares in memory.
 *
 *   node bench/search.ts [--few 10000] [--passages 100000] [--calls 300] [--json FILE]
 */
import { readQuery } from "../src/features/search/query/read-query.ts";
import { readScope } from "../src/features/search/query/read-scope.ts";
import { type SearchMode, searchPassages } from "../src/features/search/search-passages.ts";
import { readNow } from "../src/features/search/store.ts";
import { chooseSearch } from "../src/features/search/vectors/choose-search.ts";
import { hasIndex, listNearestExactly } from "../src/features/search/vectors/pgvector/store.ts";
import type { Database } from "../src/platform/db/index.ts";
import { openLocalModels } from "../src/platform/models/index.ts";
import { withDatabases } from "./companies/bench-database.ts";
import { fillPassages } from "./search/fill-passages.ts";
import { madeUpVector } from "./search/made-up-vector.ts";
import { randomText } from "./service/made-up-text.ts";
import { readOptions, saveJson } from "./service/options.ts";
import { percentile } from "./service/statistics.ts";

const options = readOptions({ few: 10_000, passages: 100_000, calls: 300, json: "" });
const { embedder, close } = openLocalModels({ threads: 1 });
const model = `${embedder.model}@${embedder.revision}`;
const RECALL_QUESTIONS = 50;
const CLOSEST = 10;

async function openScope(db: Database) {
  const viewer = { accountId: "none", userId: null };
  return readScope({}, { viewer, indexedUntil: await readNow(db) });
}

async function measure(db: Database, mode: SearchMode, clients: number): Promise<object> {
  const tools = { db, embedder, vectors: chooseSearch(db) };
  const scope = await openScope(db);
  const search = async () => {
    const text = randomText(2);
    const startedAt = performance.now();
    await searchPassages(tools, { text, query: readQuery(text), scope, mode, offset: 0, limit: 20 });
    return performance.now() - startedAt;
  };
  for (let call = 0; call < 20; call++) await search();
  const taken: number[] = [];
  const client = async () => {
    for (let call = 0; call < options.calls / clients; call++) taken.push(await search());
  };
  await Promise.all(Array.from({ length: clients }, client));
  const at = (share: number) => percentile(taken, share, 0);
  return { mode, clients, p50_ms: at(0.5), p99_ms: at(0.99) };
}

/** The share of the closest passages that are found, for questions close to some passage; null in memory. */
async function measureRecall(db: Database): Promise<number | null> {
  if (!(await hasIndex(db))) return null;
  const scope = await openScope(db);
  const reports = await db<{ report_id: string }>`select report_id from passage_report limit 1000000`;
  const reportIds = reports.map(({ report_id }) => report_id);
  const vectors = chooseSearch(db);
  let found = 0;
  for (let question = 0; question < RECALL_QUESTIONS; question++) {
    const vector = madeUpVector();
    const exact = await listNearestExactly(db, scope, { reportIds, model, vector, count: CLOSEST });
    const near = await vectors.nearest({ vectors: new Map([[model, vector]]), scope, count: CLOSEST });
    const keys = new Set(near.map(({ report_id, passage_no }) => `${report_id}#${passage_no}`));
    found += exact.filter(({ report_id, passage_no }) => keys.has(`${report_id}#${passage_no}`)).length;
  }
  return found / (RECALL_QUESTIONS * CLOSEST);
}

const results: Record<string, object[]> = {};
await withDatabases(1, async ([db]) => {
  if (!db) throw new Error("no database");
  for (const passages of [options.few, options.passages]) {
    const startedAt = performance.now();
    await fillPassages(db, { passages, model });
    console.log(`${passages} passages after ${Math.round((performance.now() - startedAt) / 1_000)} s`);
    const lines: object[] = [];
    for (const mode of ["words", "meaning", "auto"] as const)
      for (const clients of [1, 16]) lines.push(await measure(db, mode, clients));
    console.table(lines);
    console.log(`recall@${CLOSEST} of the index: ${(await measureRecall(db)) ?? "no index"}`);
    results[passages] = lines;
  }
});
await close();
saveJson(options.json, results);
