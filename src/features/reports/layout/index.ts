/**
 * Layout: from the words of a page to lines, table rows that keep their columns, blocks and chunks. Pure code;
 * `reportPages` is how it is run inside the PDF reader's children.
 */
import { PageSummary } from "./page-record.ts";

export type { Block } from "./blocks.ts";
export type { Box, PageSize } from "./box.ts";
export type { Chunk } from "./chunks.ts";
export { type DecimalMark, type Figure, readFigure } from "./figures.ts";
export { PageRecord, PageSummary } from "./page-record.ts";
export type { Column, Row, RowCell, Table } from "./table.ts";

/** Changes whenever the same words could give other lines, rows, blocks or chunks. */
export const LAYOUT_VERSION = "layout-1";

/** Hand this to `openPdfReader` as its `transform`. */
export const reportPages = {
  module: new URL("./page-transform.ts", import.meta.url),
  parse: (result: unknown): PageSummary => PageSummary.parse(result),
};
