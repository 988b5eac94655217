import { columnFor, type FoundFigure } from "./find-figure.ts";
import { fiscalYear, type Period } from "./periods.ts";
import type { StatementRow, Statements } from "./statement-book.ts";
import { isPhysical, labelScale, moneyScale, shareScale } from "./units.ts";

/** The figure of a row for a period. */
export function readRow(book: Statements, { row, table }: StatementRow, period: Period): FoundFigure | null {
  const column = columnFor(book.periodsOf(table, period), period, row.cells, (cell) => cell.kind !== "text");
  const cell =
    column === null ? undefined : row.cells.find((one) => one.column === column && one.kind !== "text");
  if (column === null || cell?.value == null) return null;
  // "34" in a column of percentages next to one of amounts.
  const isPercent = cell.percent || (table.percents[column] && table.percents.includes(false));
  const unit = rowUnit({ row, table }, isPercent === true, table.heads[column]);
  const said = labelScale(row.label) ?? table.scale ?? book.scale;
  const scale =
    unit === "money"
      ? moneyScale(said, cell.value)
      : unit === "shares"
        ? shareScale(labelScale(row.label) ?? table.shareScale ?? said)
        : 1;
  if (scale === null) return null;
  return {
    concept: `row ${row.label}`,
    period: fiscalYear(period.year),
    value: cell.value * scale,
    printed: cell.text,
    printedValue: cell.value,
    scale,
    currency: table.currency ?? book.currency,
    unit,
    page: table.page,
    box: cell.box,
    rowBox: row.box,
    label: row.label,
    head: table.heads[column] ?? "",
    certainty: 0.9,
  };
}

/** What a row is measured in, by what its label and its table say. */
export function rowUnit(
  { row, table }: Pick<StatementRow, "row" | "table">,
  percent: boolean,
  head = "",
): FoundFigure["unit"] {
  const measured = table.scale !== null || table.currency !== null;
  if (percent) return "percent";
  const text = `${row.label} ${row.section ?? ""}`;
  if (PER_SHARE.test(text)) return "per_share";
  const isOfShares = SHARES.some((words) => words.test(text));
  // What shares were issued for is money, unless their number has a column of its own.
  if (isOfShares && !(measured && isIssue(row.label) && !/\bshares|\bnumber/i.test(head))) return "shares";
  if (COUNT.test(text) || isPhysical(`${text} ${head}`)) return "count";
  return measured ? "money" : "count";
}

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
