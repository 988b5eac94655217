import { type Artifact, companyKey, hasChanged } from "./changes.ts";
import type { Builder } from "./use-builders.ts";
import type { Evidence } from "./use-evidence.ts";

export interface FieldName {
  group: string;
  name: string;
}

/** What an agent knows about one company, or about companies read together: the newest artifact and those before it. */
export interface GridRow {
  artifact: Artifact;
  earlier: readonly Artifact[];
}

export const CELL_STATES = ["found", "computed", "changed", "missing", "unverified"] as const;
export type CellState = (typeof CELL_STATES)[number];

export const fieldsOf = ({ field_mapping }: Pick<Builder, "field_mapping">): FieldName[] =>
  Object.entries(field_mapping).flatMap(([group, list]) =>
    Object.keys(list).map((name) => ({ group, name })),
  );

export const namesOf = ({ company_list }: Artifact): string =>
  company_list.map(({ name }) => name).join(", ");

/** One row for each company; the newest artifacts come first. */
export function toRows(artifacts: readonly Artifact[]): GridRow[] {
  const rows = new Map<string, { artifact: Artifact; earlier: Artifact[] }>();
  for (const artifact of artifacts) {
    const row = rows.get(companyKey(artifact));
    if (row) row.earlier.push(artifact);
    else rows.set(companyKey(artifact), { artifact, earlier: [] });
  }
  return [...rows.values()];
}

export const fieldValue = ({ extract_json }: Artifact, { group, name }: FieldName): unknown =>
  extract_json?.[group]?.[name];

/** Whether the last run found something else than the run before it. */
const isChanged = ({ artifact, earlier }: GridRow, { group, name }: FieldName): boolean =>
  hasChanged(artifact, earlier[0], group, name);

/** A change matters more than how the value was found, and counts when the value is gone as well. */
export function stateOf(row: GridRow, field: FieldName, evidence: Evidence | undefined): CellState {
  if (isChanged(row, field)) return "changed";
  const value = fieldValue(row.artifact, field);
  if (value === null || value === undefined) return "missing";
  if (evidence?.verdict === "not_verified") return "unverified";
  return evidence?.verdict === "computed" ? "computed" : "found";
}

/** The companies and the fields with a change. */
export function onlyChanged(rows: readonly GridRow[], fields: readonly FieldName[]) {
  return {
    rows: rows.filter((row) => fields.some((field) => isChanged(row, field))),
    fields: fields.filter((field) => rows.some((row) => isChanged(row, field))),
  };
}
