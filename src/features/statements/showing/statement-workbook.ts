import type { Workbook, WorkbookCell, WorkbookSheet } from "../../../kernel/workbook.ts";
import type {
  StatementsAnswer,
  StatementTable,
  TableCell,
  TableColumn,
  TableRow,
} from "./statement-answer.ts";

const NAMES: Readonly<Record<StatementTable["statement"], string>> = {
  income: "Income statement",
  balance: "Balance sheet",
  cash_flow: "Cash flow",
  equity: "Changes in equity",
  segments: "Segments",
};
const SCALES: Readonly<Record<number, string>> = {
  1000: "thousand",
  1000000: "million",
  1000000000: "billion",
};
const WIDTHS = { label: 52, value: 16 };

/** What the head of a sheet says of its amounts, which may come from reports of different scales and currencies. */
interface SheetUnit {
  currency: string | null;
  scale: number;
}

/** One sheet per statement: numbers as numbers, each linked to its place on the page. */
export function statementWorkbook({ name, document, statements }: StatementsAnswer): Workbook {
  return { sheets: statements.map((statement) => toSheet(statement, name ?? document?.company ?? null)) };
}

function toSheet({ statement, title, columns, rows }: StatementTable, company: string | null): WorkbookSheet {
  const years = columns.flatMap(({ fiscal_year }) => (fiscal_year === null ? [] : [fiscal_year]));
  const newest = years.length > 0 ? ` ${Math.max(...years)}` : "";
  const text = (value: string, bold = false): WorkbookCell => ({ value, bold });
  const unit = unitOf(rows);
  return {
    name: `${NAMES[statement]}${newest}`,
    widths: [WIDTHS.label, ...columns.map(() => WIDTHS.value)],
    frozen: { rows: 3, columns: 1 },
    rows: [
      [text([company, title].filter(Boolean).join(" · "), true)],
      [text("Period end"), ...columns.map((column) => text(column.period_end ?? "not known"))],
      [text(describeUnit(unit), true), ...columns.map((column) => text(column.head, true))],
      ...rows.map((row) => toRow(row, columns, unit)),
    ],
  };
}

function unitOf(rows: readonly TableRow[]): SheetUnit {
  const cell = rows.flatMap(({ cells }) => cells).find(({ unit }) => unit === "money");
  const scale = cell?.scale ?? 1;
  return { currency: cell?.currency ?? null, scale: scale in SCALES ? scale : 1 };
}

/** Amounts are in single units; the number format shows them in the scale of the sheet. */
function describeUnit({ currency, scale }: SheetUnit): string {
  return [currency, SCALES[scale]].filter(Boolean).join(" ");
}

function toRow(
  { label, level, role, cells }: TableRow,
  columns: readonly TableColumn[],
  unit: SheetUnit,
): WorkbookCell[] {
  const bold = role === "total";
  return [
    { value: label, bold, indent: level },
    ...columns.map((_, column) => {
      const cell = cells.find((one) => one.column === column);
      return cell ? { ...toCell(cell, label, unit), bold } : { value: null };
    }),
  ];
}

function toCell(cell: TableCell, label: string, sheet: SheetUnit): WorkbookCell {
  const [claim] = cell.claims;
  const earlier = cell.restated_from.map(
    ({ value, published }) => `Restated; ${value} in the report of ${published}`,
  );
  const differing =
    cell.tagged?.verdict === "differs"
      ? [`Differs from XBRL; ${cell.tagged.value} is tagged ${cell.tagged.tag}`]
      : [];
  return {
    value: cell.value ?? cell.text,
    ...(cell.value === null ? {} : { format: numberFormat(cell.value, cell, sheet) }),
    ...(claim ? { link: claim.link } : {}),
    comment: [`“${label} ${cell.text}”, page ${cell.page}`, ...earlier, ...differing].join("\n"),
  };
}

/** Every comma at the end shows a number in thousands of the unit before; another currency than the sheet's is named. */
function numberFormat(
  value: number,
  { unit, currency }: Pick<TableCell, "unit" | "currency">,
  sheet: SheetUnit,
): string {
  const shown = unit === "money" ? sheet.scale : 1;
  const decimals = String(Number((value / shown).toPrecision(12))).split(".")[1]?.length ?? 0;
  const places = Math.max(unit === "per_share" ? 2 : 0, Math.min(decimals, 4));
  const commas = ",".repeat(Math.round(Math.log10(shown) / 3));
  const isOther = currency !== sheet.currency && (unit === "money" || unit === "per_share");
  const name = isOther && currency !== null ? `[$${currency}] ` : "";
  const format = `${name}#,##0${places > 0 ? `.${"0".repeat(places)}` : ""}${commas}${unit === "percent" ? '"%"' : ""}`;
  return `${format};(${format})`;
}
