import type { Sql } from "../../../platform/db/index.ts";

export interface Span {
  from: Date;
  /** Exclusive end. */
  until: Date;
}

/** The weeks with articles in a language, latest first. */
export async function listWeeks(sql: Sql, language: string, first: number, last: number): Promise<number[]> {
  const rows = await sql.named("news_weeks")<{ week: number }>`
    select week from news_week where language = ${language} and week between ${first} and ${last}
    order by week desc`;
  return rows.map(({ week }) => week);
}

/** Keys that must all be present, and the set of keywords they represent. */
export interface Probe {
  set: number;
  keys: readonly number[];
}

/**
 * The latest articles of each probe. A probe covers only one day or week of one language, so its cost does not depend
 * on the total number of articles. The words are compared again, because two may share a key. The inner list keeps
 * the planner from walking all articles by date until it has enough.
 */
export function probeArticles(
  sql: Sql,
  probes: readonly Probe[],
  queries: readonly string[],
  { from, until, most }: Span & { most: number },
): PromiseLike<{ set: number; article_no: number }[]> {
  return sql.named("news_probe")<{ set: number; article_no: number }>`
    select probe.set, hit.article_no
    from unnest(${probes.map(({ set }) => set)}::int[],
      ${probes.map(({ keys }) => `{${keys.join(",")}}`)}::text[]) as probe (set, keys)
    cross join lateral (
      with met as materialized (
        select article_no, published_at, words from article
        where news_keys(keys, language, published_at) @> probe.keys::int[])
      select article_no from met
      where published_at >= ${from.toISOString()} and published_at < ${until.toISOString()}
        and words @@ (${queries}::text[])[probe.set + 1]::tsquery
      order by published_at desc limit ${most}
    ) as hit`;
}

/** The latest articles that mention any of the companies. */
export async function listLinked(
  sql: Sql,
  svcEntityIds: readonly string[],
  { language, from, until, most }: Span & { language: string; most: number },
): Promise<number[]> {
  const rows = await sql.named("news_linked")<{ article_no: number }>`
    with met as materialized (
      select article_no, published_at, language from article where svc_entity_id && ${svcEntityIds}::text[])
    select article_no from met
    where language = ${language} and published_at >= ${from.toISOString()} and published_at < ${until.toISOString()}
    order by published_at desc limit ${most}`;
  return rows.map(({ article_no }) => article_no);
}

export interface Score {
  article_no: number;
  published_at: string;
  cluster_no: number;
  is_lead: boolean;
  /** The position of each keyword: 3 title, 2 snippet, 1 body, 0 none. */
  places: number[];
}

export function scoreArticles(
  sql: Sql,
  articleNos: readonly number[],
  keywords: readonly { query: string; inTitle: string; inSnippet: string; svcEntityId: string | null }[],
): PromiseLike<Score[]> {
  return sql.named("news_scores")<Score>`
    select a.article_no, a.published_at, a.cluster_no, c.lead_no = a.article_no as is_lead,
      array(select case when a.words @@ k.in_title::tsquery then 3
                        when a.words @@ k.in_snippet::tsquery then 2
                        when a.svc_entity_id @> array[k.company] then 2
                        when a.words @@ k.query::tsquery then 1 else 0 end
            from unnest(${keywords.map(({ query }) => query)}::text[],
              ${keywords.map(({ inTitle }) => inTitle)}::text[],
              ${keywords.map(({ inSnippet }) => inSnippet)}::text[],
              ${keywords.map(({ svcEntityId }) => svcEntityId)}::text[])
              with ordinality as k (query, in_title, in_snippet, company, at) order by k.at) as places
    from article a join news_cluster c using (cluster_no)
    where a.article_no = any(${articleNos}::int[])`;
}

export interface ArticleRow {
  article_no: number;
  article_id: string;
  link: string | null;
  title: string;
  source: string | null;
  snippet: string;
  body: string;
  language: string;
  published_at: string;
  date_evidence: string;
  svc_entity_id: string[];
  fictional: boolean;
  cluster_no: number;
  source_count: number;
  article_count: number;
}

export async function findArticles(
  sql: Sql,
  articleNos: readonly number[],
): Promise<Map<number, ArticleRow>> {
  const rows = await sql.named("news_articles")<ArticleRow>`
    select a.article_no, a.article_id, a.link, a.title, a.source, a.snippet, left(a.body, 20000) as body, a.language,
      a.published_at, a.date_evidence, a.svc_entity_id, a.fictional, a.cluster_no, c.source_count, c.article_count
    from article a join news_cluster c using (cluster_no)
    where a.article_no = any(${articleNos}::int[])`;
  return new Map(rows.map((row) => [row.article_no, row]));
}

export type ArticleText = Pick<ArticleRow, "title" | "source" | "snippet" | "body" | "link" | "language"> & {
  published_at: string | null;
};

export async function findArticle(sql: Sql, articleId: string): Promise<ArticleText | undefined> {
  const [row] = await sql<ArticleText>`
    select title, source, snippet, body, link, language, published_at from article where article_id = ${articleId}`;
  return row;
}

export interface LatestArticle {
  article_id: string;
  /** The company it was asked for. */
  svc_entity_id: string;
  title: string;
  source: string | null;
  link: string | null;
  published_at: string;
  added_at: string;
}

const shown = (sql: Sql) =>
  sql`article_id, title, source, link, article.published_at, fetched_at as added_at`;

/** The latest article about each of the companies, read with one pass over their articles. */
export async function listLatestArticles(
  sql: Sql,
  svcEntityIds: readonly string[],
): Promise<LatestArticle[]> {
  return sql<LatestArticle>`
    with met as materialized (
      select article_no, published_at, svc_entity_id from article where svc_entity_id && ${svcEntityIds}::text[]),
    latest as (
      select distinct on (company) company, article_no from met cross join unnest(svc_entity_id) as company
      where company = any(${svcEntityIds}) and published_at is not null
      order by company, published_at desc, article_no)
    select company as svc_entity_id, ${shown(sql)} from latest join article using (article_no)`;
}

/** The latest stories about any of the companies that were added since a moment; copies of a story are left out. */
export async function listNewArticles(
  sql: Sql,
  { ids, since, limit }: { ids: readonly string[]; since: string; limit: number },
): Promise<LatestArticle[]> {
  return sql<LatestArticle>`
    with met as materialized (
      select article_no, published_at, fetched_at from article where svc_entity_id && ${ids}::text[])
    select (select company from unnest(article.svc_entity_id) as company where company = any(${ids}) limit 1)
      as svc_entity_id, ${shown(sql)}
    from (
      select met.article_no from met join news_cluster story on story.lead_no = met.article_no
      where met.published_at is not null and met.fetched_at > ${since}
      order by met.published_at desc, met.article_no limit ${limit}) as latest
    join article using (article_no)
    order by article.published_at desc, article_no`;
}
