import { parquetWriteRows } from "hyparquet-writer";
import type { Table, TableColumn, TableFormat, TableRow } from "../../kernel/table.ts";
import { openPieceWriter } from "./piece-writer.ts";

/** The name of each format in `Accept`, in file names and in links. */
export const TABLE_MEDIA: Readonly<Record<TableFormat, { type: string; extension: string }>> = {
  ndjson: { type: "application/x-ndjson", extension: "ndjson" },
  csv: { type: "text/csv; charset=utf-8", extension: "csv" },
  parquet: { type: "application/vnd.apache.parquet", extension: "parquet" },
};

const ROW_GROUP = 50_000;
const PIECE_LENGTH = 64_000;

/** Writes the table piece by piece, so that it may be larger than memory. */
export function writeTable(
  format: TableFormat,
  table: Table,
  write: (piece: Uint8Array) => Promise<void>,
): Promise<void> {
  switch (format) {
    case "ndjson":
      return writeLines(table.rows, "", (row) => JSON.stringify(pick(table.columns, row)), write);
    case "csv":
      return writeLines(table.rows, headerLine(table.columns), (row) => csvLine(table.columns, row), write);
    case "parquet":
      return writeParquet(table, write);
  }
}

function pick(columns: readonly TableColumn[], row: TableRow): TableRow {
  return Object.fromEntries(columns.map(({ name }) => [name, row[name] ?? null]));
}

function headerLine(columns: readonly TableColumn[]): string {
  return `${columns.map(({ name }) => name).join(",")}\n`;
}

function csvLine(columns: readonly TableColumn[], row: TableRow): string {
  return columns.map(({ name }) => csvCell(row[name])).join(",");
}

/** Spreadsheets of East Asia also take the wide signs. */
const FORMULA = /^[=+\-@＝＋－＠\t\r]/;

/** Quoted if necessary. Text that a spreadsheet would run as a formula is escaped. */
function csvCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "string") return String(value);
  const text = FORMULA.test(value) && !/^[+-]?[\d.]+$/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

async function writeLines(
  rows: Table["rows"],
  start: string,
  lineOf: (row: TableRow) => string,
  write: (piece: Uint8Array) => Promise<void>,
): Promise<void> {
  let text = start;
  for await (const row of rows) {
    text += `${lineOf(row)}\n`;
    if (text.length < PIECE_LENGTH) continue;
    await write(Buffer.from(text));
    text = "";
  }
  if (text !== "") await write(Buffer.from(text));
}

const PARQUET_TYPES = {
  text: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  number: { type: "DOUBLE" },
  whole: { type: "INT64" },
  boolean: { type: "BOOLEAN" },
  date: { type: "INT32", converted_type: "DATE" },
  time: { type: "INT64", converted_type: "TIMESTAMP_MILLIS" },
} as const;

async function writeParquet(
  { columns, rows }: Table,
  write: (piece: Uint8Array) => Promise<void>,
): Promise<void> {
  const elements = columns.map(({ name, type }) => ({
    name,
    repetition_type: "OPTIONAL" as const,
    ...PARQUET_TYPES[type],
  }));
  await parquetWriteRows({
    writer: openPieceWriter(write),
    schema: [{ name: "root", num_children: elements.length }, ...elements],
    columns: columns.map(({ name }) => ({ name })),
    rows: asValues(columns, rows),
    rowGroupSize: ROW_GROUP,
  });
}

async function* asValues(columns: readonly TableColumn[], rows: Table["rows"]): AsyncGenerator<TableRow> {
  for await (const row of rows)
    yield Object.fromEntries(columns.map(({ name, type }) => [name, parquetValue(row[name], type)]));
}

function parquetValue(value: unknown, type: TableColumn["type"]): unknown {
  if (value === null || value === undefined) return null;
  if (type === "whole") return BigInt(Math.round(Number(value)));
  if (type === "number") return Number(value);
  if (type === "date" || type === "time") return new Date(String(value));
  return type === "boolean" ? value : String(value);
}
