import { setImmediate } from "node:timers/promises";
import { readAhead } from "../../../kernel/read-ahead.ts";
import { type Database, inTransaction, type Sql } from "../../../platform/db/index.ts";
import { loadLanguageDetector } from "../../reports/index.ts";
import { assignClusters } from "../clusters/assign-clusters.ts";
import { lockClusters, renewClusters } from "../clusters/store.ts";
import type { ReadItem } from "../formats/format.ts";
import { linkCompanies } from "../mentions/link-companies.ts";
import { findLanguage, type Origin, type PreparedArticle, prepareArticle } from "./prepare-article.ts";
import {
  addCounts,
  addWeeks,
  analyseArticles,
  insertArticles,
  listKnown,
  type StorableArticle,
  tidyIndexes,
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
/** A few milliseconds of work. */
const ITEMS_PER_TURN = 20;
const ANALYSE_FROM = 5_000;

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
  for await (const batch of readAhead(prepareBatches(items, { origin, now, signal }))) {
    signal?.throwIfAborted();
    await storeBatch(db, batch, { origin, result });
    progress?.(result);
  }
  if (result.added > 0) await tidyIndexes(db);
  if (result.added >= ANALYSE_FROM) await analyseArticles(db);
  return result;
}

interface PreparedBatch {
  items: number;
  prepared: Map<string, PreparedArticle>;
  /** Items that are the same article as one before them. */
  repeated: number;
  counts: ReasonCounts;
}

/** How many items there were for each reason, and an example. */
class ReasonCounts {
  readonly #counts = new Map<string, { items: number; detail: string }>();

  add(reason: string, detail: string, by = 1): void {
    this.#counts.set(reason, { items: (this.#counts.get(reason)?.items ?? 0) + by, detail });
  }

  list(): { reason: string; items: number; detail: string }[] {
    return [...this.#counts].map(([reason, count]) => ({ reason, ...count }));
  }
}

/** Prepares articles in short turns, between which the database's replies to the batch before are handled. */
async function* prepareBatches(
  items: AsyncIterable<ReadItem> | Iterable<ReadItem>,
  { origin, now, signal }: Pick<ImportOptions, "origin" | "now" | "signal">,
): AsyncGenerator<PreparedBatch> {
  let batch: ReadItem[] = [];
  for await (const item of items) {
    signal?.throwIfAborted();
    batch.push(item);
    if (batch.length < BATCH) continue;
    yield await prepareBatch(batch, { origin, now });
    batch = [];
  }
  if (batch.length > 0) yield await prepareBatch(batch, { origin, now });
}

async function prepareBatch(
  items: readonly ReadItem[],
  { origin, now }: Pick<ImportOptions, "origin" | "now">,
): Promise<PreparedBatch> {
  const isUnsaid = items.some((item) => "article" in item && findLanguage(item.article, origin) === null);
  const detectLanguage = isUnsaid ? await loadLanguageDetector() : () => null;
  const counts = new ReasonCounts();
  const prepared = new Map<string, PreparedArticle>();
  let repeated = 0;
  for (const [at, item] of items.entries()) {
    if (at % ITEMS_PER_TURN === 0) await setImmediate();
    const outcome = "article" in item ? prepareArticle(item.article, origin, { now, detectLanguage }) : item;
    if ("fault" in outcome) counts.add(outcome.fault.reason, outcome.fault.detail);
    else if (prepared.has(outcome.article_id)) repeated++;
    else prepared.set(outcome.article_id, outcome);
  }
  return { items: items.length, prepared, repeated, counts };
}

async function storeBatch(
  db: Database,
  { items, prepared, repeated, counts }: PreparedBatch,
  { origin, result }: { origin: Origin; result: ImportResult },
): Promise<void> {
  for (const { reason, items } of counts.list()) result.faults[reason] = (result.faults[reason] ?? 0) + items;
  const unknown = await withoutKnown(db, [...prepared.values()]);
  // Linked before the transaction, which must not wait for a second connection while it holds one.
  const companies = await linkCompanies(db, unknown);
  const linked = unknown.map((article, at) => ({ ...article, svc_entity_id: companies[at] ?? [] }));
  await inTransaction(db, async (sql) => {
    await lockClusters(sql);
    const fresh = await withoutKnown(sql, linked);
    const undated = fresh.filter(({ published_at }) => published_at === null);
    for (const { date_state, date_evidence } of undated) counts.add(`date_${date_state}`, date_evidence);
    if (fresh.length > 0) counts.add("added", "", fresh.length);
    await storeFresh(sql, fresh, origin);
    await addCounts(sql, origin.name, counts.list());
    result.items += items;
    result.added += fresh.length;
    result.known += prepared.size - fresh.length + repeated;
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

async function storeFresh(
  sql: Sql,
  fresh: readonly Omit<StorableArticle, "cluster_no">[],
  origin: Origin,
): Promise<void> {
  if (fresh.length === 0) return;
  const clusters = await assignClusters(sql, fresh);
  const rows = fresh.map((article, at) => ({ ...article, cluster_no: clusters[at] ?? 0 }));
  await insertArticles(sql, rows, origin);
  await renewClusters(sql, [...new Set(clusters)]);
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
