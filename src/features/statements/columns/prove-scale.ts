import type { Scale } from "../statement.ts";
import type { StatementTable, TableRow } from "../table.ts";

const SCALES: readonly Scale[] = [1, 1_000, 1_000_000];
/** A count of shares below this may itself be in thousands. */
const SHARES_MIN = 1_000_000;
/** Smaller earnings per share are too rounded to prove anything. */
const EARNINGS_MIN = 0.05;
const TOLERANCE = 0.02;
const ROUNDING = 0.006;

const RESULT = /^net income|attributable|income (?:year|period)/;

/** The rows that may be what all shares together earned. */
export function listResults({ rows }: StatementTable): TableRow[] {
  return rows.filter(({ unit, key }) => unit === "money" && RESULT.test(key));
}

/** Whether a result divided by the shares is what one share earns. */
export function isPerShare(result: number, shares: number, perShare: number): boolean {
  const difference = Math.abs(Math.abs(result) / shares - Math.abs(perShare));
  return Math.abs(perShare) >= EARNINGS_MIN && difference <= Math.abs(perShare) * TOLERANCE + ROUNDING;
}

/** The scale in which the net income divided by the shares is the earnings per share; null when that is not shown. */
export function proveScale(income: StatementTable | undefined): Scale | null {
  if (!income) return null;
  const earnings = income.rows.filter(({ unit, key }) => unit === "per_share" && /basic|diluted/.test(key));
  const shares = income.rows.filter(({ unit }) => unit === "shares");
  const results = listResults(income);
  for (const { at } of income.columns) {
    const amounts = (rows: readonly TableRow[]) => rows.flatMap(({ cells }) => cells[at]?.printed ?? []);
    const scale = scaleOf(amounts(results), amounts(shares), amounts(earnings));
    if (scale !== null) return scale;
  }
  return null;
}

function scaleOf(
  results: readonly number[],
  shares: readonly number[],
  earnings: readonly number[],
): Scale | null {
  for (const count of shares.filter((one) => one >= SHARES_MIN)) {
    for (const perShare of earnings) {
      const scale = SCALES.find((one) => results.some((result) => isPerShare(result * one, count, perShare)));
      if (scale !== undefined) return scale;
    }
  }
  return null;
}
