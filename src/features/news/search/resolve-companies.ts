import type { Sql } from "../../../platform/db/index.ts";
import { listCompaniesNamed, nameKey, pickCompany } from "../../companies/index.ts";
import type { Keyword } from "./read-keywords.ts";

/**
 * The keywords with the companies they name, by any name a company has or had: an article rarely writes "Incorporated"
 * or a name of today about an event of the past.
 */
export async function resolveCompanies(sql: Sql, keywords: readonly Keyword[]): Promise<Keyword[]> {
  const keys = keywords.map(({ text }) => nameKey(text.replaceAll('"', "")));
  const named = await listCompaniesNamed(sql, [...new Set(keys.filter((key) => key !== ""))], {
    former: true,
  });
  return keywords.map((keyword, at) => {
    const company = pickCompany(named.get(keys[at] ?? "") ?? []);
    return company ? { ...keyword, svcEntityId: company.svc_entity_id } : keyword;
  });
}
