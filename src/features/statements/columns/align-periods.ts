import type { StatementTable } from "../table.ts";
import { addDays, daysBetween, isNear } from "./calendar.ts";

const YEAR_DAYS_MIN = 335;

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
      const { start: from } = column.period;
      if (end === undefined || !isNear(end, column.period.end) || !isYearLong(from, end)) return column;
      const before = ends.get(column.period.fiscalYear - 1);
      const start = before !== undefined && isYearLong(before, end) ? addDays(before, 1) : from;
      return { ...column, period: { ...column.period, start, end } };
    });
    return { ...table, columns };
  });
}

function isYearLong(from: string | null, to: string): boolean {
  return from !== null && daysBetween(from, to) >= YEAR_DAYS_MIN;
}
