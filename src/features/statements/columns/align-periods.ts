import type { StatementTable } from "../table.ts";

const DAYS_MAX = 12;
const DAY_MILLISECONDS = 86_400_000;

/**
 * A year ends on the day its balance sheet is at. Other statements often print only the year, or the day of one
 * column, which is a few days off in years of whole weeks.
 */
export function alignPeriods(tables: readonly StatementTable[]): StatementTable[] {
  const balance = tables.find(({ kind }) => kind === "balance");
  const ends = new Map(balance?.columns.map(({ period }) => [period.fiscalYear, period.end]));
  return tables.map((table) => {
    if (table.kind === "balance") return table;
    const columns = table.columns.map((column) => {
      const end = ends.get(column.period.fiscalYear);
      if (end === undefined || !isNear(end, column.period.end)) return column;
      const start = dayAfter(ends.get(column.period.fiscalYear - 1)) ?? column.period.start;
      return { ...column, period: { ...column.period, start, end } };
    });
    return { ...table, columns };
  });
}

function isNear(a: string, b: string): boolean {
  return Math.abs(Date.parse(a) - Date.parse(b)) <= DAYS_MAX * DAY_MILLISECONDS;
}

function dayAfter(date: string | undefined): string | null {
  if (date === undefined) return null;
  return new Date(Date.parse(date) + DAY_MILLISECONDS).toISOString().slice(0, 10);
}
