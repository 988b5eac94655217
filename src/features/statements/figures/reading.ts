import { matchConcepts } from "../find/concept-labels.ts";
import type { StatementTable, TableRow } from "../table.ts";

/** What speaks for a figure that was read. */
export interface Evidence {
  /** How exactly the row is called what the dictionary calls it. */
  label: number;
  /** The row is part of sums that hold. */
  proven: boolean;
  /** An identity with other figures holds. */
  identity: boolean;
  /** How many rows were added up. */
  rows: number;
  /** Other rows could also have been meant. */
  rivals: number;
}

/** One figure as it is read from a statement: its rows with the sign each counts with. */
export interface Reading {
  concept: string;
  table: StatementTable;
  parts: readonly { row: TableRow; sign: 1 | -1 }[];
  evidence: Evidence;
}

export interface NamedRow {
  row: TableRow;
  strength: number;
  order: number;
}

/** Names every row of a statement once. */
export class NamedRows {
  readonly table: StatementTable;
  readonly #byConcept = new Map<string, NamedRow[]>();

  constructor(table: StatementTable) {
    this.table = table;
    for (const row of table.rows) {
      for (const { concept, strength, order } of matchConcepts(row.key, table.kind)) {
        const list = this.#byConcept.get(concept) ?? [];
        this.#byConcept.set(concept, [...list, { row, strength, order }]);
      }
    }
  }

  of(concept: string): readonly NamedRow[] {
    return this.#byConcept.get(concept) ?? [];
  }
}

export function isProven(row: TableRow): boolean {
  return row.sum !== null || row.parent !== null;
}

/** A figure that is one row. */
export function readRow(
  concept: string,
  { table, row, sign = 1 }: { table: StatementTable; row: TableRow; sign?: 1 | -1 },
  evidence: Partial<Evidence>,
): Reading {
  return {
    concept,
    table,
    parts: [{ row, sign }],
    evidence: { label: 1, proven: isProven(row), identity: false, rows: 1, rivals: 0, ...evidence },
  };
}

/** The amount a row has in a column of the statement, as printed; null where it has none. */
function amountOf(row: TableRow | undefined, column: number): number | null {
  return row?.cells[column]?.printed ?? null;
}

/** Whether an equation over printed amounts holds in every column that has them all. */
export function holdsInColumns(
  table: StatementTable,
  rows: readonly TableRow[],
  left: (amounts: readonly number[]) => number,
): boolean {
  let checked = 0;
  for (const { at } of table.columns) {
    const amounts = rows.map((row) => amountOf(row, at));
    if (amounts.some((amount) => amount === null)) continue;
    if (Math.abs(left(amounts.map((amount) => amount ?? 0))) > table.step * 2) return false;
    checked += 1;
  }
  return checked > 0;
}

/** The sign that makes the size of a row that is printed in one direction only. */
export function sizeSign({ cells }: TableRow): 1 | -1 {
  const first = cells.find((cell) => cell !== null && cell.printed !== 0);
  return (first?.printed ?? 0) < 0 ? -1 : 1;
}

const LOSS = /\bloss(?:es)?\b|\bdeficit\b/i;
const PROFIT = /\b(?:income|profits?|earnings|gains?|surplus|result)\b/i;

/** -1 where a row that can only be a loss is printed without a sign. */
export function resultSign({ label, path, cells }: TableRow): 1 | -1 {
  const name = LOSS.test(label) || PROFIT.test(label) ? label : (path.at(-1) ?? "");
  if (
    !LOSS.test(name) ||
    PROFIT.test(name.replace(/before (?:income )?tax\w*|income tax\w*|comprehensive income/gi, ""))
  )
    return 1;
  const amounts = cells.flatMap((cell) => (cell && cell.printed !== 0 ? [cell.printed] : []));
  return amounts.length > 0 && amounts.every((amount) => amount > 0) ? -1 : 1;
}
