import type { Scale } from "../statement.ts";
import type { StatementTable, TableRow } from "../table.ts";

const SCALES: readonly Scale[] = [1, 1_000, 1_000_000];
/** A count of shares below this may itself be in thousands. */
const SHARES_MIN = 1_000_000;
/** Smaller earnings per share are too rounded to prove anything. */
const EARNINGS_MIN = 0.05;
const TOLERANCE = 0.02;
const ROUNDING = 0.006;

/** The scale in which the net income divided by the shares is the earnings per share; null when that is not shown. */
export function proveScale(income: StatementTable | undefined): Scale | null {
  if (!income) return null;
  const earnings = income.rows.filter(({ unit, key }) => unit === "per_share" && /basic|diluted/.test(key));
  const shares = income.rows.filter(({ unit }) => unit === "shares");
  const results = income.rows.filter(
    ({ unit, key }) => unit === "money" && /^net income|attributable|income (?:year|period)/.test(key),
  );
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
    for (const perShare of earnings.map(Math.abs).filter((one) => one >= EARNINGS_MIN)) {
      const fits = (scale: Scale) =>
        results.some((result) => {
          const difference = Math.abs((Math.abs(result) * scale) / count - perShare);
          return difference <= perShare * TOLERANCE + ROUNDING;
        });
      const scale = SCALES.find(fits);
      if (scale !== undefined) return scale;
    }
  }
  return null;
}
