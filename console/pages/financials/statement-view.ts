import type { OutputOf } from "../../api/operations.ts";

export type Statement = OutputOf<"financials.statements">["statements"][number];
export type StatementRow = Statement["rows"][number];
export type StatementCell = StatementRow["cells"][number];

/** Amounts as they are, their change against the period before, or their share of the statement's base. */
export type CellView = "values" | "growth" | "common_size";

/** What every other amount of a statement is compared with in the common-size view. */
const BASES: Readonly<Record<Statement["statement"], string | null>> = {
  income: "revenue",
  balance: "total_assets",
  cash_flow: null,
  equity: null,
  segments: null,
};

const MILLION = 1_000_000;
const THOUSAND = 1_000;
const UNITS = [
  { factor: MILLION, name: "million", from: 10 * MILLION },
  { factor: THOUSAND, name: "thousand", from: 100 * THOUSAND },
] as const;
type Unit = { factor: number; name: (typeof UNITS)[number]["name"] | "one" };

/** The unit that keeps the largest amount readable. */
export function chooseUnit(rows: readonly StatementRow[]): Unit {
  const amounts = rows.flatMap(({ cells }) =>
    cells.filter(({ unit }) => unit === "money").map(({ value }) => Math.abs(value ?? 0)),
  );
  const largest = Math.max(0, ...amounts);
  const unit = UNITS.find(({ from }) => largest >= from);
  return unit ? { factor: unit.factor, name: unit.name } : { factor: 1, name: "one" };
}

export const cellAt = ({ cells }: StatementRow, column: number): StatementCell | undefined =>
  cells.find((cell) => cell.column === column);

export interface Currencies {
  /** Of all columns; null where they differ or have none. */
  shared: string | null;
  /** Of each column where they differ. */
  ofColumns: readonly (string | null)[] | null;
}

/** What the heads name: the currency of the amounts of money. Values per share may have another. */
export function findCurrencies({ columns, rows }: Pick<Statement, "columns" | "rows">): Currencies {
  const ofColumns = columns.map((_, at) => {
    const cells = rows.map((row) => cellAt(row, at));
    return cells.find((cell) => cell?.unit === "money" && cell.currency !== null)?.currency ?? null;
  });
  const [shared = null, ...others] = new Set(ofColumns.filter((currency) => currency !== null));
  return others.length > 0 ? { shared: null, ofColumns } : { shared, ofColumns: null };
}

/** The currency of a cell that the head of its column does not name. */
export function unnamedCurrency(
  { column, currency, unit }: StatementCell,
  { shared, ofColumns }: Currencies,
): string | null {
  const named = ofColumns ? ofColumns[column] : shared;
  return (unit === "money" || unit === "per_share") && currency !== named ? currency : null;
}

/** Null where one of the two periods has no amount, the earlier one is zero or a loss, or their currencies differ. */
export function growthOf(row: StatementRow, column: number, columns: Statement["columns"]): number | null {
  const [now, before] = [cellAt(row, column), cellAt(row, earlierColumn(columns, column))];
  if (now?.value == null || before?.value == null || now.currency !== before.currency) return null;
  return before.value <= 0 ? null : now.value / before.value - 1;
}

type Period = Pick<Statement["columns"][number], "period_start" | "period_end">;

const DAY_MILLISECONDS = 86_400_000;
/** By how much the last days of two years of whole weeks are apart. */
const WEEKS_DAYS_MAX = 8;

/** Columns come newest first, but not in every report: the period of the same length a year before. */
function earlierColumn(columns: Statement["columns"], column: number): number {
  const own = columns[column];
  if (!own?.period_end) return -1;
  const end = new Date(own.period_end);
  end.setUTCFullYear(end.getUTCFullYear() - 1);
  const before = end.toISOString();
  return columns.findIndex((one) => isNear(one.period_end, before) && isAsLong(one, own));
}

function isNear(day: string | null, other: string): boolean {
  return day !== null && Math.abs(Date.parse(day) - Date.parse(other)) <= WEEKS_DAYS_MAX * DAY_MILLISECONDS;
}

/** Whether both are days, or spans of the same length. */
function isAsLong(one: Period, other: Period): boolean {
  const [length, own] = [lengthOf(one), lengthOf(other)];
  return length === null || own === null ? length === own : Math.abs(length - own) <= WEEKS_DAYS_MAX;
}

function lengthOf({ period_start, period_end }: Period): number | null {
  if (period_start === null || period_end === null) return null;
  return (Date.parse(period_end) - Date.parse(period_start)) / DAY_MILLISECONDS;
}

const MONTH_DAYS = 30.44;
const YEAR_MONTHS = { min: 11, max: 13 };

/** How many months a period runs over; null for a day, and for a year, which its number names. */
export function monthsOf(period: Period): number | null {
  const days = lengthOf(period);
  const months = days === null ? null : Math.round(days / MONTH_DAYS);
  return months === null || (months >= YEAR_MONTHS.min && months <= YEAR_MONTHS.max) ? null : months;
}

/** Whether the number of its year tells a column from the others. */
export function isNamedByYear(column: Statement["columns"][number], columns: Statement["columns"]): boolean {
  if (column.fiscal_year === null || monthsOf(column) !== null) return false;
  return columns.filter(({ fiscal_year }) => fiscal_year === column.fiscal_year).length === 1;
}

/** Null where the base has no amount in the column, or one in another currency. */
export function shareOf(row: StatementRow, column: number, { statement, rows }: Statement): number | null {
  const base = rows.find(({ figure }) => figure !== null && figure === BASES[statement]);
  const [whole, cell] = [base && cellAt(base, column), cellAt(row, column)];
  if (!whole?.value || cell?.unit !== "money" || cell.value === null || cell.currency !== whole.currency)
    return null;
  return cell.value / whole.value;
}

/**
 * A row's amounts, oldest first, for a line that shows where it is heading: those of one length and one currency. Null
 * with fewer than three.
 */
export function trendOf(row: StatementRow, columns: Statement["columns"]): number[] | null {
  // The components of equity are of one period.
  if (columns.some(({ member }) => member !== null)) return null;
  const points = columns.flatMap((period, column) => {
    const { value = null, currency = null } = cellAt(row, column) ?? {};
    return value === null ? [] : [{ period, end: period.period_end ?? "", value, currency }];
  });
  const [latest, ...others] = points.toSorted((one, other) => other.end.localeCompare(one.end));
  if (!latest) return null;
  const alike = others.filter(
    ({ period, currency }) => isAsLong(period, latest.period) && currency === latest.currency,
  );
  const trend = [latest, ...alike].map(({ value }) => value).reverse();
  return trend.length < 3 ? null : trend;
}
