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
export function listLegalForms(name: string): readonly string[] {
  return foldName(name).legal;
}

/**
 * The companies with exactly these names, by `nameKey`. With `former`, a name that no company has any more means the
 * companies that had it.
 */
export async function listCompaniesNamed(
  sql: Sql,
  keys: readonly string[],
  { former = false }: { former?: boolean } = {},
): Promise<Map<string, NamedCompany[]>> {
  const current = new Map<string, NamedCompany[]>();
  const past = new Map<string, NamedCompany[]>();
  for (const { key, search_names, children, ...company } of await listByWholeKeys(sql, keys)) {
    const names = readSearchNames(search_names);
    const named = names.filter(({ words }) => wholeKey(words) === key);
    const isCurrent = named.some(({ kind }) => kind !== "former");
    if (!isCurrent && (!former || named.length === 0)) continue;
    const legal = [...new Set(names.flatMap((name) => (name.kind === "former" ? [] : name.legal)))];
    const tickers = children.flatMap(({ ticker }) => ticker ?? []);
    const found = isCurrent ? current : past;
    found.set(key, [...(found.get(key) ?? []), { ...company, tickers, legal }]);
  }
  return new Map([...past, ...current]);
}

/** Of two companies with one name, the first is meant only when it is much more prominent. */
const PROMINENCE_APART = 150;

/** The company that a name means among those that have it, most prominent first; null when several may be meant. */
export function pickCompany(companies: readonly NamedCompany[]): NamedCompany | null {
  const [first, second] = companies;
  if (first === undefined) return null;
  return second === undefined || first.prominence - second.prominence >= PROMINENCE_APART ? first : null;
}
