import { Failure } from "../../kernel/errors.ts";
import type { Sql } from "../../platform/db/index.ts";
import { type CompanyFacts, findFacts } from "./store.ts";

export type { CompanyFacts } from "./store.ts";

export async function findCompany(sql: Sql, svcEntityId: string): Promise<CompanyFacts | undefined> {
  return (await findFacts(sql, [svcEntityId])).get(svcEntityId);
}

/** The company, or an error that says there is none. */
export async function requireCompany(sql: Sql, svcEntityId: string): Promise<CompanyFacts> {
  const company = await findCompany(sql, svcEntityId);
  if (!company)
    throw new Failure("company_not_found", {
      detail: `No company has the svc_entity_id ${JSON.stringify(svcEntityId.slice(0, 40))}.`,
    });
  return company;
}

/** The existing companies, by identifier. */
export function listCompaniesByIds(
  sql: Sql,
  svcEntityIds: readonly string[],
): Promise<Map<string, CompanyFacts>> {
  return findFacts(sql, svcEntityIds);
}
