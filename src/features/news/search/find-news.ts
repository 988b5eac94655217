import type { z } from "zod";
import type { Sql } from "../../../platform/db/index.ts";
import { type NewsArticle, presentArticle } from "../news-article.ts";
import { readKeywords } from "./read-keywords.ts";
import { searchArticles } from "./search-articles.ts";

export interface FindNewsOptions {
  terms: readonly string[];
  language: string;
  startDate: string | undefined;
  endDate: string | undefined;
  svcEntityIds: readonly string[] | undefined;
  limit: number;
  baseUrl: string;
}

const TERMS_MAX = 10;
const FIRST_DAY = "1000-01-01";
const LAST_MOMENT = "9999-12-31T23:59:59.999Z";
const DAY_MILLISECONDS = 86_400_000;
/** Articles about other companies are left out afterwards, so more are looked at. */
const LOOKED_AT = 200;

/** Articles with the words of a search over reports. */
export async function findNews(sql: Sql, options: FindNewsOptions): Promise<z.input<typeof NewsArticle>[]> {
  const { terms, language, startDate, endDate, svcEntityIds, limit, baseUrl } = options;
  const keywords = readKeywords(terms.slice(0, TERMS_MAX).join(", "), language) ?? [];
  if (keywords.length === 0) return [];
  const end = endDate === undefined ? Number.POSITIVE_INFINITY : Date.parse(endDate) + DAY_MILLISECONDS;
  const rows = await searchArticles(sql, {
    keywords,
    language,
    from: new Date(startDate ?? FIRST_DAY),
    until: new Date(Math.min(end, Date.parse(LAST_MOMENT))),
    limit: svcEntityIds ? LOOKED_AT : limit,
    offset: 0,
  });
  const kept = svcEntityIds
    ? rows.filter((row) => row.svc_entity_id.some((id) => svcEntityIds.includes(id)))
    : rows;
  return kept.slice(0, limit).map((row, index) => presentArticle(row, { position: index + 1, baseUrl }));
}
