import { setImmediate } from "node:timers/promises";
import { type Database, inTransaction, type Sql } from "../../../platform/db/index.ts";
import { loadLanguageDetector } from "../../reports/index.ts";
import { assignClusters } from "../clusters/assign-clusters.ts";
import { addClusters, lockClusters, renewClusters } from "../clusters/store.ts";
import type { ReadItem } from "../formats/format.ts";
import { linkCompanies } from "../mentions/link-companies.ts";
import { startMerging } from "./merge-keys.ts";
import { findLanguage, type Origin, type PreparedArticle, prepareArticle } from "./prepare-article.ts";
import {
  addCounts,
  addWeeks,
  analyseArticles,
  deferMerging,
  insertArticles,
  type LinkedArticle,
  listKnown,
  mergeNewKeys,
  takeNumbers,
} from "./store.ts";

export interface ImportResult {
  /** Items seen, whatever happened to them. */
  items: number;
  added: number;
  known: number;
  /** Stored, but left out of searches, which are all by date. */
  undated: number;
  /** How often each problem occurred. */
  faults: Record<string, number>;
}

export interface ImportOptions {
  origin: Origin;
  now: Date;
  signal?: AbortSignal | undefined;
  progress?: ((result: ImportResult) => void) | undefined;
}

const BATCH = 500;
const ANALYSE_FROM = 5_000;
/** A few milliseconds of work: then the database, which is storing the batch before, gets its next statement. */
const ITEMS_PER_TURN = 5;

/**
 * Imports articles in batches, each completely or not at all. Nothing is dropped silently: skipped items are counted
 * by reason under the origin's name.
 */
export async function importArticles(
  db: Database,
  items: AsyncIterable<ReadItem> | Iterable<ReadItem>,
  { origin, now, signal, progress }: ImportOptions,
): Promise<ImportResult> {
  const result: ImportResult = { items: 0, added: 0, known: 0, undated: 0, faults: {} };
  let batch: ReadItem[] = [];
  let storing = Promise.resolve();
  const merging = startMerging(db);
  // The next batch is prepared while the database stores this one; never two are stored at a time.
  const flush = async () => {
    const full = batch;
    batch = [];
    const prepared = await prepareBatch(db, full, { origin, now });
    await storing;
    await merging.waitForRoom();
    storing = storeBatch(db, prepared, origin, result).then(() => {
      merging.addBatch();
      progress?.(result);
    });
    // Awaited at the next flush; until then a failure must not count as unhandled.
    storing.catch(() => {});
  };
  try {
    for await (const item of items) {
      signal?.throwIfAborted();
      batch.push(item);
      if (batch.length >= BATCH) await flush();
    }
    await flush();
    await storing;
  } finally {
    // When the source fails, no batch may still be written after the import has ended.
    await storing.catch(() => {});
    await merging.settle();
  }
  if (result.added > 0) await mergeNewKeys(db);
  if (result.added >= ANALYSE_FROM) await analyseArticles(db);
  return result;
}

interface PreparedBatch {
  items: number;
  /** Articles without those that are stored already. */
  articles: LinkedArticle[];
  /** Known ones: stored already, or repeated within the batch. */
  known: number;
  counts: Map<string, { items: number; detail: string }>;
}

async function prepareBatch(
  db: Database,
  items: readonly ReadItem[],
  { origin, now }: { origin: Origin; now: Date },
): Promise<PreparedBatch> {
  const counts = new Map<string, { items: number; detail: string }>();
  const count = (reason: string, detail: string, by = 1) =>
    counts.set(reason, { items: (counts.get(reason)?.items ?? 0) + by, detail });
  const isUnsaid = items.some((item) => "article" in item && findLanguage(item.article, origin) === null);
  const detectLanguage = isUnsaid ? await loadLanguageDetector() : () => null;
  const prepared = new Map<string, PreparedArticle>();
  let repeated = 0;
  for (const [at, item] of items.entries()) {
    if (at % ITEMS_PER_TURN === 0) await setImmediate();
    const outcome = "article" in item ? prepareArticle(item.article, origin, { now, detectLanguage }) : item;
    if ("fault" in outcome) count(outcome.fault.reason, outcome.fault.detail);
    else if (prepared.has(outcome.article_id)) repeated++;
    else prepared.set(outcome.article_id, outcome);
  }
  const unknown = await withoutKnown(db, [...prepared.values()]);
  // Linked before the transaction, which must not wait for a second connection while it holds one.
  const companies = await linkCompanies(db, unknown);
  const articles = unknown.map((article, at) => ({ ...article, svc_entity_id: companies[at] ?? [] }));
  return { items: items.length, articles, known: prepared.size - articles.length + repeated, counts };
}

async function storeBatch(
  db: Database,
  { items, articles, known, counts }: PreparedBatch,
  origin: Origin,
  result: ImportResult,
): Promise<void> {
  if (items === 0) return;
  for (const [reason, { items }] of counts) result.faults[reason] = (result.faults[reason] ?? 0) + items;
  const count = (reason: string, detail: string, by = 1) =>
    counts.set(reason, { items: (counts.get(reason)?.items ?? 0) + by, detail });
  await inTransaction(db, async (sql) => {
    await lockClusters(sql);
    await deferMerging(sql);
    // Again: another import, or the batch before this one, may have stored some in the meantime.
    const fresh = await withoutKnown(sql, articles);
    const undated = fresh.filter(({ published_at }) => published_at === null);
    for (const { date_state, date_evidence } of undated) count(`date_${date_state}`, date_evidence);
    if (fresh.length > 0) count("added", "", fresh.length);
    await storeFresh(sql, fresh, origin);
    await addCounts(
      sql,
      origin.name,
      [...counts].map(([reason, { items, detail }]) => ({ reason, items, detail })),
    );
    result.items += items;
    result.added += fresh.length;
    result.known += known + articles.length - fresh.length;
    result.undated += undated.length;
  });
}

async function withoutKnown<Article extends PreparedArticle>(
  sql: Sql,
  articles: readonly Article[],
): Promise<Article[]> {
  const known = await listKnown(
    sql,
    articles.map(({ article_id }) => article_id),
  );
  return articles.filter(({ article_id }) => !known.has(article_id));
}

async function storeFresh(sql: Sql, fresh: readonly LinkedArticle[], origin: Origin): Promise<void> {
  if (fresh.length === 0) return;
  const numbers = await takeNumbers(sql, fresh.length);
  const own = numbers.map(({ cluster_no }) => cluster_no);
  const clusters = await assignClusters(sql, fresh, own);
  const rows = fresh.map((article, at) => ({
    ...article,
    article_no: numbers[at]?.article_no ?? 0,
    cluster_no: clusters[at] ?? 0,
  }));
  await insertArticles(sql, rows, origin);
  const sizes = new Map<number, number>();
  for (const number of clusters) sizes.set(number, (sizes.get(number) ?? 0) + 1);
  const isAlone = (number: number, at: number) => number === own[at] && sizes.get(number) === 1;
  await addClusters(
    sql,
    rows.filter(({ cluster_no }, at) => isAlone(cluster_no, at)),
  );
  await renewClusters(sql, [...new Set(clusters.filter((number, at) => !isAlone(number, at)))]);
  await addWeeks(sql, listWeeks(fresh));
}

function listWeeks(
  articles: readonly Pick<PreparedArticle, "language" | "week">[],
): { language: string; week: number }[] {
  const weeks = new Map<string, { language: string; week: number }>();
  for (const { language, week } of articles)
    if (week !== null) weeks.set(`${language} ${week}`, { language, week });
  return [...weeks.values()];
}
