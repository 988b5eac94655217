import type { Sql } from "../../../platform/db/index.ts";

export async function linkCompanies(
  _sql: Sql,
  articles: readonly { title: string; snippet: string }[],
): Promise<string[][]> {
  return articles.map(() => []);
}
