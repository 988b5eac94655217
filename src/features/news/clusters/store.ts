import type { Sql } from "../../../platform/db/index.ts";

export interface Neighbour {
  /** Position in the given list. */
  at: number;
  cluster_no: number;
  sketch: number[];
  marks: number[];
}

const NEIGHBOURS_MAX = 40;

/**
 * Stored articles that share a band with these and were published within a few days of them; undated ones may be of
 * any day. The inner list is computed before the limit; otherwise the planner would read the whole table instead of
 * the index.
 */
export function findNeighbours(
  sql: Sql,
  articles: readonly { at: number; bands: readonly number[]; published_at: Date | null }[],
  daysMost: number,
): PromiseLike<Neighbour[]> {
  return sql.named("news_neighbours")<Neighbour>`
    select asked.at, hit.cluster_no, hit.sketch, hit.marks
    from unnest(${articles.map(({ at }) => at)}::int[],
      ${articles.map(({ bands }) => `{${bands.join(",")}}`)}::text[],
      ${articles.map(({ published_at }) => published_at?.toISOString() ?? null)}::timestamptz[])
      as asked (at, bands, published_at)
    cross join lateral (
      with met as materialized (
        select cluster_no, sketch, marks, published_at from article where bands && asked.bands::int[])
      select cluster_no, sketch, marks from met
      where published_at is null or asked.published_at is null
        or published_at between asked.published_at - make_interval(days => ${daysMost})
          and asked.published_at + make_interval(days => ${daysMost})
      limit ${NEIGHBOURS_MAX}
    ) as hit`;
}

/** One writer at a time: two that add copies of one story together would each start a cluster. */
export async function lockClusters(sql: Sql): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('news clusters'))`;
}

/** Adds clusters of one article each. */
export async function addClusters(
  sql: Sql,
  articles: readonly { article_no: number; cluster_no: number }[],
): Promise<void> {
  if (articles.length === 0) return;
  await sql.copy(
    { table: "news_cluster", columns: ["cluster_no", "lead_no", "source_count", "article_count"] },
    articles.map(({ article_no, cluster_no }) => [cluster_no, article_no, 1, 1]),
  );
}

/** Articles older than so many days, by their date or else by when they were read, with the clusters they are in. */
export async function findOldArticles(
  sql: Sql,
  days: number,
  most: number,
): Promise<{ article_no: number; cluster_no: number }[]> {
  return sql<{ article_no: number; cluster_no: number }>`
    select article_no, cluster_no from article
    where coalesce(published_at, fetched_at) < now() - make_interval(days => ${days}) and not fictional
    limit ${most}`;
}

/** Deletes articles; clusters that lose one are to be renewed. */
export async function deleteArticles(
  sql: Sql,
  { articleNos, clusterNos }: { articleNos: readonly number[]; clusterNos: readonly number[] },
): Promise<void> {
  await sql`delete from news_cluster where cluster_no = any(${clusterNos}::int[])`;
  await sql`delete from article where article_no = any(${articleNos}::int[])`;
}

/**
 * Recounts each cluster and chooses its lead: a copy with publisher, date and URL, then the longest text, then the
 * first to be published.
 */
export async function renewClusters(sql: Sql, clusterNos: readonly number[]): Promise<void> {
  if (clusterNos.length === 0) return;
  await sql`
    insert into news_cluster (cluster_no, lead_no, source_count, article_count)
    select cluster_no,
      (array_agg(article_no order by
        (source is not null)::int + (published_at is not null)::int + (link is not null)::int desc,
        length(body) / 100 desc, published_at, article_no))[1],
      greatest(count(distinct lower(source)), 1), count(*)
    from article where cluster_no = any(${clusterNos}::int[]) group by cluster_no
    on conflict (cluster_no) do update set
      lead_no = excluded.lead_no, source_count = excluded.source_count, article_count = excluded.article_count`;
}
