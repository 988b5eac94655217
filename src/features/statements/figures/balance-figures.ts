import type { StatementTable, TableRow } from "../table.ts";
import { readDebt } from "./debt-figure.ts";
import { holdsInColumns, type NamedRow, type NamedRows, type Reading, readRow, sizeSign } from "./reading.ts";

/** The totals that divide a balance sheet. */
interface Totals {
  assets: TableRow | null;
  currentAssets: TableRow | null;
  currentLiabilities: TableRow | null;
  liabilities: TableRow | null;
  equity: TableRow | null;
  /** Total liabilities and equity. */
  all: TableRow | null;
}

export function readBalanceFigures(named: NamedRows): Reading[] {
  const totals = findTotals(named);
  const { table } = named;
  const total = (concept: string, row: TableRow | null) => {
    if (!row) return null;
    const match = named.of(concept).find((one) => one.row === row);
    const sign = /liabilities/.test(concept) ? sizeSign(row) : 1;
    return readRow(
      concept,
      { table, row, sign },
      { label: match?.strength ?? 0.9, identity: balances(table, totals) },
    );
  };
  return [
    total("total_assets", totals.assets),
    total("current_assets", totals.currentAssets),
    total("current_liabilities", totals.currentLiabilities),
    total("total_liabilities", totals.liabilities),
    total("total_equity", totals.equity),
    readAsset(named, totals, "cash"),
    readAsset(named, totals, "receivables"),
    readAsset(named, totals, "inventory"),
    readAsset(named, totals, "ppe_net"),
    readDebt(named, debtRange(totals)),
  ].filter((reading) => reading !== null);
}

/** Assets equal liabilities and equity, or what is left of them equals the equity. */
function balances(table: StatementTable, { assets, liabilities, equity, all }: Totals): boolean {
  if (assets && all && holdsInColumns(table, [assets, all], ([a = 0, b = 0]) => a - b)) return true;
  if (!assets || !liabilities || !equity) return false;
  return (
    holdsInColumns(table, [assets, liabilities, equity], ([a = 0, l = 0, e = 0]) => a - l - e) ||
    holdsInColumns(table, [assets, liabilities, equity], ([a = 0, l = 0, e = 0]) => a + l - e)
  );
}

function findTotals(named: NamedRows): Totals {
  const { table } = named;
  const all = best(named.of("liabilities_and_equity")) ?? null;
  const assets = best(named.of("total_assets")) ?? unnamedAssets(table, all);
  const liabilities = best(named.of("total_liabilities")) ?? underHeading(table, /^liability$/);
  const currentAssets = closing(named.of("current_assets")) ?? underHeading(table, /^current asset$/);
  const currentLiabilities =
    closing(named.of("current_liabilities")) ?? underHeading(table, /^current liability$/);
  const equity = findEquity(named, { assets, liabilities, all });
  const rest = equity === null && assets ? findRest(table, assets) : null;
  return {
    assets,
    liabilities: liabilities ?? rest?.liabilities ?? null,
    currentAssets,
    currentLiabilities,
    equity: equity ?? rest?.equity ?? null,
    all,
  };
}

function best(rows: readonly NamedRow[]): TableRow | null {
  return rows.toSorted((a, b) => b.strength - a.strength || a.row.at - b.row.at)[0]?.row ?? null;
}

/** A total, named so or proven; "Current assets" alone may be a heading with a figure of something else. */
function closing(rows: readonly NamedRow[]): TableRow | null {
  return best(
    rows.filter(({ row }) => /^total|total$|creditor|合計|总计|合计|總額/.test(row.key) || row.sum !== null),
  );
}

/** The greatest amount, printed twice: what a balance sheet without names adds up to. */
function unnamedAssets(table: StatementTable, all: TableRow | null): TableRow | null {
  const [column] = table.columns;
  if (!column) return null;
  const amount = ({ cells }: TableRow) => cells[column.at]?.printed ?? 0;
  const totals = table.rows.filter(({ key, sum }) => key === "total" || (key === "" && sum !== null));
  const unnamed = totals.filter(({ sum }) => sum !== null);
  if (all) return unnamed.find((row) => amount(row) === amount(all)) ?? null;
  const greatestFirst = unnamed.toSorted((a, b) => amount(b) - amount(a) || a.at - b.at);
  // "Total" above and below proves itself, also where rows in between are parts of others.
  const isTwice = (row: TableRow) => totals.some((one) => one !== row && amount(one) === amount(row));
  const twice = totals.toSorted((a, b) => amount(b) - amount(a) || a.at - b.at).find(isTwice);
  if (twice) return twice;
  // Of a fund that prints it once no amount is greater; another company's would be that of its current assets.
  const [first] = greatestFirst;
  const isGreatest = table.rows.every(
    (row) => row.unit !== "money" || amount(row) <= (first ? amount(first) : 0),
  );
  return first && isGreatest && first.pathKeys.some((path) => /\basset$/.test(path)) ? first : null;
}

/** The total without a name under a heading. */
function underHeading(table: StatementTable, heading: RegExp): TableRow | null {
  return (
    table.rows.find(
      ({ key, pathKeys, sum }) =>
        /^(?:total)?$/.test(key) && sum !== null && heading.test(pathKeys.at(-1) ?? ""),
    ) ?? null
  );
}

/** What is left of the assets after the one total that is taken from them is the equity, whatever it is called. */
function findRest(
  table: StatementTable,
  assets: TableRow,
): { liabilities: TableRow; equity: TableRow } | null {
  for (const equity of table.rows) {
    const [first, second, ...more] = equity.sum?.parts ?? [];
    const liabilities = second && table.rows[second.row];
    if (!second || more.length > 0 || first?.row !== assets.at || !liabilities?.sum) continue;
    const isTaken = second.sign === -1 || liabilities.cells.some((cell) => (cell?.printed ?? 0) < 0);
    if (isTaken) return { liabilities, equity };
  }
  return null;
}

/** With the shares of others, and such that the balance sheet balances. */
function findEquity(
  named: NamedRows,
  { assets, liabilities, all }: Pick<Totals, "assets" | "liabilities" | "all">,
): TableRow | null {
  const { table } = named;
  const rows = named.of("total_equity").filter(({ row }) => row.unit === "money");
  const fits = rows.filter(({ row }) => {
    if (!assets || !liabilities) return false;
    return holdsInColumns(table, [assets, liabilities, row], ([a = 0, l = 0, e = 0]) => a - Math.abs(l) - e);
  });
  const named_ = fits.length > 0 ? fits : rows;
  const before = named_.filter(
    ({ row }) => (all === null || row.at < all.at) && !/attributable/.test(row.key),
  );
  const total = before.filter(({ row }) => /^total|^equity$|^net asset/.test(row.key));
  return (total.at(-1) ?? before.at(-1) ?? named_.at(-1))?.row ?? null;
}

function isAsset(row: TableRow, { assets }: Totals): boolean {
  return row.unit === "money" && (assets === null || row.at < assets.at);
}

/** The row of an asset; among several of the name that of the current assets. */
function readAsset(named: NamedRows, totals: Totals, concept: string): Reading | null {
  const { table } = named;
  // "Fixed assets" with others summed up in it is all that is not current.
  const own = named
    .of(concept)
    .filter(({ row }) => isAsset(row, totals) && !(row.key === "fixed asset" && row.sum !== null));
  const strong = own.filter(({ strength }) => strength === 1);
  const rows = strong.length > 0 ? strong : own;
  const current = rows.filter(({ row }) => isCurrent(row, totals));
  const [first] = concept === "ppe_net" ? lastNet(rows) : current.length > 0 ? current : rows;
  if (!first) return null;
  const chosen = own.find(({ row }) => isPartOf(first.row, row)) ?? first;
  const rivals = rows.filter(({ row }) => row !== chosen.row && !isPartOf(row, chosen.row)).length;
  return readRow(concept, { table, row: chosen.row }, { label: chosen.strength, rivals });
}

/** "Cash and due from banks" is part of "Cash and cash equivalents" below it, and not the whole. */
function isPartOf(part: TableRow, total: TableRow): boolean {
  return total.sum?.parts.some(({ row, sign }) => row === part.at && sign === 1) ?? false;
}

/** Where cost and depreciation are printed too, the row that is net of them. */
function lastNet(rows: readonly NamedRow[]): readonly NamedRow[] {
  const net = rows.filter(({ row }) => /\bnet\b/.test(row.key));
  return net.length > 0 ? net : rows;
}

function isCurrent(row: TableRow, { currentAssets }: Totals): boolean {
  if (row.pathKeys.some((path) => /noncurrent/.test(path))) return false;
  return (
    row.pathKeys.some((path) => /\bcurrent asset/.test(path)) ||
    (currentAssets !== null && row.at < currentAssets.at)
  );
}

function debtRange({ assets, all, equity, liabilities }: Totals): { from: number; to: number } {
  return { from: assets?.at ?? -1, to: Math.max(all?.at ?? -1, equity?.at ?? -1, liabilities?.at ?? -1) };
}
