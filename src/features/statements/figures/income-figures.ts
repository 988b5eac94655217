import { matchConcepts } from "../find/concept-labels.ts";
import type { StatementTable, TableRow } from "../table.ts";
import { interestSign } from "./interest-sign.ts";
import { type Anchors, readNetIncomeFigures } from "./net-income-figures.ts";
import { type NamedRow, type NamedRows, type Reading, readRow, resultSign, sizeSign } from "./reading.ts";

export function readIncomeFigures(named: NamedRows): Reading[] {
  const anchors = findAnchors(named);
  return [
    readRevenue(named, anchors),
    readCostOfRevenue(named, anchors),
    readGrossProfit(named),
    readOperatingIncome(named, anchors),
    readInterest(named, anchors),
    ...readNetIncomeFigures(named, anchors),
  ].filter((reading) => reading !== null);
}

const isMoney = ({ row }: NamedRow) => row.unit === "money";

function findAnchors(named: NamedRows): Anchors {
  const { rows } = named.table;
  const isBank =
    rows.some(({ key }) => /^net interest income\b/.test(key)) ||
    (rows.some(({ key }) => key === "total interest income") &&
      rows.some(({ key }) => key === "total interest expense"));
  const taxes = taxRows(named);
  const nets = netRows(named);
  const pretaxes = named.of("pretax_income").filter(isMoney);
  const before = (taxes[0] ?? pretaxes[0])?.row.at;
  const net = before === undefined ? lastNet(named, nets) : netAfter(named, nets, { before, pretaxes });
  const beforeNet = ({ row }: NamedRow) => net === null || row.at < net.row.at;
  const pretax = pretaxes.filter(beforeNet).at(-1) ?? null;
  const tax =
    taxes.filter(beforeNet).find(({ row }) => pretax === null || row.at > pretax.row.at) ??
    taxes.find(({ row }) => pretax !== null && row.at > pretax.row.at) ??
    null;
  return { pretax, tax, net, isBank };
}

/**
 * Where no tax is printed, expenses may follow a first "net income", such as that of a fund's investments: the last one
 * before the earnings per share and the comprehensive income is the result.
 */
function lastNet({ table }: NamedRows, nets: readonly NamedRow[]): NamedRow | null {
  const end = table.rows.find(({ unit, key }) => unit === "per_share" || /comprehensive/.test(key))?.at;
  return nets.filter(({ row }) => end === undefined || row.at < end).at(-1) ?? nets[0] ?? null;
}

/**
 * The result follows the tax. What is called "net income" before the result before tax is income less what it cost to
 * earn it; then only the owners' share may name the result.
 */
function netAfter(
  named: NamedRows,
  nets: readonly NamedRow[],
  { before, pretaxes }: { before: number; pretaxes: readonly NamedRow[] },
): NamedRow | null {
  const after = nets.find(({ row }) => row.at > before);
  const [first] = nets;
  const [pretax] = pretaxes;
  if (after) return after;
  if (first && (!pretax || first.row.at > pretax.row.at)) return first;
  return ownersShare(named).find(({ row }) => row.at > before) ?? provenNet(named, { before, pretax });
}

const PROVEN_STRENGTH = 0.9;

/** What is left of the result before tax is the result, also where the statement calls it comprehensive. */
function provenNet(
  { table }: NamedRows,
  { before, pretax }: { before: number; pretax: NamedRow | undefined },
): NamedRow | null {
  const row = table.rows.find(({ key, sum }) => {
    const parts = sum?.parts.map((part) => part.row) ?? [];
    return (
      parts.length === 2 &&
      parts.includes(before) &&
      parts.includes(pretax?.row.at ?? -1) &&
      /\bincome\b/.test(key) &&
      !/continuing|discontinued|attributable/.test(key)
    );
  });
  return row ? { row, strength: PROVEN_STRENGTH, order: 0 } : null;
}

/** The tax in one row, or the total of a section of taxes. */
function taxRows(named: NamedRows): NamedRow[] {
  const own = named.of("income_tax").filter(isMoney);
  const totals = sectionTotals(named.table, "income_tax");
  return [...totals, ...own].sort((a, b) => a.row.at - b.row.at);
}

/** Where nothing is discontinued, what continues is all there is. */
function netRows(named: NamedRows): NamedRow[] {
  const own = named.of("net_income").filter(isMoney);
  return own.length > 0 ? [...own] : ownersShare(named);
}

/** The owners' share of the result, where it is all of it. */
function ownersShare(named: NamedRows): NamedRow[] {
  const { rows, kind } = named.table;
  if (rows.some(({ key }) => /discontinued|minority/.test(key))) return [];
  const attributable = named.of("net_income_attributable").filter(isMoney);
  if (attributable.length === 1) return attributable.map((one) => ({ ...one, strength: 0.8 }));
  return rows
    .filter(({ unit }) => unit === "money")
    .flatMap((row) => {
      const plain = row.key
        .replace(/\s*\b(?:(?:attributable|available)\b.*|continuing operation\b)/g, "")
        .trim();
      if (plain === row.key) return [];
      const match = matchConcepts(plain, kind).find(({ concept }) => concept === "net_income");
      return match ? [{ row, strength: 0.8, order: match.order }] : [];
    });
}

/** Totals without a name of their own, under a heading that names the figure. */
function sectionTotals(table: StatementTable, concept: string): NamedRow[] {
  return table.rows.flatMap((row) => {
    if (row.unit !== "money" || !/^(?:total)?$|^total\b/.test(row.key)) return [];
    const path = row.pathKeys.at(-1) ?? "";
    const match = matchConcepts(path, table.kind).find((one) => one.concept === concept);
    const isLabelled = row.key !== "" && row.key !== "total";
    if (!match || (isLabelled && !shareWords(row.key, path))) return [];
    const isOwn =
      row.sum === null || row.sum.parts.every(({ row: part }) => table.rows[part]?.pathKeys.at(-1) === path);
    return isOwn && row.sum !== null ? [{ row, strength: 0.95, order: 0 }] : [];
  });
}

/** "Total federal income tax" under "Federal income tax": the total of that heading. */
function shareWords(key: string, path: string): boolean {
  const words = new Set(key.split(" "));
  return path.split(" ").every((word) => words.has(word));
}

function readRevenue(named: NamedRows, { isBank, pretax, net }: Anchors): Reading | null {
  const { table } = named;
  const end = (pretax ?? net)?.row.at ?? table.rows.length;
  const own = named.of("revenue").filter((one) => isMoney(one) && one.row.at < end);
  const totals = sectionTotals(table, "revenue").filter(({ row }) => row.at < end);
  const isExact = own.some(({ row, strength }) => strength === 1 && row.key === "revenue");
  // "Total revenue and other income" is more than the revenue that is printed above it.
  const called = own.filter(
    ({ row }) => /^total\b/.test(row.key) && !(isExact && /\bother income\b/.test(row.key)),
  );
  const best = called[0] ?? totals[0] ?? own[0];
  if (best && (!isBank || /^total (?:net )?revenue/.test(best.row.key))) {
    const others = own.filter(
      ({ row, strength }) => row !== best.row && strength === 1 && row.at < best.row.at,
    );
    return readRow(
      "revenue",
      { table, row: best.row },
      { label: best.strength, rivals: best === own[0] ? 0 : others.length > 1 ? 1 : 0 },
    );
  }
  return best || isBank ? null : readOnlyRevenue(table, end);
}

/** Revenue of a kind, such as "Voyage revenues", where it is the first row and the only one of its name. */
function readOnlyRevenue(table: StatementTable, end: number): Reading | null {
  const rows = table.rows.filter(
    ({ key, unit, at }) =>
      unit === "money" && at < end && /\brevenue$/.test(key) && !/cost|other|interest|expense/.test(key),
  );
  const [row] = rows;
  if (!row || rows.length > 1 || row.at > 0) return null;
  return readRow("revenue", { table, row }, { label: 0.8 });
}

/** Remarks below the result may repeat the name, such as what of it was paid in shares. */
function readCostOfRevenue(named: NamedRows, { net }: Anchors): Reading | null {
  const { table } = named;
  const end = net?.row.at ?? table.rows.length;
  const own = named.of("cost_of_revenue").filter((one) => isMoney(one) && one.row.at < end);
  const total = own.find(({ row }) => /^total\b/.test(row.key)) ?? sectionTotals(table, "cost_of_revenue")[0];
  const best = total ?? (own.length === 1 ? own[0] : null);
  if (!best) return null;
  return readRow(
    "cost_of_revenue",
    { table, row: best.row, sign: sizeSign(best.row) },
    { label: best.strength },
  );
}

function readGrossProfit(named: NamedRows): Reading | null {
  const [best] = named.of("gross_profit").filter(isMoney);
  return best
    ? readRow(
        "gross_profit",
        { table: named.table, row: best.row, sign: resultSign(best.row) },
        { label: best.strength },
      )
    : null;
}

/** Not a total of income before costs, which some also call operating income; of several the last before the taxes. */
function readOperatingIncome(named: NamedRows, { pretax, net, isBank }: Anchors): Reading | null {
  if (isBank) return null;
  const { table } = named;
  const end = (pretax ?? net)?.row.at ?? table.rows.length;
  const own = named
    .of("operating_income")
    .filter(
      (one) =>
        isMoney(one) &&
        one.row.at <= end &&
        !isIncomeTotal(table, one.row) &&
        !isBeforeCosts(table, one.row, end) &&
        one.row !== pretax?.row,
    );
  const best = own.filter(({ strength }) => strength === 1).at(-1) ?? own.at(-1);
  if (!best) return null;
  return readRow(
    "operating_income",
    { table, row: best.row, sign: resultSign(best.row) },
    { label: best.strength, rivals: own.length - 1 },
  );
}

/** A sum of rows of which none is a cost. */
function isIncomeTotal(table: StatementTable, row: TableRow): boolean {
  if (!row.sum) return row.at <= 1;
  return (
    row.sum.parts.every(({ row: at, sign }) => {
      const part = table.rows[at];
      return (
        part !== undefined &&
        sign === 1 &&
        part.sum === null &&
        part.cells.every((cell) => (cell?.printed ?? 0) >= 0)
      );
    }) && row.at <= INCOME_ROWS
  );
}

const INCOME_ROWS = 6;
const COST_OF_OPERATIONS =
  /^(?:employ|personnel|staff|salar|wages|payroll|administrati|general administrati|selling|marketing|promotion|occupancy|(?:other )?operating expense)/;

/** What the costs of running the business are still taken from is the income they are paid of. */
function isBeforeCosts(table: StatementTable, row: TableRow, end: number): boolean {
  return table.rows.some(
    ({ at, key, unit, parent, sum }) =>
      unit === "money" && at > row.at && at < end && parent && !sum && COST_OF_OPERATIONS.test(key),
  );
}

function readInterest(named: NamedRows, { isBank, pretax, net }: Anchors): Reading | null {
  const { table } = named;
  const end = net?.row.at ?? table.rows.length;
  // "Interest, net" is the interest earned as well.
  const own = named
    .of("interest_expense")
    .filter((one) => isMoney(one) && one.row.at < end && !/^interest net\b/.test(one.row.key));
  const total =
    own.find(({ row }) => row.key === "total interest expense") ??
    sectionTotals(table, "interest_expense")[0];
  const best = total ?? (isBank ? undefined : pickInterest(own));
  if (!best) return null;
  const sign = interestSign(table, best.row, (pretax ?? net)?.row);
  if (sign === null) return null;
  const label = best.row.key === "interest" ? 0.85 : best.strength;
  const rivals = total ? 0 : own.filter(({ row }) => row !== best.row && row.sum === null).length;
  return readRow("interest_expense", { table, row: best.row, sign }, { label, rivals });
}

function pickInterest(own: readonly NamedRow[]): NamedRow | undefined {
  return own.toSorted((a, b) => b.strength - a.strength || a.order - b.order)[0];
}
