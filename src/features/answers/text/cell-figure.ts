import { rereads } from "../claims/verify.ts";
import type { FoundFigure } from "../figures/find-figure.ts";
import { isAmongShares, isIssue, rowUnit } from "../figures/row-reading.ts";
import {
  findScale,
  isPhysical,
  labelScale,
  moneyScale,
  type Scale,
  type StatementScale,
  shareCurrency,
  shareScale,
} from "../figures/units.ts";
import type { ReadableReport } from "../report-reader.ts";
import type { FoundCell } from "./find-row.ts";
import { isPerShare } from "./per-unit.ts";
import type { TextRequest } from "./request.ts";
import { tokensOf } from "./roots.ts";
import { type Cell, COUNTED, type TableColumn } from "./table-view.ts";

/** A cell with its row, its column and its table. */
export type PrintedCell = Pick<FoundCell, "page" | "row" | "cell" | "table" | "column">;

export interface CellContext {
  report: ReadableReport;
  /** The scale of the statements, for a table that does not say. */
  scale: StatementScale | null;
  /** The currency of the statements, likewise. */
  currency: string | null;
  /** The currency that "$" means. */
  dollar: string;
}

/**
 * What a cell is measured in; null where it is not what the question expects, where its scale is not known, or where
 * its box holds another number when it is read again.
 */
export function cellFigure(
  found: PrintedCell,
  { expects, per }: TextRequest,
  context: CellContext,
): FoundFigure | null {
  const { report, currency, dollar } = context;
  const unit = unitOf(found, expects, report);
  if (unit === null || (isPerShare(per) && isTotal(found, unit))) return null;
  const scale = unit === "money" ? scaleOf(found, context.scale) : numberScale(found, unit, report);
  if (scale === null || isBroken(found, { unit, scale })) return null;
  const isMoney = unit === "money" || unit === "per_share";
  const text = `${found.row.label} ${found.row.section ?? ""} ${found.column.head}`;
  const said = currencyOf(found.table.currency ?? currency, dollar);
  const own = unit === "per_share" ? shareCurrency(text, said) : said;
  return measuredIn({ unit, scale, currency: isMoney ? own : null }, found, report);
}

/** There is no seventh part of a customer: a broken number is a rate, an amount, or in a unit that is not read. */
const isBroken = ({ row, column, cell }: PrintedCell, { unit, scale }: { unit: Unit; scale: Scale }) =>
  unit === "count" &&
  scale === 1 &&
  !Number.isInteger(cell.value) &&
  !MAY_BE_BROKEN.test(`${row.label} ${column.head}`) &&
  !isPhysical(`${row.label} ${row.section ?? ""} ${column.head}`);

const MAY_BE_BROKEN =
  /\baverage\b|\bFTEs?\b|\bfull[- ]time\b|\bper\b|\bratio\b|\brate\b|\btimes\b|\bindex\b|\(x\)/i;

/** An amount of all shares together, near a table of amounts per share. */
const isTotal = ({ cell }: PrintedCell, unit: Unit) =>
  (unit === "money" || unit === "count") && Math.abs(cell.value ?? 0) >= PER_SHARE_MAX;

const PER_SHARE_MAX = 500;

/** Of what is counted, or a rate. */
function numberScale(found: PrintedCell, unit: Unit, report: ReadableReport): Scale | null {
  if (unit === "shares") return sharesScale(found);
  if (unit !== "count") return 1;
  if (says(found) !== null) return shareScale(says(found));
  const isCaptioned = COUNTED.test(captionOf(found, report));
  return isCaptioned || isAboveSigns(found, report) ? countScale(found, report) : 1;
}

function sharesScale({ row, cell, table }: PrintedCell): Scale | null {
  const own = labelScale(row.label);
  return own === null ? shareScale(table.shareScale, cell.value ?? 0) : shareScale(own);
}

/** What the head of a column or the label of a row says of its own numbers: "Customers (in thousands)". */
const says = ({ column, row }: PrintedCell): StatementScale | null =>
  labelScale(column.head) ?? labelScale(row.label);

/** A cell as a bare number, for a rate of two cells of one table; null where its box holds another number. */
export const dimensionless = (found: PrintedCell, report: ReadableReport): FoundFigure | null =>
  measuredIn({ unit: "count", scale: 1, currency: null }, found, report);

function measuredIn(
  { unit, scale, currency }: Pick<FoundFigure, "unit" | "scale" | "currency">,
  found: PrintedCell,
  report: ReadableReport,
): FoundFigure | null {
  const { page, row, cell, table, column } = found;
  if (cell.value === null || !isReread(report, found)) return null;
  return {
    concept: "",
    period: { year: table.periods[cell.column]?.year ?? 0, span: "year", part: null },
    value: cell.value * scale,
    printed: cell.text,
    printedValue: cell.value,
    scale,
    currency,
    unit,
    page,
    box: [...cell.box],
    rowBox: [...row.box],
    label: row.label,
    head: column.head,
    certainty: 1,
  };
}

/** Whether a number is a percentage: it is printed as one, or its column is one of percentages. */
export function isPercentCell({ percent, text }: Cell, { kind }: TableColumn): boolean {
  return percent || (kind.startsWith("percent") && !/[$€£¥]|\d[,.]\d{3}(?!\d)/.test(text));
}

type Unit = "percent" | "count" | "shares" | "per_share" | "money";

/** Null where a percentage is expected and the cell is none, or the other way round. */
function unitOf(found: PrintedCell, expects: TextRequest["expects"], report: ReadableReport): Unit | null {
  const { cell, column, row, table } = found;
  const isCounted = expects === "count" || expects === "number";
  if (isPercentCell(cell, column)) return isCounted ? null : "percent";
  if (expects === "percent") return null;
  const unit = rowUnit({ row, table }, false, column.head);
  return isCounted ? countUnit(found, unit) : amountUnit(found, unit, report);
}

/** An amount of money, unless its column or its row says that it is none. */
function amountUnit(found: PrintedCell, unit: Unit, report: ReadableReport): Unit {
  const { cell, column, row } = found;
  if (SIGN.test(cell.text)) return unit === "per_share" ? unit : "money";
  if (unit === "shares" || isAmongShares(row, rowsOf(found, report))) return "shares";
  if (COUNTED.test(column.head) || isAboveSigns(found, report)) return "count";
  const isCount = COUNTED.test(row.label) || isPhysical(`${row.label} ${row.section ?? ""} ${column.head}`);
  return unit === "count" && !isCount ? "money" : unit;
}

/** Amounts of money count nothing. */
function countUnit({ cell, row }: PrintedCell, unit: Unit): "shares" | "count" | null {
  if (SIGN.test(cell.text)) return null;
  if (unit === "shares") return unit;
  return isIssue(row.label) ? null : "count";
}

const SIGN = /[$€£¥]/;

/** The first amount of money has a currency sign, where any but the totals have: rows above it are something else. */
function isAboveSigns(found: PrintedCell, report: ReadableReport): boolean {
  const { row } = found;
  const rows = rowsOf(found, report);
  const first = rows.findIndex(({ cells }) => cells.some(({ text }) => SIGN.test(text)));
  return first > 0 && rows.indexOf(row) < first && !/\btotal\b|^$/i.test(rows[first]?.label ?? "");
}

/** A head that gives the currency and no scale, "2022 $", may be in units or in what the whole report is in. */
const BARE_CURRENCY = /(?:^|\s)[$€£](?:\s|$)/;

function scaleOf({ table, row, column, cell }: PrintedCell, scale: StatementScale | null): Scale | null {
  const value = cell.value ?? 0;
  const said = labelScale(row.label) ?? table.scale;
  if (said === null && BARE_CURRENCY.test(column.head))
    return Math.abs(value) >= PRINTED_IN_FULL ? 1 : moneyScale(null, value);
  return moneyScale(said ?? scale, value);
}

/** Nobody heads thousands by a bare sign where they come to this. */
const PRINTED_IN_FULL = 100_000;

const rowsOf = ({ table, page }: PrintedCell, report: ReadableReport) =>
  report.pages.find((one) => one.page === page)?.rows.filter((one) => one.table === table.table) ?? [];

const captionOf = ({ table, page }: PrintedCell, report: ReadableReport): string =>
  report.pages.find((one) => one.page === page)?.tables[table.table]?.caption ?? "";

/** Counts are printed in thousands where the caption of their table says so, and does not except them. */
function countScale(found: PrintedCell, report: ReadableReport): Scale | null {
  const [said = "", excepted] = captionOf(found, report).split(/\bexcept\b/i);
  const label = new Set(tokensOf(found.row.label).map(({ root }) => root));
  const isExcepted = (excepted ?? "").split(/,|\band\b/).some((item) => {
    const words = tokensOf(item).filter(({ text }) => !/^(?:per|the|of|data)$/i.test(text));
    return words.length > 0 && words.every(({ root }) => label.has(root));
  });
  return excepted !== undefined && (isExcepted || /\b(?:share|number|count)/i.test(excepted))
    ? 1
    : shareScale(findScale(said));
}

/** The dollar of the report, where a table says only "$". */
function currencyOf(currency: string | null, dollar: string): string {
  return currency === null || currency === "USD" ? dollar : currency;
}

function isReread(report: ReadableReport, { page: number, cell }: PrintedCell): boolean {
  const page = report.pages.find((one) => one.page === number);
  return page !== undefined && cell.value !== null && rereads(page, cell.box, cell.value);
}
