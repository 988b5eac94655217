import { type StatementTable, signInTotal, type TableRow } from "../table.ts";
import {
  holdsInColumns,
  isProven,
  type NamedRow,
  type NamedRows,
  type Reading,
  readRow,
  resultSign,
} from "./reading.ts";

/** The rows other figures of the income statement are placed by. */
export interface Anchors {
  pretax: NamedRow | null;
  tax: NamedRow | null;
  net: NamedRow | null;
  isBank: boolean;
}

/** From the result before tax to the owners' share of the net income; null for what the statement does not have. */
export function readNetIncomeFigures(named: NamedRows, anchors: Anchors): (Reading | null)[] {
  return [
    readPretax(named, anchors),
    readTax(named, anchors),
    readNet(named, anchors),
    readAttributable(named, anchors),
  ];
}

function readPretax(named: NamedRows, { pretax, tax, net }: Anchors): Reading | null {
  if (!pretax) return null;
  const { table } = named;
  const identity = tax && net ? taxSign(table, { pretax, tax, net }) !== null : false;
  return readRow(
    "pretax_income",
    { table, row: pretax.row, sign: resultSign(pretax.row) },
    { label: pretax.strength, identity },
  );
}

/** +1 where a printed plus is an expense, -1 where it is a benefit; null when neither gives the net income. */
function taxSign(
  table: StatementTable,
  { pretax, tax, net }: { pretax: NamedRow; tax: NamedRow; net: NamedRow },
): 1 | -1 | null {
  const rows = [pretax.row, tax.row, net.row];
  // A tax within the rounding fits with either sign; then the nearer one is meant.
  const nearest = ([1, -1] as const)
    .map((sign) => ({ sign, rest: restOf(table, rows, sign) }))
    .toSorted((a, b) => a.rest - b.rest)
    .find(({ sign }) =>
      holdsInColumns(table, rows, ([before = 0, taxes = 0, after = 0]) => before - sign * taxes - after),
    );
  return nearest?.sign ?? null;
}

/** By how much the results before and after tax differ from the tax, in all columns. */
function restOf(table: StatementTable, rows: readonly TableRow[], sign: 1 | -1): number {
  const rests = table.columns.map(({ at }) => {
    const [before = 0, taxes = 0, after = 0] = rows.map(({ cells }) => cells[at]?.printed ?? 0);
    return Math.abs(before - sign * taxes - after);
  });
  return rests.reduce((sum, rest) => sum + rest, 0);
}

function readTax(named: NamedRows, { pretax, tax, net }: Anchors): Reading | null {
  if (!tax) return null;
  const { table } = named;
  const known = pretax && net ? taxSign(table, { pretax, tax, net }) : null;
  // What lowers a loss that is printed without a sign is a benefit.
  const before = pretax && known !== null ? resultSign(pretax.row) : 1;
  const sign = (known ?? costSign(table, tax.row)) * before < 0 ? -1 : 1;
  return readRow(
    "income_tax",
    { table, row: tax.row, sign },
    { label: tax.strength, identity: known !== null, rivals: known !== null || isProven(tax.row) ? 0 : 1 },
  );
}

/** +1 where the row's printed plus is a cost. Read from the sums; where none has it, from how other costs are printed. */
function costSign(table: StatementTable, row: TableRow): 1 | -1 {
  if (row.parent) return signInTotal(table, row) === 1 ? -1 : 1;
  const costs = table.rows.filter(
    ({ parent, sum, cells, at }) =>
      parent && !sum && at < row.at && cells.some((cell) => cell !== null && cell.printed < 0),
  );
  const positive = table.rows.filter(({ parent }) => parent?.sign === -1).length;
  return costs.length > positive ? -1 : 1;
}

function readNet(named: NamedRows, { net, pretax, tax }: Anchors): Reading | null {
  if (!net) return null;
  const { table } = named;
  const identity = pretax && tax ? taxSign(table, { pretax, tax, net }) !== null : false;
  return readRow(
    "net_income",
    { table, row: net.row, sign: resultSign(net.row) },
    { label: net.strength, identity },
  );
}

const PARENT = /\b(?:parent|company|shareholder|group|corporation|inc|plc|limited|ltd|corp|holding|trust)\b/;
const OTHERS = /minority|comprehensive|per share|discontinued|continuing|preferred/;

/** The share of the parent's owners, where the statement prints it apart from that of others. */
function readAttributable(named: NamedRows, { net }: Anchors): Reading | null {
  if (!net) return null;
  const { table } = named;
  const after = table.rows.filter(({ at, unit }) => unit === "money" && at > net.row.at);
  const end = after.findIndex(({ key }) => /comprehensive/.test(key));
  const own = end < 0 ? after : after.slice(0, end);
  const minority = own.find(({ key }) => /minority/.test(key));
  const called = named
    .of("net_income_attributable")
    .find(({ row: one }) => one === net.row || own.includes(one));
  const row = own.find((one) => isAttributable(one, minority !== undefined)) ?? called?.row;
  if (!row) return null;
  const identity =
    minority !== undefined &&
    (holdsInColumns(
      table,
      [net.row, minority, row],
      ([all = 0, others = 0, parent = 0]) => all - others - parent,
    ) ||
      holdsInColumns(
        table,
        [net.row, minority, row],
        ([all = 0, others = 0, parent = 0]) => all + others - parent,
      ));
  return readRow(
    "net_income_attributable",
    { table, row, sign: resultSign(row) },
    { label: identity ? 1 : 0.8, identity },
  );
}

function isAttributable({ key, pathKeys }: TableRow, hasMinority: boolean): boolean {
  const path = pathKeys.at(-1) ?? "";
  if (OTHERS.test(key) || /comprehensive|per share/.test(path)) return false;
  if (/^attributable|attributable$/.test(path)) return PARENT.test(key);
  if (!/attributable|available/.test(key)) return false;
  if (hasMinority) return true;
  return /attributable (?:\w+ ){0,2}(?:parent|shareholder (?:parent|company)|company)/.test(key);
}
