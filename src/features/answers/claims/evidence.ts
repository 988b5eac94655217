import type { PageRecord } from "../../reports/index.ts";
import { rowUnit } from "../figures/row-reading.ts";
import { readTables } from "../figures/table-reading.ts";
import { findCurrency, type Scale, type StatementScale } from "../figures/units.ts";
import { type TableColumn, type TableRow, type TableView, valueAt, viewTable } from "../text/table-view.ts";

/** A cell of a table with everything that a sentence about it must agree with. */
export interface CellEvidence {
  kind: "cell";
  page: number;
  /** Among all rows of the page, from 0. */
  row: number;
  column: number;
  label: string;
  year: number | null;
  /** The head of a column that is no year beside columns that are: "Target", "Note". Empty for all others. */
  head: string;
  /** No column of its table is of a later year. */
  isLatest: boolean;
  /** As printed; negative where the table shows it so. */
  value: number;
  /** Null where the table does not say. */
  scale: StatementScale | null;
  isPercent: boolean;
  currency: string;
  /** Labels of the other rows of its table. */
  others: string[];
  /** Of a row that adds up others. */
  isTotal: boolean;
  /** The change from the year before, where the table has both. */
  change: number | null;
}

/** A sentence of a page. */
export interface TextEvidence {
  kind: "text";
  text: string;
}

/** A number that was computed from cells. */
export interface ComputedEvidence {
  kind: "computed";
  /** What was computed; a sentence must say so. */
  operation: "growth" | "difference" | "ratio" | "sum" | "average";
  /** As printed. */
  value: number;
  scale: Scale;
  isPercent: boolean;
  /** Null where it is no amount of money. */
  currency: string | null;
  cells: readonly CellEvidence[];
  /** Of the rows it is computed from; what a ratio is of comes last. */
  labels: string[];
  years: number[];
  /** The value of the measure that a statement names, such as its gross margin: null where it cannot be computed, undefined where none is named. */
  measureIn: (statement: string) => number | null | undefined;
}

export type Evidence = CellEvidence | TextEvidence | ComputedEvidence;

const known = new WeakMap<PageRecord, CellEvidence[]>();

/** All cells of a page that hold a number; `currency` is that of the report, for tables that do not say. */
export function cellsOf(page: PageRecord, currency: string): CellEvidence[] {
  const cached = known.get(page);
  if (cached) return cached;
  const cells = readTables(page).flatMap((read) => {
    const view = viewTable(page, read);
    return view ? view.rows.flatMap((row) => rowCells(view, row, currency)) : [];
  });
  known.set(page, cells);
  return cells;
}

/** A count or an amount per share is printed in full, whatever the scale of its table. */
function isScaled({ row }: TableRow, { read }: TableView): boolean {
  const unit = rowUnit({ row, table: read }, false);
  return unit === "money" || unit === "shares" || read.scale === null;
}

function timeOf(
  view: TableView,
  { year, head }: TableColumn,
): Pick<CellEvidence, "year" | "head" | "isLatest"> {
  const years = view.columns.flatMap((one) => one.year ?? []);
  if (years.length === 0) return { year: view.year, head: "", isLatest: true };
  return year === null
    ? { year, head, isLatest: true }
    : { year, head: "", isLatest: Math.max(...years) === year };
}

function rowCells(view: TableView, row: TableRow, reportCurrency: string): CellEvidence[] {
  const others = view.rows.filter((one) => one !== row).map(({ label }) => label);
  return row.row.cells.flatMap(({ value, column: at, kind, percent }) => {
    const column = view.columns[at];
    if (kind !== "number" || value === null || !column) return [];
    const before = view.columns.findIndex(
      (one) => one.kind === column.kind && column.year !== null && one.year === column.year - 1,
    );
    const earlier = before < 0 ? null : valueAt(row, before);
    return {
      kind: "cell" as const,
      page: view.page.page,
      row: view.page.rows.indexOf(row.row),
      column: at,
      label: row.label,
      ...timeOf(view, column),
      value,
      scale: isScaled(row, view) ? view.read.scale : 1,
      isPercent: percent || column.kind.startsWith("percent"),
      currency: findCurrency(column.head) ?? view.read.currency ?? reportCurrency,
      others,
      isTotal: row.total,
      change: earlier === null ? null : value - earlier,
    };
  });
}
