/** Tables as files: CSV read row by row; CSV, NDJSON and Parquet written row by row. */
export { pageRows } from "./page-rows.ts";
export { type CsvOptions, openCsv } from "./read-csv.ts";
export { type JsonElement, readJsonArray } from "./read-json-array.ts";
export { TABLE_MEDIA, writeTable } from "./write-table.ts";
