import type { Box } from "./box.ts";
import type { Cell } from "./cells.ts";

export interface Column {
  /** Measured along the lines, so on a page held for reading where the table stands sideways. */
  x0: number;
  x1: number;
  /** What stands above the column, from top to bottom; empty when nothing does. */
  head: string;
}

export interface RowCell extends Box {
  text: string;
  kind: "number" | "nil" | "text";
  /** Null for text; zero for nil. */
  value: number | null;
  percent: boolean;
  /** Position in the table's `columns`. */
  column: number;
}

export interface Row extends Box {
  label: string;
  /** The line above that introduces this row and others, such as "Current assets:". */
  section: string | null;
  cells: RowCell[];
  /** Position in the page's `tables`. */
  table: number;
  firstLine: number;
  lastLine: number;
}

export interface Table extends Box {
  columns: Column[];
  /** What stands to the left of the heads, mostly the unit: "(In millions)". */
  caption: string;
  firstLine: number;
  lastLine: number;
  firstRow: number;
  lastRow: number;
}

/** A row as it is found, before its cells have columns. */
export interface OpenRow {
  label: string;
  section: string | null;
  values: Cell[];
  boxes: Box[];
  firstLine: number;
  lastLine: number;
}
