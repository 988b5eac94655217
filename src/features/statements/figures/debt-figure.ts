import { labelKey } from "../../reference/index.ts";
import { matchConcepts } from "../find/concept-labels.ts";
import type { TableRow } from "../table.ts";
import { isProven, type NamedRow, type NamedRows, type Reading, readRow, sizeSign } from "./reading.ts";

const CONCEPT = "total_debt";
/** "Short-term debt and current portion of long-term debt". */
const JOINT = /\s+and\s+|\s*&\s*|\s*\/\s*/;
const JOINT_STRENGTH = 0.95;
const BORROWED = /\b(?:debt|borrowing|debenture|overdraft)\b/;
/** Costs, discounts and taxes of debts, and what others owe. */
const NOT_BORROWED = /\b(?:cost|discount|deferred|interest|derivative|allowance|bad|doubtful|asset|held)\b/;

/**
 * All borrowings of the balance sheet between two rows; their total where one is printed. None where a row speaks of
 * borrowings and is not known to be one: without it the sum could be a part only.
 */
export function readDebt(named: NamedRows, { from, to }: { from: number; to: number }): Reading | null {
  const { table } = named;
  const isWithin = (row: TableRow) => row.unit === "money" && row.at > from && row.at < to;
  const own = named.of(CONCEPT).filter(({ row }) => isWithin(row));
  const total = own.find(({ row }) => row.key === "total debt");
  if (total) return readRow(CONCEPT, { table, row: total.row }, { label: 1 });
  const others = table.rows.filter((row) => isWithin(row) && !own.some((one) => one.row === row));
  const after = [...own, ...others.filter(namesDebts).map(toNamedRow)];
  // A row that sums up others of them must not be counted with them.
  const parts = after.filter(({ row }) => !after.some((other) => row.parent?.total === other.row.at));
  const isKnown = (row: TableRow) =>
    after.some(
      (one) => one.row === row || one.row.parent?.total === row.at || row.parent?.total === one.row.at,
    );
  if (parts.length === 0 || others.some((row) => speaksOfDebt(row) && !isKnown(row))) return null;
  return {
    concept: CONCEPT,
    table,
    parts: parts.map(({ row }) => ({ row, sign: sizeSign(row) })),
    evidence: {
      label: Math.min(...parts.map(({ strength }) => strength)),
      proven: parts.every(({ row }) => isProven(row)),
      identity: false,
      rows: parts.length,
      rivals: 0,
    },
  };
}

/** Two kinds of borrowings in one row. */
function namesDebts({ label }: TableRow): boolean {
  const names = label.split(JOINT).map(labelKey);
  const isDebt = (name: string) =>
    matchConcepts(name, "balance").some(({ concept, strength }) => concept === CONCEPT && strength === 1);
  return names.length > 1 && names.every(isDebt);
}

const toNamedRow = (row: TableRow): NamedRow => ({ row, strength: JOINT_STRENGTH, order: 0 });

function speaksOfDebt({ key, cells }: TableRow): boolean {
  return (
    BORROWED.test(key) && !NOT_BORROWED.test(key) && cells.some((cell) => cell !== null && cell.printed !== 0)
  );
}
