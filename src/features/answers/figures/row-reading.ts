import { columnFor, type FoundFigure } from "./find-figure.ts";
import { fiscalYear, type Period } from "./periods.ts";
import type { StatementRow, Statements } from "./statement-book.ts";
import { isPhysical, labelScale, moneyScale, type Scale, shareCurrency, shareScale } from "./units.ts";

/** The figure of a row for a period. */
export function readRow(book: Statements, { row, table }: StatementRow, period: Period): FoundFigure | null {
  const column = columnFor(book.periodsOf(table, period), period, row.cells, (cell) => cell.kind !== "text");
  const cell =
    column === null ? undefined : row.cells.find((one) => one.column === column && one.kind !== "text");
  if (column === null || cell?.value == null) return null;
  const { unit, scale, currency } = measureOf(book, { row, table }, { cell, column, value: cell.value });
  if (scale === null) return null;
  return {
    concept: `row ${row.label}`,
    period: fiscalYear(period.year),
    value: cell.value * scale,
    printed: cell.text,
    printedValue: cell.value,
    scale,
    currency,
    unit,
    page: table.page,
    box: cell.box,
    rowBox: row.box,
    label: row.label,
    head: table.heads[column] ?? "",
    certainty: 0.9,
  };
}

interface ReadCell {
  cell: Row["cells"][number];
  column: number;
  value: number;
}

/** The unit of a cell, and what it is printed in. */
function measureOf(
  book: Statements,
  { row, table }: Pick<StatementRow, "row" | "table">,
  { cell, column, value }: ReadCell,
) {
  // "34" in a column of percentages next to one of amounts.
  const isPercent = cell.percent || (table.percents[column] === true && table.percents.includes(false));
  const rows = book.rowsOf(table.page).map((one) => one.row);
  const head = table.heads[column] ?? "";
  const isShares = isAmongShares(row, rows) && !SIGN.test(cell.text);
  const unit = isShares ? "shares" : rowUnit({ row, table }, isPercent, head);
  const printed = table.currency ?? book.currency;
  const isPerShare = unit === "per_share";
  return {
    unit,
    scale: scaleOf(book, { row, table }, { unit, value }),
    currency: isPerShare ? shareCurrency(`${row.label} ${row.section ?? ""} ${head}`, printed) : printed,
  };
}

function scaleOf(
  book: Statements,
  { row, table }: Pick<StatementRow, "row" | "table">,
  { unit, value }: { unit: FoundFigure["unit"]; value: number },
): Scale | null {
  const own = labelScale(row.label);
  if (unit === "money") return moneyScale(own ?? table.scale ?? book.scale, value);
  return unit === "shares"
    ? shareScale(own ?? table.shareScale ?? table.scale ?? book.scale, own ? 0 : value)
    : 1;
}

/** Whether the rows right before and after one are numbers of shares: what makes one of the other is one as well. */
export function isAmongShares(row: Row, rows: readonly Row[]): boolean {
  const at = rows.indexOf(row);
  return [rows[at - 1], rows[at + 1]].every(
    (next) => next?.table === row.table && SHARES.some((words) => words.test(next.label)),
  );
}

type Row = StatementRow["row"];

/** What a row is measured in, by what its label and its table say. */
export function rowUnit(
  { row, table }: Pick<StatementRow, "row" | "table">,
  percent: boolean,
  head = "",
): FoundFigure["unit"] {
  const measured = table.scale !== null || table.currency !== null;
  if (percent) return "percent";
  const text = `${row.label} ${row.section ?? ""}`;
  if (isUnderShares(row)) return "shares";
  if (PER_SHARE.test(text) && !IN_MILLIONS.test(text) && !AMOUNT_IN_LABEL.test(row.label)) return "per_share";
  const isOfShares = SHARES.some((words) => words.test(text));
  // What shares were issued for is money, unless their number has a column of its own.
  if (isOfShares && !(measured && isIssue(row.label) && !/\bshares|\bnumber/i.test(head))) return "shares";
  if (COUNT.test(text) || isPhysical(`${text} ${head}`)) return "count";
  return measured ? "money" : "count";
}

/**
 * "Basic" under "Weighted average number of shares used in earnings per share". A heading may hold for too long: small
 * numbers that are called amounts per share are such.
 */
function isUnderShares({ label, section, cells }: Row): boolean {
  const heading = section?.split(" > ").at(-1) ?? "";
  const at = NUMBER_OF_SHARES.exec(heading)?.index;
  if (at === undefined || (PER_SHARE.exec(heading)?.index ?? at) < at) return false;
  return (
    !PER_SHARE.test(label) ||
    cells.every(({ value, text }) => (value ?? 0) > PER_SHARE_MAX && !SIGN.test(text))
  );
}

const NUMBER_OF_SHARES = /\b(?:number of|weighted[- ]average|shares used)\b.*\bshares\b|\bshares used in\b/i;
/** "Profit used in earnings per share ($M)" is no amount per share. */
const IN_MILLIONS =
  /per share \((?:[A-Z]{0,3}[$€£¥]\s?(?:m|bn?|mn|'?000s?)|(?:in )?(?:thousands|millions))\b/i;
/** "Dividends ($1.20 declared per share)": the amount per share is in the label, and that of all in the cell. */
const AMOUNT_IN_LABEL = /\([^)]*\d\.\d+[^)]*\bper (?:\p{L}+ )?(?:share|unit)\b[^)]*\)/iu;
const PER_SHARE_MAX = 500;
const SIGN = /[$€£¥]/;

const PER_SHARE =
  /per (?:common |diluted |ordinary )?share|\(pence\)|\(euros\)|\(yen\)|\bje (?:\p{L}+)?aktie|par action|por acción|per azione|per (?:gewoon )?aandeel|1\s?株当たり|每股/iu;
const SHARES = [
  /\bshares?\b(?! capital| premium|-based|holders).*(?:outstanding|weighted|issued|number)/i,
  /(?:outstanding|weighted|issued|number).*\bshares?\b(?! capital| premium|-based|holders)/i,
  new RegExp(
    String.raw`(?:an)?zahl der (?:\p{L}+ )?aktien|nombre (?:moyen )?(?:pondéré )?d['’]actions|número (?:medio )?(?:ponderado )?de acciones|numero (?:medio )?(?:ponderato )?(?:di` +
      String.raw`|delle) azioni|aantal (?:\p{L}+ )?aandelen|株式数|股数`,
    "iu",
  ),
];
/** What shares were issued for, and not how many there are. */
export const isIssue = (label: string): boolean => ISSUED.test(label);

const ISSUED =
  /\b(?:shares?|stock) (?:issued|sold) (?:under|for|in|to|on|upon|through|from|as|by|pursuant)\b/i;
const COUNT = new RegExp(
  String.raw`\bnumber of\b|\((?:in )?(?:years|months|days)\)|\bstores?\b|employees|headcount|customers\b.*number|\banzahl\b|beschäftigte|mitarbeiter|\bnombre de\b|\beffectifs?\b` +
    String.raw`|\bnúmero de\b|\bempleados\b|\bplantilla\b|\bnumero (?:di|dei)\b|\bdipendenti\b|\baantal\b|medewerkers|werknemers|従業員数|人数|員数|员工|店舗数`,
  "iu",
);
