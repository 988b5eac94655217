import { type CompanyRecord, loadCompanies } from "../src/features/companies/index.ts";
import { type Lookup, makeLookup } from "../src/features/companies/lookup.ts";
import { deriveId } from "../src/kernel/ids.ts";
import type { Database } from "../src/platform/db/index.ts";

/** Makes up companies of one market, each with what a test says of it. */
export function companiesOf(
  country: string,
  exchange: string,
): (name: string, facts?: Partial<CompanyRecord>) => CompanyRecord {
  return (name, facts = {}) => ({
    svc_entity_id: deriveId("ent", name),
    name,
    country,
    exchange,
    securities: [],
    ...facts,
  });
}

/** Looks up among these companies and no others. */
export async function openLookup(db: Database, companies: readonly CompanyRecord[]): Promise<Lookup> {
  const source = { name: "test", reference: "a test", licence: "made up", source_date: "2026-01-02" };
  await loadCompanies(db, source, companies);
  return makeLookup(db);
}
