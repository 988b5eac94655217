import { FIGURES, type FigureDefinition } from "../../reference/index.ts";
import type { Measure } from "../columns/measure.ts";
import { type Reading, readRow } from "../figures/reading.ts";
import type { StatementPeriod } from "../statement.ts";
import type { StatementTable, TableRow } from "../table.ts";
import { isSamePeriod, listFacts } from "./check-tags.ts";
import type { TaggedFact } from "./inline-tags.ts";

export interface TaggedRowOptions {
  facts: readonly TaggedFact[];
  measures: ReadonlyMap<StatementTable, Measure>;
  /** What labels have named already. */
  known: readonly Reading[];
}

/** Rows that no label names, named by the tags: the only row that has the tagged amounts. */
export function readTaggedRows(
  tables: readonly StatementTable[],
  { facts, measures, known }: TaggedRowOptions,
): Reading[] {
  if (facts.length === 0) return [];
  const named = new Set(known.map(({ concept }) => concept));
  return FIGURES.filter(({ id, kind }) => !named.has(id) && (kind === "flow" || kind === "stock")).flatMap(
    (definition) => {
      const table = tables.find(({ kind }) => kind === definition.statement);
      const scale = table && measures.get(table)?.scale;
      return table && scale ? (findRow(table, definition, { scale, facts }) ?? []) : [];
    },
  );
}

function findRow(
  table: StatementTable,
  definition: FigureDefinition,
  { scale, facts }: { scale: number; facts: readonly TaggedFact[] },
): Reading | null {
  const own = listFacts(definition, facts);
  const wanted = table.columns.flatMap(({ at, period }) => {
    const fact = own.find((one) => isSamePeriod(period, one));
    return fact && fact.value !== 0 ? [{ at, fact, period }] : [];
  });
  if (wanted.length === 0) return null;
  const rows = table.rows.flatMap((row) => signOf(row, wanted, scale) ?? []);
  const [only, ...others] = rows;
  return only && others.length === 0
    ? readRow(definition.id, { table, row: only.row, sign: only.sign }, { label: 1 })
    : null;
}

/** The sign with which the row has all tagged amounts; null where one is another. */
function signOf(
  row: TableRow,
  wanted: readonly { at: number; fact: TaggedFact; period: StatementPeriod }[],
  scale: number,
): { row: TableRow; sign: 1 | -1 } | null {
  if (row.unit !== "money") return null;
  const has = (sign: 1 | -1) =>
    wanted.every(({ at, fact }) => {
      const printed = row.cells[at]?.printed;
      return (
        printed !== undefined &&
        Math.abs(sign * printed * scale - fact.value) <= Math.max(fact.tolerance, scale / 2)
      );
    });
  if (has(1)) return { row, sign: 1 };
  return has(-1) ? { row, sign: -1 } : null;
}
