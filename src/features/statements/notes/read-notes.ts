import type { PageRecord } from "../../reports/index.ts";
import { dayOf, fiscalYearOf } from "../columns/calendar.ts";
import type { Statement, StatementFigure } from "../statement.ts";
import { readEquity } from "./read-equity.ts";
import { readSegments } from "./read-segments.ts";

/** The statements that are proven against the primary ones; none where those were not found. */
export function readNotes(
  pages: readonly PageRecord[],
  { statements, figures }: { statements: readonly Statement[]; figures: readonly StatementFigure[] },
): Statement[] {
  const numbers = statements.flatMap((statement) => statement.pages);
  const columns = statements.flatMap((statement) => statement.columns);
  const [column] = columns;
  if (!column || figures.length === 0) return [];
  const scales = new Set(columns.map(({ scale }) => scale));
  const currencies = new Set(columns.map(({ currency }) => currency));
  const context = {
    figures,
    balance: statements.find(({ kind }) => kind === "balance") ?? null,
    firstPage: Math.min(...numbers),
    lastPage: Math.max(...numbers),
    scale: scales.size === 1 ? column.scale : null,
    currency: currencies.size === 1 ? column.currency : null,
    fiscalYearOf: (end: string) =>
      columns.find(({ period }) => period.end === end)?.period.fiscalYear ??
      fiscalYearOf(end, dayOf(column.period.end)),
  };
  return [...readEquity(pages, context), ...readSegments(pages, context)];
}
