import { texts } from "../../texts/index.ts";
import type { Sheet, SheetCell } from "../../ui/write-xlsx.ts";
import { type FieldName, fieldValue, type GridRow, namesOf } from "./grid-rows.ts";
import { showValue } from "./show-value.ts";
import { type EvidenceMap, fieldKey } from "./use-evidence.ts";

const { artifacts: words } = texts.agents;
type Cell = string | number | null;

const plainValue = (value: unknown): Cell =>
  value === null || value === undefined ? null : typeof value === "number" ? value : showValue(value);

const evidenceOf = (evidence: EvidenceMap, { artifact }: GridRow, { group, name }: FieldName) =>
  evidence.get(artifact.id)?.get(fieldKey(group, name));

/** Exact numbers, with the unit in a column of its own. */
export function csvRows(rows: readonly GridRow[], fields: readonly FieldName[], evidence: EvidenceMap) {
  return rows.map((row) => {
    const line: Record<string, Cell> = {
      company: namesOf(row.artifact),
      published: row.artifact.publish_date,
    };
    for (const field of fields) {
      const column = `${field.group} / ${field.name}`;
      line[column] = plainValue(fieldValue(row.artifact, field));
      line[`${column} unit`] = evidenceOf(evidence, row, field)?.unit ?? null;
    }
    return line;
  });
}

/** The values as in the grid, and a second sheet with the source of each. */
export function sheetsOf(
  rows: readonly GridRow[],
  fields: readonly FieldName[],
  evidence: EvidenceMap,
): Sheet[] {
  const cellOf = (row: GridRow, field: FieldName): SheetCell => {
    const value = plainValue(fieldValue(row.artifact, field));
    const unit = evidenceOf(evidence, row, field)?.unit;
    return typeof value === "number" && unit ? { value, unit } : value;
  };
  const { company, date } = words.columns;
  const values = rows.map((row) => [
    namesOf(row.artifact),
    row.artifact.publish_date,
    ...fields.map((field) => cellOf(row, field)),
  ]);
  const sources = rows.flatMap((row) =>
    fields.map((field) => {
      const one = evidenceOf(evidence, row, field);
      return [
        namesOf(row.artifact),
        field.group,
        field.name,
        cellOf(row, field),
        one ? words.verdicts[one.verdict] : null,
        one?.page ?? null,
        one?.quote ?? one?.expression ?? one?.reason ?? null,
        one?.report_id ?? null,
      ];
    }),
  );
  const heads = fields.map(({ group, name }) => `${group} / ${name}`);
  return [
    { name: words.data, rows: [[company, date, ...heads], ...values] },
    { name: words.evidence, rows: [[company, ...words.sourceColumns], ...sources] },
  ];
}
