import type { PageRecord } from "../../reports/index.ts";
import { readTables } from "../figures/table-reading.ts";
import { findCurrency, type Scale } from "../figures/units.ts";
import { type TableRow, type TableView, valueAt, viewTable } from "../text/table-view.ts";

/** A cell of a table with everything that a sentence about it must agree with. */
export interface CellEvidence {
  kind: "cell";
  label: string;
  year: number | null;
  /** As printed; negative where the table shows it so. */
  value: number;
  /** Null where the table does not say. */
  scale: Scale | null;
  isPercent: boolean;
  currency: string;
  /** Labels of the other rows of its table. */
  others: string[];
  /** The change from the year before, where the table has both. */
  change: number | null;
}

/** A sentence of a page. */
export interface TextEvidence {
  kind: "text";
  text: string;
}

export type Evidence = CellEvidence | TextEvidence;

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
      label: row.label,
      year: column.year ?? view.year,
      value,
      scale: view.read.scale,
      isPercent: percent || column.kind.startsWith("percent"),
      currency: findCurrency(column.head) ?? view.read.currency ?? reportCurrency,
      others,
      change: earlier === null ? null : value - earlier,
    };
  });
}
