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

/** One sheet per statement: numbers as numbers, each linked to its place on the page. */
export function statementWorkbook({ name, statements }: StatementsAnswer): Workbook {
  return { sheets: statements.map((statement) => toSheet(statement, name)) };
}

function toSheet({ statement, title, columns, rows }: StatementTable, company: string | null): WorkbookSheet {
  const years = columns.flatMap(({ fiscal_year }) => (fiscal_year === null ? [] : [fiscal_year]));
  const newest = years.length > 0 ? ` ${Math.max(...years)}` : "";
  const text = (value: string, bold = false): WorkbookCell => ({ value, bold });
  return {
    name: `${NAMES[statement]}${newest}`,
    widths: [WIDTHS.label, ...columns.map(() => WIDTHS.value)],
    frozen: { rows: 3, columns: 1 },
    rows: [
      [text([company, title].filter(Boolean).join(" · "), true)],
      [text("Period end"), ...columns.map((column) => text(column.period_end ?? "not known"))],
      [text(describeUnit(rows), true), ...columns.map((column) => text(column.head, true))],
      ...rows.map((row) => toRow(row, columns)),
    ],
  };
}

/** Amounts are in single units; the number format shows them in the scale of the report. */
function describeUnit(rows: readonly TableRow[]): string {
  const cell = rows.flatMap(({ cells }) => cells).find(({ unit }) => unit === "money");
  return [cell?.currency, SCALES[cell?.scale ?? 1]].filter(Boolean).join(" ");
}

function toRow({ label, level, role, cells }: TableRow, columns: readonly TableColumn[]): WorkbookCell[] {
  const bold = role === "total";
  return [
    { value: label, bold, indent: level },
    ...columns.map((_, column) => {
      const cell = cells.find((one) => one.column === column);
      return cell ? { ...toCell(cell, label), bold } : { value: null };
    }),
  ];
}

function toCell(cell: TableCell, label: string): WorkbookCell {
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
    ...(cell.value === null ? {} : { format: numberFormat(cell.value, cell) }),
    ...(claim ? { link: claim.link } : {}),
    comment: [`“${label} ${cell.text}”, page ${cell.page}`, ...earlier, ...differing].join("\n"),
  };
}

/** Every comma at the end shows a number in thousands of the unit before. */
function numberFormat(value: number, { unit, scale }: Pick<TableCell, "unit" | "scale">): string {
  const shown = unit === "money" ? (scale ?? 1) : 1;
  const decimals = String(Number((value / shown).toPrecision(12))).split(".")[1]?.length ?? 0;
  const places = Math.max(unit === "per_share" ? 2 : 0, Math.min(decimals, 4));
  const commas = ",".repeat(Math.round(Math.log10(shown) / 3));
  const format = `#,##0${places > 0 ? `.${"0".repeat(places)}` : ""}${commas}`;
  return `${format};(${format})`;
}
