import type { Sql } from "../../../platform/db/index.ts";
import type { Origin, PreparedArticle } from "./prepare-article.ts";

export interface LinkedArticle extends PreparedArticle {
  svc_entity_id: readonly string[];
}

/** The numbers of an article, and of the cluster it starts unless it is a copy. */
export interface ArticleNumbers {
  article_no: number;
  cluster_no: number;
}

export interface StorableArticle extends LinkedArticle, ArticleNumbers {}

/** Taken first, so that the clusters of new articles can be written without reading the articles again. */
export async function takeNumbers(sql: Sql, count: number): Promise<ArticleNumbers[]> {
  return sql<ArticleNumbers>`
    select nextval('article_article_no_seq')::int as article_no, nextval('news_cluster_number')::int as cluster_no
    from generate_series(1, ${count}::int)`;
}

export async function listKnown(sql: Sql, articleIds: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ article_id: string }>`
    select article_id from article where article_id = any(${articleIds})`;
  return new Set(rows.map(({ article_id }) => article_id));
}

const ARTICLE_COLUMNS = [
  "article_no",
  "article_id",
  "link",
  "title",
  "source",
  "snippet",
  "body",
  "thumbnail",
  "language",
  "published_at",
  "date_state",
  "date_evidence",
  "words",
  "keys",
  "sketch",
  "bands",
  "marks",
  "cluster_no",
  "svc_entity_id",
  "origin",
  "licence",
  "fictional",
];

export async function insertArticles(
  sql: Sql,
  articles: readonly StorableArticle[],
  origin: Origin,
): Promise<void> {
  const list = (values: readonly (number | string)[]) => `{${values.join(",")}}`;
  await sql.copy(
    { table: "article", columns: ARTICLE_COLUMNS },
    articles.map((article) => [
      article.article_no,
      article.article_id,
      article.link,
      article.title,
      article.source,
      article.snippet,
      article.body,
      article.thumbnail,
      article.language,
      article.published_at?.toISOString() ?? null,
      article.date_state,
      article.date_evidence,
      article.words,
      list(article.keys),
      list(article.sketch.values),
      list(article.sketch.bands),
      list(article.sketch.marks),
      article.cluster_no,
      list(article.svc_entity_id),
      origin.name,
      origin.licence,
      origin.fictional,
    ]),
  );
}

export async function addWeeks(
  sql: Sql,
  weeks: readonly { language: string; week: number }[],
): Promise<void> {
  await sql`
    insert into news_week (language, week)
    select * from unnest(${weeks.map(({ language }) => language)}::text[], ${weeks.map(({ week }) => week)}::int[])
    on conflict do nothing`;
}

export interface Count {
  reason: string;
  items: number;
  detail: string;
}

export async function addCounts(sql: Sql, origin: string, counts: readonly Count[]): Promise<void> {
  await sql`
    insert into news_count (origin, reason, items, last_detail)
    select ${origin}, new.* from unnest(${counts.map(({ reason }) => reason)}::text[],
      ${counts.map(({ items }) => items)}::bigint[], ${counts.map(({ detail }) => detail)}::text[])
      as new (reason, items, detail)
    on conflict (origin, reason) do update set
      items = news_count.items + excluded.items, last_detail = excluded.last_detail, last_at = now()`;
}

/** Until the transaction ends. Otherwise an insert stops to merge whenever the list of new keys has 4 MB. */
export async function deferMerging(sql: Sql): Promise<void> {
  await sql`set local gin_pending_list_limit = '256MB'`;
}

/** Merges the list of new keys into the search index. Searches would otherwise read the list from end to end. */
export async function mergeNewKeys(sql: Sql): Promise<void> {
  await sql`select gin_clean_pending_list('article_keys')`;
}

export async function analyseArticles(sql: Sql): Promise<void> {
  await sql`analyze article`;
}
