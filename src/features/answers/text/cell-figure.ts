import { rereads } from "../claims/verify.ts";
import type { FoundFigure } from "../figures/find-figure.ts";
import type { Scale } from "../figures/units.ts";
import type { ReadableReport } from "../report-reader.ts";
import type { FoundCell } from "./find-row.ts";
import type { TextRequest } from "./request.ts";

interface CellContext {
  report: ReadableReport;
  /** The scale of the statements, for a table that does not say. */
  scale: Scale | null;
  /** The currency that "$" means. */
  dollar: string;
}

/**
 * What a cell is measured in; null where it is not what the question expects, where its scale is not known, or where
 * its box holds another number when it is read again.
 */
export function cellFigure(
  found: FoundCell,
  { expects }: TextRequest,
  { report, scale, dollar }: CellContext,
): FoundFigure | null {
  const { page, row, cell, table, column } = found;
  const unit = unitOf(found, expects);
  const own = unit === "money" ? scaleOf(found, scale) : 1;
  if (cell.value === null || unit === null || own === null || !isReread(report, found)) return null;
  return {
    concept: "",
    period: { year: table.periods[cell.column]?.year ?? 0, span: "year", part: null },
    value: cell.value * own,
    printed: cell.text,
    printedValue: cell.value,
    scale: own,
    currency: unit === "money" ? currencyOf(table.currency, dollar) : null,
    unit,
    page,
    box: [...cell.box],
    rowBox: [...row.box],
    label: row.label,
    head: column.head,
    certainty: 1,
  };
}

/** Null where a percentage is expected and the cell is none, or the other way round. */
function unitOf(
  { cell, column }: FoundCell,
  expects: TextRequest["expects"],
): "percent" | "count" | "money" | null {
  const isAmount = /[$€£¥]|\d[,.]\d{3}(?!\d)/.test(cell.text);
  const isPercent = cell.percent || (column.kind.startsWith("percent") && !isAmount);
  if (isPercent !== (expects === "percent")) return null;
  if (isPercent) return "percent";
  return expects === "count" || expects === "number" ? "count" : "money";
}

/** A head that gives the currency and no scale: "2022 $". */
const BARE_CURRENCY = /(?:^|\s)[$€£](?:\s|$)/;

/** A number of millions that is printed with a currency, in a report that names no scale, is printed in full. */
const PRINTED_IN_FULL = 1_000_000;

function scaleOf({ table, column, cell }: FoundCell, scale: Scale | null): Scale | null {
  const own = table.scale ?? (BARE_CURRENCY.test(column.head) ? 1 : scale);
  const isFull = table.currency !== null && Math.abs(cell.value ?? 0) >= PRINTED_IN_FULL;
  return own ?? (isFull ? 1 : null);
}

/** The dollar of the report, where a table says only "$". */
function currencyOf(currency: string | null, dollar: string): string {
  return currency === null || currency === "USD" ? dollar : currency;
}

function isReread(report: ReadableReport, { page: number, cell }: FoundCell): boolean {
  const page = report.pages.find((one) => one.page === number);
  return page !== undefined && cell.value !== null && rereads(page, cell.box, cell.value);
}
