import { type StatementTable, signInTotal, type TableRow } from "../table.ts";
import { resultSign, sizeSign } from "./reading.ts";

/** "Interest expense (income), net", "Interest (income) expense": what is not in brackets is printed as a plus. */
const EXPENSE_IS_PLUS =
  /(?:expenses?|costs?|charges?)\s*\/?\s*\((?:income|gains?|revenues?)\)|\((?:income|gains?|revenues?)\)\s*\/?\s*(?:expenses?|costs?|charges?)/i;
const INCOME_IS_PLUS =
  /(?:income|gains?|revenues?)\s*\/?\s*\((?:expenses?|costs?|charges?)\)|\((?:expenses?|costs?|charges?)\)\s*\/?\s*(?:income|gains?|revenues?)/i;

/**
 * +1 where the row's printed plus is an expense. A row that may be expense or income in another year is read by the sum
 * it is part of, then by its name; null where neither decides.
 */
export function interestSign(
  table: StatementTable,
  row: TableRow,
  result: TableRow | undefined,
): 1 | -1 | null {
  const expense = EXPENSE_IS_PLUS.test(row.label);
  const income = INCOME_IS_PLUS.test(row.label);
  const amounts = row.cells.flatMap((cell) => (cell && cell.printed !== 0 ? [cell.printed] : []));
  const isMixed = amounts.some((amount) => amount < 0) && amounts.some((amount) => amount > 0);
  if (!isMixed && !expense && !income) return sizeSign(row);
  const total = lastTotal(table, row);
  if (total && result && total.at >= result.at)
    return signInTotal(table, row) * resultSign(total) < 0 ? 1 : -1;
  if (expense === income) return null;
  return expense ? 1 : -1;
}

/** The last total that a row is part of, through all totals between. */
function lastTotal({ rows }: StatementTable, row: TableRow): TableRow | null {
  let last: TableRow | null = null;
  for (let next = row.parent; next; next = last?.parent ?? null) {
    const total = rows[next.total];
    if (!total || total.at <= (last ?? row).at) break;
    last = total;
  }
  return last;
}
