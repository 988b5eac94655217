import { texts } from "../../texts/index.ts";
import type { Builder } from "./use-builders.ts";

const { form: words } = texts.agents;
export type Mapping = Builder["field_mapping"];
type Field = Mapping[string][string];
export type FieldType = Field["type"];
export const FIELD_TYPES = Object.keys(words.types) as FieldType[];

/** A row of the grid. */
export interface Row {
  id: string;
  group: string;
  name: string;
  label: string;
  type: FieldType;
  unit: string;
  period: string;
  required: boolean;
  /** Properties the grid does not show, kept unchanged. */
  rest: Pick<Field, "description" | "enum">;
}

export function newRow(group: string): Row {
  const id = crypto.randomUUID();
  return { id, group, name: "", label: "", type: "money", unit: "", period: "", required: false, rest: {} };
}

export function toRows(mapping: Mapping): Row[] {
  return Object.entries(mapping).flatMap(([group, fields]) =>
    Object.entries(fields).map(([name, { label, type, unit, period, required, ...rest }]) => ({
      id: crypto.randomUUID(),
      group,
      name,
      label: label ?? "",
      type,
      unit: unit ?? "",
      period: period ?? "",
      required: required ?? false,
      rest,
    })),
  );
}

export function toMapping(rows: readonly Row[]): Mapping {
  const mapping: Mapping = {};
  for (const { group, name, label, type, unit, period, required, rest } of rows) {
    mapping[group.trim()] ??= {};
    const fields = mapping[group.trim()];
    if (!fields) continue;
    fields[name.trim()] = {
      type,
      ...rest,
      ...(label.trim() !== "" && { label: label.trim() }),
      ...(unit.trim() !== "" && { unit: unit.trim() }),
      ...(period !== "" && { period }),
      ...(required && { required }),
    };
  }
  return mapping;
}

const NAME = /^\p{L}[\p{L}\p{N}_ .&/-]{0,59}$/u;
const WITH_UNIT = new Set<FieldType>(["number", "money", "percent"]);

/** What still has to be filled in. */
export function findGaps(name: string, rows: readonly Row[]): string[] {
  return [
    ...(name.trim() === "" ? [words.faults.name] : []),
    ...(rows.length === 0 ? [words.faults.none] : []),
    ...(rows.some(hasNoName) ? [words.faults.noName] : []),
  ];
}

const hasNoName = ({ group, name }: Row) => group.trim() === "" || name.trim() === "";

/** What the service would reject, found while typing. */
export function findFaults(rows: readonly Row[]): string[] {
  const seen = new Set<string>();
  return rows.flatMap(({ group, name, type, unit }) => {
    const faults = [group, name]
      .filter((one) => one.trim() !== "" && !NAME.test(one.trim()))
      .map((one) => words.faults.badName(one));
    const whole = `${group.trim()} / ${name.trim()}`;
    if (name.trim() !== "" && seen.has(whole)) faults.push(words.faults.twice(whole));
    seen.add(whole);
    if (unit.trim() !== "" && !WITH_UNIT.has(type)) faults.push(words.faults.noUnit(name, words.types[type]));
    return faults;
  });
}
