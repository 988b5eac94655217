import { createKey } from "../../src/features/access/index.ts";
import { createAccount } from "../../src/features/accounts/index.ts";
import { type CompanyRecord, loadCompanies } from "../../src/features/companies/index.ts";
import { grantCredits } from "../../src/features/credits/index.ts";
import type { Database } from "../../src/platform/db/index.ts";

const SOURCE = { name: "synthetic", reference: "bench", licence: "made up", source_date: "2026-01-02" };
const CREDITS = 1_000_000_000;

/** Loads companies into a database; returns the seconds it took. */
export async function fillCompanies(db: Database, companies: Iterable<CompanyRecord>): Promise<number> {
  const startedAt = performance.now();
  await loadCompanies(db, SOURCE, companies);
  return (performance.now() - startedAt) / 1_000;
}

/** An account that can pay for any measurement; returns its key. */
export async function addRichAccount(db: Database): Promise<string> {
  const accountId = await createAccount(db, "Bench");
  await grantCredits(db, accountId, CREDITS);
  return (await createKey(db, { accountId, name: "bench" })).key;
}
