import { matchConcepts } from "../find/concept-labels.ts";
import type { StatementTable, TableRow } from "../table.ts";
import { isProven, type Reading } from "./reading.ts";

/** Depreciation and amortization as a cost of the income statement, for cash flow statements that do not show them. */
export function readIncomeDepreciation(table: StatementTable): Reading | null {
  const whole = rowsOf(table, "depreciation_and_amortization").slice(0, 1);
  const rows =
    whole.length > 0 ? whole : [...rowsOf(table, "depreciation"), ...rowsOf(table, "amortization")];
  if (rows.length === 0) return null;
  const negative = rows.some(({ cells }) => cells.some((cell) => (cell?.printed ?? 0) < 0));
  return {
    concept: "depreciation_and_amortization",
    table,
    parts: rows.map((row) => ({ row, sign: negative ? -1 : 1 })),
    evidence: { label: 0.9, proven: rows.every(isProven), identity: false, rows: rows.length, rivals: 1 },
  };
}

function rowsOf(table: StatementTable, concept: string): TableRow[] {
  return table.rows.filter(
    ({ key, unit }) =>
      unit === "money" &&
      matchConcepts(key, "cash_flow").some((match) => match.concept === concept && match.strength === 1),
  );
}
