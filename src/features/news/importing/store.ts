import type { Sql } from "../../../platform/db/index.ts";
import type { Origin, PreparedArticle } from "./prepare-article.ts";

export interface StorableArticle extends PreparedArticle {
  cluster_no: number;
  svc_entity_id: readonly string[];
}

export async function listKnown(sql: Sql, articleIds: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ article_id: string }>`
    select article_id from article where article_id = any(${articleIds})`;
  return new Set(rows.map(({ article_id }) => article_id));
}

export async function insertArticles(
  sql: Sql,
  articles: readonly StorableArticle[],
  origin: Origin,
): Promise<void> {
  const column = <T>(pick: (article: StorableArticle) => T) => articles.map(pick);
  const numbers = (list: readonly number[]) => `{${list.join(",")}}`;
  await sql`
    insert into article (article_id, link, title, source, snippet, body, thumbnail, language, published_at, date_state,
      date_evidence, words, keys, sketch, bands, marks, cluster_no, svc_entity_id, origin, licence, fictional)
    select article_id, link, title, source, snippet, body, thumbnail, language, published_at, date_state,
      date_evidence, words::tsvector, keys::int[], sketch::int[], bands::int[], marks::int[], cluster_no, companies::text[],
      ${origin.name}, ${origin.licence}, ${origin.fictional}
    from unnest(
      ${column((article) => article.article_id)}::text[],
      ${column((article) => article.link)}::text[],
      ${column((article) => article.title)}::text[],
      ${column((article) => article.source)}::text[],
      ${column((article) => article.snippet)}::text[],
      ${column((article) => article.body)}::text[],
      ${column((article) => article.thumbnail)}::text[],
      ${column((article) => article.language)}::text[],
      ${column((article) => article.published_at?.toISOString() ?? null)}::timestamptz[],
      ${column((article) => article.date_state)}::text[],
      ${column((article) => article.date_evidence)}::text[],
      ${column((article) => article.words)}::text[],
      ${column((article) => numbers(article.keys))}::text[],
      ${column((article) => numbers(article.sketch.values))}::text[],
      ${column((article) => numbers(article.sketch.bands))}::text[],
      ${column((article) => numbers(article.sketch.marks))}::text[],
      ${column((article) => article.cluster_no)}::int[],
      ${column((article) => `{${article.svc_entity_id.join(",")}}`)}::text[]
    ) as new (article_id, link, title, source, snippet, body, thumbnail, language, published_at, date_state,
      date_evidence, words, keys, sketch, bands, marks, cluster_no, companies)`;
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

/** Merges the pending list into the search index, which searches would otherwise scan. */
export async function tidyIndexes(sql: Sql): Promise<void> {
  await sql`select gin_clean_pending_list('article_keys')`;
}

export async function analyseArticles(sql: Sql): Promise<void> {
  await sql`analyze article`;
}
