import type { Sql } from "../../../platform/db/index.ts";
import { type Ownership, type Viewer, visibleTo } from "../../agents/index.ts";
import type { FilterInput } from "../query/read-scope.ts";

export interface SavedSearchRow extends Ownership {
  search_id: string;
  name: string;
  query: string;
  filters: FilterInput;
  include_news: boolean;
  active: boolean;
  created_at: string;
  updated_at: string;
}

const columns = (sql: Sql) => sql`
  search_id, account_id, owner_id, visibility, name, query, filters, include_news, active, created_at, updated_at`;

export async function insertSearch(
  sql: Sql,
  row: Omit<SavedSearchRow, "active" | "created_at" | "updated_at">,
): Promise<void> {
  await sql`
    insert into saved_search (search_id, account_id, owner_id, visibility, name, query, filters, include_news)
    values (${row.search_id}, ${row.account_id}, ${row.owner_id}, ${row.visibility}, ${row.name}, ${row.query},
      ${sql.json(row.filters)}, ${row.include_news})`;
}

export async function countSearches(sql: Sql, accountId: string): Promise<number> {
  const [row] = await sql<{ searches: number }>`
    select count(*)::int as searches from saved_search where account_id = ${accountId}`;
  return row?.searches ?? 0;
}

export async function listSearches(
  sql: Sql,
  viewer: Viewer,
  page: { limit: number; offset: number },
): Promise<SavedSearchRow[]> {
  return sql<SavedSearchRow>`
    select ${columns(sql)} from saved_search where ${visibleTo(sql, viewer)}
    order by created_at, search_id limit ${page.limit} offset ${page.offset}`;
}

/** With `lock` no one else changes it until the transaction ends, such as making it private. */
export async function findSearch(
  sql: Sql,
  viewer: Viewer,
  searchId: string,
  { lock = false } = {},
): Promise<SavedSearchRow | undefined> {
  const [row] = await sql<SavedSearchRow>`
    select ${columns(sql)} from saved_search where search_id = ${searchId} and ${visibleTo(sql, viewer)}
    ${lock ? sql`for update` : sql``}`;
  return row;
}

export async function updateSearch(sql: Sql, row: SavedSearchRow): Promise<void> {
  await sql`
    update saved_search set name = ${row.name}, query = ${row.query}, filters = ${sql.json(row.filters)},
      include_news = ${row.include_news}, active = ${row.active}, visibility = ${row.visibility},
      updated_at = clock_timestamp()
    where search_id = ${row.search_id}`;
}

export async function deleteSearch(sql: Sql, viewer: Viewer, searchId: string): Promise<boolean> {
  const rows = await sql`
    delete from saved_search where search_id = ${searchId} and ${visibleTo(sql, viewer)} returning search_id`;
  return rows.length > 0;
}

/** A person's private searches end with the person. Returns how many there were. */
export async function deactivatePrivateSearches(sql: Sql, ownerId: string): Promise<number> {
  const rows = await sql`
    update saved_search set active = false
    where owner_id = ${ownerId} and visibility = 'private' and active returning search_id`;
  return rows.length;
}

/** Where a walk over all searches continues: by account, so that accounts are always locked in the same order. */
export interface SearchPosition {
  account_id: string;
  search_id: string;
}

/** The next active searches; of one account only when its private report is searched. */
export async function listActiveSearches(
  sql: Sql,
  {
    after,
    accountId,
    onNews,
    limit,
  }: {
    after: SearchPosition;
    accountId: string | null;
    onNews: boolean;
    limit: number;
  },
): Promise<SavedSearchRow[]> {
  return sql<SavedSearchRow>`
    select ${columns(sql)} from saved_search
    where active and (account_id, search_id) > (${after.account_id}, ${after.search_id})
      ${accountId === null ? sql`` : sql`and account_id = ${accountId}`}
      ${onNews ? sql`and include_news` : sql``}
    order by account_id, search_id limit ${limit}`;
}

/** Every word that a report contains, for leaving out searches that cannot match. */
export async function listLexemes(sql: Sql, reportId: string): Promise<Set<string>> {
  const rows = await sql<{ lexeme: string }>`
    select distinct w.lexeme from passage_word w join passage_report i on i.revision = w.revision
    where i.report_id = ${reportId}`;
  return new Set(rows.map(({ lexeme }) => lexeme));
}

export interface NewArticle {
  article_id: string;
  title: string;
  source: string | null;
  link: string | null;
}

/** Takes articles that no saved search has seen; they are taken when the transaction commits. */
export async function takeArticles(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql<{ article_id: string }>`
    delete from unsearched_article where article_id in (
      select article_id from unsearched_article order by added_at, article_id limit ${limit} for update skip locked)
    returning article_id`;
  return rows.map(({ article_id }) => article_id);
}

export async function matchArticles(
  sql: Sql,
  articleIds: readonly string[],
  { words, filters }: { words: string; filters: FilterInput },
): Promise<NewArticle[]> {
  const { svc_entity_id, language, start_date, end_date } = filters;
  return sql<NewArticle>`
    select article_id, title, source, link from article
    where article_id = any(${articleIds}) and words @@ ${words}::tsquery
      ${svc_entity_id ? sql`and svc_entity_id && ${svc_entity_id}` : sql``}
      ${language ? sql`and language = ${language}` : sql``}
      ${start_date ? sql`and published_at >= ${start_date}::date` : sql``}
      ${end_date ? sql`and published_at < ${end_date}::date + 1` : sql``}
    order by article_id`;
}
