import type { Sql } from "../../platform/db/index.ts";
import { findNews } from "../news/index.ts";
import type { SearchQuery } from "./query/read-query.ts";
import type { FilterInput } from "./query/read-scope.ts";
import { matchArticles } from "./saved/store.ts";

/** Filters that only reports have: a search with one of them is not about news. */
const REPORT_FILTERS = ["report_id", "country", "sector", "report_type", "fiscal_year", "section"] as const;
/** Articles that lack what operators ask for are left out afterwards, so more are looked at. */
const ARTICLES_CHECKED_MAX = 200;

/** Whether a search can have articles at all: the titles it names are titles of reports. */
export function isAboutNews({ titles }: SearchQuery, filters: FilterInput): boolean {
  return titles.length === 0 && REPORT_FILTERS.every((name) => filters[name] === undefined);
}

interface ArticleSearch {
  query: SearchQuery;
  filters: FilterInput;
  limit: number;
  baseUrl: string;
}

/** The articles that a search over reports finds too, best first. */
export async function findArticles(sql: Sql, { query, filters, limit, baseUrl }: ArticleSearch) {
  if (!isAboutNews(query, filters)) return [];
  const found = await findNews(sql, {
    terms: query.terms.map(({ text }) => text),
    language: filters.language ?? "en",
    startDate: filters.start_date,
    endDate: filters.end_date,
    svcEntityIds: filters.svc_entity_id,
    limit: query.isPlain ? limit : ARTICLES_CHECKED_MAX,
    baseUrl,
  });
  if (query.isPlain || query.words === null) return found;
  const ids = found.map(({ article_id }) => article_id);
  const exact = new Set(
    (await matchArticles(sql, ids, { words: query.words, filters })).map(({ article_id }) => article_id),
  );
  return found
    .filter(({ article_id }) => exact.has(article_id))
    .slice(0, limit)
    .map((article, index) => ({ ...article, position: index + 1 }));
}
