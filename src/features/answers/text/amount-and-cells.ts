import type { PageRecord } from "../../reports/index.ts";
import type { ReadTable } from "../figures/table-reading.ts";
import { moneyScale, type StatementScale } from "../figures/units.ts";
import type { Amount } from "./amounts.ts";
import type { WeighedTerm } from "./candidates.ts";
import { extraShare, hasAll } from "./coverage.ts";
import { viewTable } from "./table-view.ts";

type TablesOf = (page: number) => readonly ReadTable[];

const ROUNDING = 0.01;

/** Whether a sentence and a cell give the same digits, however they are rounded. */
export function agrees(cell: number | null, { value }: Amount): boolean {
  if (cell === null || cell === 0 || value === 0) return false;
  const ratio = Math.abs(value / cell);
  return [1e-6, 1e-3, 1, 1e3, 1e6].some((scale) => Math.abs(ratio / scale - 1) < ROUNDING);
}

/** Whether a table of its page has a row that is called what is asked for, and has another number. */
export function isOtherThanRow(
  amount: Amount,
  { page, tablesOf, terms }: { page: PageRecord; tablesOf: TablesOf; terms: readonly WeighedTerm[] },
): boolean {
  const rows = tablesOf(page.page).flatMap((read) => viewTable(page, read)?.rows ?? []);
  const called = rows.filter(({ label, tokens }) => hasAll(terms, tokens) && extraShare(label, terms) === 1);
  const cells = called.flatMap(({ row }) => row.cells.filter(({ kind }) => kind === "number"));
  return cells.length > 0 && !cells.some(({ value }) => agrees(value, amount));
}

/** A smaller number is repeated by chance. */
const REPEATED_MIN = 1_000;

/** "$93,662" in a sentence is in thousands as well, where a table of its page prints the same and is in thousands. */
export function isUnscaled(
  { kind, scale, value }: Amount,
  page: PageRecord,
  tables: { of: TablesOf; scale: StatementScale | null },
): boolean {
  if (kind !== "money" || scale !== "one" || value < REPEATED_MIN) return false;
  return tables.of(page.page).some((table) => {
    const cells = page.rows.flatMap((row) => (row.table === table.table ? row.cells : []));
    const isRepeated = cells.some((cell) => cell.value !== null && Math.abs(cell.value) === value);
    return isRepeated && moneyScale(table.scale ?? tables.scale, value) !== 1;
  });
}
