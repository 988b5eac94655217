import type { Sql } from "../../../platform/db/index.ts";
import {
  listCompaniesByIds,
  listCompaniesIdentified,
  listCompaniesNamed,
  listLegalForms,
  nameKey,
} from "../../companies/index.ts";
import type { PageRecord } from "../../reports/index.ts";
import { findHome, listIdentifiers } from "../metadata/identifiers.ts";

export interface ReportOwner {
  /** As the report prints it. */
  name: string | null;
  pages: readonly PageRecord[];
  /** That its numbers are tagged with. */
  identifier: string | null;
}

/**
 * The company of the list that a report is of: the one its tags identify, else the only one of the printed name. Of
 * several, and where none has the name, the one with an identifier the report prints; then the one of its country.
 */
export async function matchCompany(
  sql: Sql,
  { name, pages, identifier }: ReportOwner,
): Promise<string | null> {
  const [tagged, ...others] = identifier === null ? [] : await listCompaniesIdentified(sql, [identifier]);
  if (tagged && others.length === 0) return tagged.svc_entity_id;
  const key = name === null ? "" : nameKey(name);
  if (name === null || key === "") return null;
  const named = await listNamed(sql, name, key);
  const [first, second] = named;
  if (first !== undefined && second === undefined) return first;
  const printed = await listCompaniesIdentified(sql, listIdentifiers(pages));
  const alike = printed.filter((one) =>
    named.length > 0 ? named.includes(one.svc_entity_id) : isLikeNamed(one.name, name),
  );
  if (alike.length > 0 || named.length === 0) return only(alike.map((one) => one.svc_entity_id));
  const home = findHome(pages);
  const facts = await listCompaniesByIds(sql, named);
  return home === null ? null : only(named.filter((id) => facts.get(id)?.country === home));
}

function only(ids: readonly string[]): string | null {
  const [first, ...others] = ids;
  return first !== undefined && others.length === 0 ? first : null;
}

/** The companies of exactly this name; those with the printed legal form where any of them has it. */
async function listNamed(sql: Sql, name: string, key: string): Promise<string[]> {
  const named = (await listCompaniesNamed(sql, [key])).get(key) ?? [];
  const forms = listLegalForms(name);
  const alike = named.filter(({ legal }) => forms.length > 0 && forms.every((form) => legal.includes(form)));
  return (alike.length > 0 ? alike : named).map(({ svc_entity_id }) => svc_entity_id);
}

/** A report also prints the identifiers of its manager or its parent: the names must begin alike. */
function isLikeNamed(known: string, printed: string): boolean {
  const [first, other] = [known, printed].map((name) => name.toLowerCase().match(/[\p{L}\p{N}]+/u)?.[0]);
  return first !== undefined && first === other;
}
