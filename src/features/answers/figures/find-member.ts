import { LINES, labelKey } from "../../reference/index.ts";
import type { Computation } from "./compute.ts";
import type { FoundFigure } from "./find-figure.ts";
import { foldName } from "./fold-name.ts";
import { fiscalYear, type Period } from "./periods.ts";
import { placeNames } from "./place-names.ts";
import { readRow } from "./row-reading.ts";
import type { StatementRow, Statements } from "./statement-book.ts";
import type { AskedRow } from "./translate-question.ts";

/**
 * A row of the statements of exactly that name in any language. A part of a known figure may be in any table: in a
 * section of that name, or above a total that is the figure. Null where rows differ.
 */
export function findAskedRow(
  book: Statements,
  { name, part, year }: AskedRow,
  search: { pages: readonly number[]; totalOf: (measure: string, period: Period) => number | null },
): { period: Period; computation: Computation } | null {
  const period = year === null ? book.presentPeriod : fiscalYear(year);
  if (!period || name === "") return null;
  const own = takeRow(rowsCalled(book, book.primaryPages, new Set([name])), { book, period });
  if (own || !part) return own;
  const labels = labelsOf(part.measure);
  const total = search.totalOf(part.measure, period);
  const names = new Set([part.member, ...placeNames(part.member)]);
  const rows = rowsCalled(book, search.pages, names).filter(
    ({ row, below }) => isUnder(row, labels) || isPartOf(below, row, { book, period, total }),
  );
  return takeRow(rows, { book, period });
}

interface RowInTable {
  row: StatementRow;
  /** The rows of its page after it. */
  below: readonly StatementRow[];
}

function rowsCalled(book: Statements, pages: readonly number[], names: ReadonlySet<string>): RowInTable[] {
  return pages.flatMap((page) => {
    const rows = book.rowsOf(page);
    return rows.flatMap((row, at) =>
      names.has(foldName(row.row.label.replace(NOTE, ""))) ? [{ row, below: rows.slice(at + 1) }] : [],
    );
  });
}

function takeRow(
  rows: readonly RowInTable[],
  { book, period }: { book: Statements; period: Period },
): { period: Period; computation: Computation } | null {
  const found: FoundFigure[] = rows.flatMap(({ row }) => readRow(book, row, period) ?? []);
  const [first] = found;
  if (!first || found.some(({ value, unit }) => value !== first.value || unit !== first.unit)) return null;
  const expression = { kind: "figure" as const, concept: first.concept, period };
  return { period, computation: { value: first.value, expression, operands: [first] } };
}

/** The number of a note after a label. */
const NOTE = /\s+\d{1,2}$/;

/** What a figure is called in any language. */
function labelsOf(measure: string): ReadonlySet<string> {
  const line = LINES.find(({ name }) => name.toLowerCase() === measure);
  return new Set(line ? [line.name, ...Object.values(line.labels).flat()].map(labelKey) : []);
}

/** What segments earn outside the company, which adds up to its own figure. */
const EXTERNAL =
  /外部顧客(?:への|に対する)|对外(?:交易)?|(?:from|to|with) external customers|mit (?:externen )?(?:dritten|kunden)|clients? externes?|clientes externos|clienti esterni|externe klanten/giu;

function isUnder({ row }: StatementRow, labels: ReadonlySet<string>): boolean {
  const section = row.section?.split(" > ").at(-1) ?? "";
  return labels.has(labelKey(section.replace(EXTERNAL, "")));
}

/** Whether a row below, of the same table and section, is the total that the row is a part of. */
function isPartOf(
  below: readonly StatementRow[],
  part: StatementRow,
  { book, period, total }: { book: Statements; period: Period; total: number | null },
): boolean {
  if (total === null) return false;
  return below.some(
    (row) =>
      row.table.table === part.table.table &&
      row.row.section === part.row.section &&
      readRow(book, row, period)?.value === total,
  );
}
