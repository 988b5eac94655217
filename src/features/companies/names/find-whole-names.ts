import type { Sql } from "../../../platform/db/index.ts";
import { foldName } from "./fold-name.ts";
import { wholeKey } from "./name-keys.ts";
import { readSearchNames } from "./search-names.ts";
import { listByWholeKeys } from "./store.ts";

/** A company with exactly the given name, ignoring case, accents and legal form. */
export interface NamedCompany {
  svc_entity_id: string;
  tickers: string[];
  /** Short names of its legal forms, such as `ltd`. */
  legal: string[];
  prominence: number;
  fictional: boolean;
}

/** A name as it is compared; empty when nothing of it remains. */
export function nameKey(name: string): string {
  const { words } = foldName(name);
  return words.length === 0 ? "" : wholeKey(words);
}

/** Short names of the legal forms in a name. */
export function listLegalForms(name: string): string[] {
  return foldName(name).legal;
}

/** The companies with exactly these names, by `nameKey`. Former names are left out: news are about the present. */
export async function listCompaniesNamed(
  sql: Sql,
  keys: readonly string[],
): Promise<Map<string, NamedCompany[]>> {
  const found = new Map<string, NamedCompany[]>();
  for (const { key, search_names, children, ...company } of await listByWholeKeys(sql, keys)) {
    const current = readSearchNames(search_names).filter(({ kind }) => kind !== "former");
    if (!current.some(({ words }) => wholeKey(words) === key)) continue;
    const legal = [...new Set(current.flatMap((name) => name.legal))];
    const tickers = children.flatMap(({ ticker }) => ticker ?? []);
    found.set(key, [...(found.get(key) ?? []), { ...company, tickers, legal }]);
  }
  return found;
}
