/** Rows with named columns: an answer requested as CSV, NDJSON or Parquet. */
export interface TableColumn {
  name: string;
  type: "text" | "number" | "whole" | "boolean" | "date" | "time";
}

export type TableRow = Readonly<Record<string, unknown>>;

export interface Table {
  columns: readonly TableColumn[];
  rows: Iterable<TableRow> | AsyncIterable<TableRow>;
}

export const TABLE_FORMATS = ["ndjson", "csv", "parquet"] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];
