import type { Database } from "../../src/platform/db/index.ts";

/** More are made from these in the database: for a search, the same words in ten times as many articles. */
export const IMPORTED_MAX = 200_000;

/** Copies every article under a new number and a story of its own, seconds earlier, until there are so many. */
export async function multiply(db: Database, size: number): Promise<void> {
  const columns =
    "link, title, source, snippet, body, thumbnail, language, date_state, date_evidence, words, keys, sketch, svc_entity_id, origin, licence, fictional";
  for (let copy = 1; copy < size / IMPORTED_MAX; copy++) {
    await db.pool.query(
      `insert into article (article_id, published_at, bands, cluster_no, ${columns})
       select 'art_copy${copy}of' || article_no, published_at - make_interval(secs => $1), '{}', nextval('news_cluster_number'), ${columns}
       from article where article_no <= $2`,
      [copy, IMPORTED_MAX],
    );
    console.log(`  ${((copy + 1) * IMPORTED_MAX).toLocaleString("en-US")} articles`);
  }
  await db.pool.query(
    `insert into news_cluster (cluster_no, lead_no, source_count, article_count)
     select cluster_no, article_no, 1, 1 from article on conflict do nothing`,
  );
  await db.pool.query("select gin_clean_pending_list('article_keys')");
  await db.pool.query("analyze article");
}
