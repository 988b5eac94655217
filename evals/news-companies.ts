import { foldName } from "../src/features/companies/names/fold-name.ts";
import type { ChatService } from "./chat-service.ts";

/** A search by the official name of a company, and whether one of the first ten articles has its name in the title. */
export interface CompanySearch {
  name: string;
  isFound: boolean;
}

const FIRST = 10;
const COMPANIES_MAX = 120;
const LETTERS_MIN = 6;

/**
 * Searches the news by company. The companies are those whose name, without its legal form, is in the title of an
 * article; the title alone says what is relevant, not the links that the service itself has made.
 */
export async function searchByCompany(
  { post, db }: ChatService,
  span: { start_date: string; end_date: string },
): Promise<CompanySearch[]> {
  const titles = (
    await db<{ title: string }>`
      select distinct title from article where published_at between ${span.start_date} and ${span.end_date}`
  ).map(({ title }) => foldTitle(title));
  const companies = await db<{ svc_entity_id: string; name: string }>`
    select svc_entity_id, name from company where not fictional order by svc_entity_id`;
  const searches: CompanySearch[] = [];
  for (const { name } of companies) {
    const core = ` ${foldName(name).words.join(" ")} `;
    if (core.trim().length < LETTERS_MIN || !core.trim().includes(" ")) continue;
    if (searches.length >= COMPANIES_MAX || !titles.some((title) => title.includes(core))) continue;
    const { data } = await post("/v1/news/web_news", { keywords: name, ...span, limit: FIRST });
    const isFound = data.some(({ title }: { title: string }) => foldTitle(title).includes(core));
    searches.push({ name, isFound });
  }
  return searches;
}

const foldTitle = (title: string) => ` ${foldName(title).words.join(" ")} `;
