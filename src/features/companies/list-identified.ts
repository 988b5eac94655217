import type { Sql } from "../../platform/db/index.ts";
import { isIsin, isLei, normaliseCik } from "./identifiers.ts";
import { findByIsins, findByPermanentIds } from "./store.ts";

export interface IdentifiedCompany {
  svc_entity_id: string;
  name: string;
}

/** The companies that these ISINs, LEIs or CIKs identify, each once. */
export async function listCompaniesIdentified(
  sql: Sql,
  identifiers: readonly string[],
): Promise<IdentifiedCompany[]> {
  const isins = identifiers.filter(isIsin);
  const registered = identifiers.flatMap((text) => (isLei(text) ? text : (normaliseCik(text) ?? [])));
  const bySecurity =
    isins.length > 0 ? await findByIsins(sql, isins) : new Map<string, IdentifiedCompany[]>();
  const byRegister =
    registered.length > 0
      ? await findByPermanentIds(sql, registered)
      : new Map<string, IdentifiedCompany[]>();
  const found = [...bySecurity.values(), ...byRegister.values()].flat();
  return [...new Map(found.map((one) => [one.svc_entity_id, one])).values()];
}
