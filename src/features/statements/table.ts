import { labelKey } from "../reference/index.ts";
import { headWithYears } from "./columns/head-with-years.ts";
import { joinColumns } from "./columns/join-columns.ts";
import { type ColumnContext, type TypedColumn, typeColumns } from "./columns/type-columns.ts";
import type { Candidate } from "./find/candidates.ts";
import { buildGrid, type GridRow } from "./find/grid.ts";
import { joinThousands } from "./find/thousands.ts";
import { findSums, type Sum } from "./proof/sums.ts";
import type { CellUnit, PrimaryKind } from "./statement.ts";

export interface TableRow extends GridRow {
  at: number;
  key: string;
  pathKeys: readonly string[];
  unit: CellUnit;
  /** The sum this row is the total of. */
  sum: Sum | null;
  /** The total it is part of, and whether it is added or subtracted there. */
  parent: { total: number; sign: 1 | -1 } | null;
}

/** A statement with its rows and columns understood, before its rows are named. */
export interface StatementTable {
  kind: PrimaryKind;
  candidate: Candidate;
  /** The smallest printed step, such as 0.1. */
  step: number;
  heads: readonly string[];
  headLines: readonly string[];
  columns: readonly TypedColumn[];
  rows: readonly TableRow[];
}

const COLUMNS_MAX = 5;

export function buildTable(
  candidate: Candidate,
  context: Omit<ColumnContext, "kind" | "title">,
): StatementTable {
  const { kind, caption, segments } = candidate;
  const grid = joinColumns(headWithYears(joinThousands(buildGrid(segments))));
  const columns = typeColumns(grid, { ...context, kind, title: caption.text }).slice(0, COLUMNS_MAX);
  const shown = new Set(columns.map(({ at }) => at));
  const rows = grid.rows.map((row, at) => describeRow(keepColumns(row, shown), at, kind));
  if (kind === "income") markFractions(rows);
  const step = stepOf(rows, columns);
  proveRows(rows, { kind, columns, step });
  return { kind, candidate, step, heads: grid.heads, headLines: grid.headLines, columns, rows };
}

/** Note numbers, changes in percent and other years say nothing about the sign or the unit of the amounts. */
function keepColumns(row: GridRow, shown: ReadonlySet<number>): GridRow {
  return { ...row, cells: row.cells.map((cell, at) => (shown.has(at) ? cell : null)) };
}

const PER_SHARE =
  /\bper (?:\w+ ){0,3}(?:share|unit|stock|security)\b|\bcent per|\bpence\b|\bcents?\b|\beps\b|je aktie|par action|por accion|per azione|per aandeel|1株当|每股/;
const SHARES =
  /weighted average|average (?:number )?(?:common |ordinary )?share|number (?:ordinary |common )?share|share outstanding|share used|share issued|anzahl aktien/;

/** "Adjustments to reconcile net income to net cash from operating activities - Depreciation": a heading and its first row. */
const HEADING_BEFORE = /^(?:Adjustments?|ADJUSTMENTS?) (?:to|for|TO|FOR)\b.{10,}?\s?[-–—:]\s+(?=\p{Lu})/u;

function describeRow(given: GridRow, at: number, kind: PrimaryKind): TableRow {
  const row = { ...given, label: given.label.replace(HEADING_BEFORE, "") };
  const key = labelKey(row.label);
  const pathKeys = row.path.map(labelKey);
  return {
    ...row,
    at,
    key,
    pathKeys,
    unit: kind === "balance" ? balanceUnit(row, key) : unitOf(row, key, pathKeys),
    sum: null,
    parent: null,
  };
}

function unitOf(row: GridRow, key: string, pathKeys: readonly string[]): CellUnit {
  const near = pathKeys.at(-1) ?? "";
  const label = row.label.toLowerCase();
  if (SHARES.test(key) || (SHARES.test(near) && !PER_SHARE.test(key)))
    return isSmall(row) && PER_SHARE.test(`${label} ${key}`) ? "per_share" : "shares";
  if (PER_SHARE.test(key) || PER_SHARE.test(label)) return isSmall(row) ? "per_share" : "money";
  if (pathKeys.some((path) => PER_SHARE.test(path)) && isSmall(row)) return "per_share";
  return "money";
}

const SHARE_COUNT = /number .*share|^(?:\w+ ){0,4}share (?:outstanding|issued|authorized)$/;

/** "Common stock, $1 par value, 75 million shares issued" is an amount of the equity. */
function balanceUnit(row: GridRow, key: string): CellUnit {
  if (SHARE_COUNT.test(key)) return "shares";
  return PER_SHARE.test(key) && !/par value/.test(key) && isSmall(row) ? "per_share" : "money";
}

const PER_SHARE_MAX = 100_000;

/** No share earns more than this; a row with more is an amount, whatever its name says. */
function isSmall({ cells }: GridRow): boolean {
  return cells.every((cell) => cell === null || Math.abs(cell.printed) < PER_SHARE_MAX);
}

const FRACTIONS_SHARE_MAX = 0.3;
const FRACTION_MAX = 1_000;

/**
 * Where the amounts are whole numbers, a small one with cents is per share, even under a heading that says so further
 * up: "Net income attributable to shareholders $0.41".
 */
function markFractions(rows: TableRow[]): void {
  const money = rows.filter(({ unit }) => unit === "money");
  const fractions = money.filter(({ cells }) => isFraction(cells.flatMap((cell) => cell?.printed ?? [])));
  if (fractions.length > money.length * FRACTIONS_SHARE_MAX) return;
  for (const row of fractions) row.unit = "per_share";
}

function isFraction(amounts: readonly number[]): boolean {
  return (
    amounts.some((amount) => !Number.isInteger(amount)) &&
    amounts.every((amount) => Math.abs(amount) < FRACTION_MAX)
  );
}

function stepOf(rows: readonly TableRow[], columns: readonly TypedColumn[]): number {
  return smallestStep(
    rows.flatMap(({ unit, cells }) =>
      unit === "money" ? columns.flatMap(({ at }) => cells[at]?.printed ?? []) : [],
    ),
  );
}

/** The smallest step in which amounts are printed, such as 0.1. */
export function smallestStep(amounts: readonly number[]): number {
  let decimals = 0;
  for (const amount of amounts)
    if (!Number.isInteger(amount)) decimals = Math.max(decimals, String(amount).split(".")[1]?.length ?? 0);
  return 10 ** -Math.min(decimals, 3);
}

export const TOTAL = /^total\b|^$|^net cash\b|^summe\b|^totale\b|^totaal\b|合計$|^gross income$|^net asset$/;

const RESULT = /income|total|\bnet\b|gross|margin|^$|ebit|increase|ergebnis|resultat|risultato|利益|利润/;
const NET = /\bnet (?:current )?(?:asset|liability)\b/;
const INCOME_PARTS_MAX = 40;
const BALANCE_PARTS_MAX = 3;

/**
 * Only a result is a difference. In a balance sheet any item is what the others leave of the total, so there only
 * totals of a few rows are, such as net assets.
 */
function signedParts(kind: PrimaryKind, key: string, path: string): number {
  if (kind === "income") return RESULT.test(key) ? INCOME_PARTS_MAX : 0;
  return kind === "balance" && (TOTAL.test(key) || NET.test(key) || NET.test(path)) ? BALANCE_PARTS_MAX : 0;
}

function proveRows(
  rows: TableRow[],
  { kind, columns, step }: { kind: PrimaryKind; columns: readonly TypedColumn[]; step: number },
): void {
  const money = rows.filter(({ unit }) => unit === "money");
  const sums = findSums(
    money.map(({ key, pathKeys, cells }) => ({
      amounts: columns.map(({ at }) => cells[at]?.printed ?? null),
      isTotal: TOTAL.test(key),
      signedPartsMax: signedParts(kind, key, pathKeys.at(-1) ?? ""),
    })),
    { unit: step },
  );
  for (const sum of sums) {
    const total = money[sum.total];
    if (!total) continue;
    const parts = sum.parts.flatMap(({ row, sign }) => {
      const part = money[row];
      if (!part) return [];
      part.parent = { total: total.at, sign };
      return [{ row: part.at, sign }];
    });
    total.sum = { total: total.at, parts };
  }
}

/** Whether a row adds to or takes from the last total it is part of, through all totals between. */
export function signInTotal(table: StatementTable, row: TableRow): 1 | -1 {
  let sign = 1;
  let current: TableRow | undefined = row;
  for (let depth = 0; current?.parent && depth < table.rows.length; depth++) {
    sign *= current.parent.sign;
    current = table.rows[current.parent.total];
  }
  return sign < 0 ? -1 : 1;
}
