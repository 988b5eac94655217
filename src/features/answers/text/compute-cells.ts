import type { Computation } from "../figures/compute.ts";
import { type Expression, evaluate, figure, mean, number, operation } from "../figures/expression.ts";
import type { FoundFigure } from "../figures/find-figure.ts";
import { fiscalYear, type Period, priorPeriod } from "../figures/periods.ts";
import type { FigureQuestion } from "../figures/read-question.ts";
import { type AskedComputation, completeNames, partsOfShare } from "./asked-computation.ts";
import { type CellContext, cellFigure, dimensionless } from "./cell-figure.ts";
import { ASKS_TOTAL } from "./choose-column.ts";
import { type FoundCell, type TableSearch, viewTables } from "./find-row.ts";
import { findNamed, inColumnsOf, type NamedCell, type NameSearch } from "./named-cells.ts";
import { isPerShare } from "./per-unit.ts";

export interface CellsContext extends CellContext, NameSearch {}

export interface ComputedCells {
  question: FigureQuestion;
  computation: Computation;
  /** The least share of a name that its row, its column and the text above have. */
  support: number;
  /** The table of its cells. */
  place: unknown;
}

/** What is nearly as well supported and comes to something else leaves the question open. */
const RIVAL = 0.96;
/** The same where only one cell is asked for, which no other has to match. */
const RIVAL_ALONE = 0.9;
/** Years that an average runs over where the question names none: as many as the table shows. */
const YEARS_MAX = 6;

/** Computes with the cells of the one table that has everything the question calls by name. */
export function computeCells(asked: AskedComputation, context: CellsContext): ComputedCells | null {
  const compute = (names: readonly string[]) =>
    periodsToTry(asked, names, context)
      .values()
      .map((periods) => computeReading({ ...asked, names, periods }, context))
      .find((one) => one.length > 0) ?? [];
  const pairs = asked.readings.filter((names) => names.length === 2);
  const completed = pairs.flatMap((names) => completeNames(asked, names)).flatMap(compute);
  const asSaid = completed.length > 0 ? completed : asked.readings.flatMap(compute);
  const results =
    asSaid.length > 0 ? asSaid : pairs.flatMap((names) => partsOfShare(asked, names)).flatMap(compute);
  const [best] = results.sort((a, b) => b.support - a.support);
  if (!best) return null;
  const least = asked.operation === "value" ? RIVAL_ALONE : RIVAL;
  const close = results.filter(({ support }) => support >= best.support * least);
  return mostAgreed(close);
}

/** Of several results the one that most tables come to; null where as many come to another. */
function mostAgreed(results: readonly ComputedCells[]): ComputedCells | null {
  const groups: ComputedCells[][] = [];
  for (const one of results) {
    const same = groups.find(([first]) => first && isSame(one.computation.value, first.computation.value));
    if (same) same.push(one);
    else groups.push([one]);
  }
  const tables = (group: readonly ComputedCells[]) => new Set(group.map(({ place }) => place)).size;
  const [most, next] = groups.sort((a, b) => tables(b) - tables(a));
  return most && (!next || tables(most) > tables(next)) ? (most[0] ?? null) : null;
}

const isSame = (one: number, other: number) => Math.abs(one - other) <= Math.abs(one) * 1e-9;

/** One way to understand the question, over these periods. */
interface Reading extends Pick<AskedComputation, "operation" | "isNewestFirst"> {
  names: readonly string[];
  /** Null for the one that the table is about, which it may not say. */
  periods: readonly (Period | null)[];
}

/** The periods to compute over, the first that the report has; none where the question names too few or too many. */
function periodsToTry(
  { operation: op, periods }: AskedComputation,
  names: readonly string[],
  { presentYear, search }: CellsContext,
): (Period | null)[][] {
  const year = presentYear ?? newestYear(search);
  const newest = periods.at(-1) ?? (year === null ? null : fiscalYear(year));
  const isMany = periods.length > 1;
  if (names.length > 1 || op === "value") return isMany ? [] : periodOfTable(periods.length > 0, newest);
  if (!newest) return [];
  if (op === "average" && periods.length === 0) return stretchesTo(newest);
  if (OVER_TIME.has(op)) return isMany ? [periods] : [];
  return [[isMany ? (periods[0] ?? newest) : priorPeriod(newest), newest]];
}

/** What is computed with all periods, and not with the first and the last. */
const OVER_TIME: ReadonlySet<AskedComputation["operation"]> = new Set(["average", "sum", "ratio"]);

/** The one period of two figures; where the question names none, that of a table that may not say it either. */
function periodOfTable(isNamed: boolean, period: Period | null): (Period | null)[][] {
  if (isNamed) return [[period]];
  return period === null ? [[null]] : [[period], [null]];
}

/** The newest year that a column is about, where the report does not say which year is its own. */
function newestYear(search: TableSearch): number | null {
  const years = viewTables(search).flatMap(({ view }) => view.columns.flatMap(({ year }) => year ?? []));
  return years.length === 0 ? null : Math.max(...years);
}

/** Years up to the newest, the longest stretch first. */
function stretchesTo(newest: Period): Period[][] {
  const years = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ ...newest, year: newest.year - count + 1 + at }));
  return Array.from({ length: YEARS_MAX - 1 }, (_, at) => years(YEARS_MAX - at));
}

function computeReading(reading: Reading, context: CellsContext): ComputedCells[] {
  const { names, periods } = reading;
  const isAlone = names.length === 1;
  const found = names.flatMap((name) =>
    periods.map((period) => findNamed(name, period, { ...context, isAlone })),
  );
  if (found.some((cells) => cells.length === 0)) return [];
  const [parts = [], wholes = []] = found;
  const isOfTotal = names.length === 2 && ASKS_TOTAL.test(names[1] ?? "");
  const all = isOfTotal
    ? [parts, [...wholes, ...wholes.flatMap((whole) => inColumnsOf(parts, whole))]]
    : found;
  return combine(all, periods.length).flatMap((cells) => computeWith(reading, cells, context) ?? []);
}

/**
 * Cells of one table, one for each name and period. Those of one name are of one row, or of one column of years; those
 * of two names share a row or a column: what differs in both is not compared.
 */
function combine([first = [], ...others]: readonly NamedCell[][], perName: number): NamedCell[][] {
  let partial = first.map((cell) => [cell]);
  for (const cells of others) {
    partial = partial.flatMap((own) => {
      const before = own.at(-1)?.found;
      const isSameName = own.length % perName !== 0;
      return cells.flatMap((next) => {
        const { table, cell } = next.found;
        if (table !== before?.table || own.some(({ found }) => found.cell === cell)) return [];
        const isFitting = isSameName ? isOneSeries(before, next.found) : isAligned(before, next.found);
        return isFitting ? [[...own, next]] : [];
      });
    });
  }
  return partial;
}

const YEAR = /\b(?:19|20)\d\d\b/;

function isOneSeries(one: FoundCell, other: FoundCell): boolean {
  const isYears = [one, other].every(({ row }) => YEAR.test(row.label));
  return one.row === other.row || (isYears && one.cell.column === other.cell.column);
}

const isAligned = (one: FoundCell, other: FoundCell) =>
  one.row === other.row || one.cell.column === other.cell.column;

function computeWith(
  reading: Reading,
  cells: readonly NamedCell[],
  context: CellsContext,
): ComputedCells | null {
  const { periods } = reading;
  const support = Math.min(...cells.map(({ found }) => found.words));
  const operands = measure(reading, cells, context).map((own, at): FoundFigure => {
    const period = periods[at % periods.length] ?? own.period;
    return { ...own, concept: `cell ${Math.floor(at / periods.length)}`, period, certainty: support };
  });
  const [first] = operands;
  if (operands.length !== cells.length || !first || !isOneMeasure(operands)) return null;
  const expression = express(reading, operands);
  const value = evaluate(
    expression,
    (concept, period) =>
      operands.find((one) => one.concept === concept && one.period === period)?.value ?? null,
  );
  if (value === null) return null;
  return {
    computation: { value, expression, operands },
    place: cells[0]?.found.table,
    support,
    question: {
      expression,
      subject: subjectOf(reading),
      period: periods.at(-1) ?? first.period,
      from: periods.length > 1 ? (periods[0] ?? null) : null,
      result: resultOf(reading, operands),
      wanted: { unit: null, scale: null, decimals: null, currency: null },
    },
  };
}

/** What each cell is measured in. A rate of cells of one table is the same whatever their scale is. */
function measure(reading: Reading, cells: readonly NamedCell[], context: CellsContext): FoundFigure[] {
  const scaled = cells.flatMap(({ found, request }) => cellFigure(found, request, context) ?? []);
  // What is no amount per share is none in a rate either.
  const isOfShares = cells.some(({ request }) => isPerShare(request.per));
  if (scaled.length === cells.length || !isRate(reading) || isOfShares) return scaled;
  return cells.flatMap(({ found }) => dimensionless(found, context.report) ?? []);
}

const isRate = ({ operation: op }: Reading) => op === "growth" || op === "ratio" || op === "share";

/** Only what is measured alike is computed with. */
function isOneMeasure(operands: readonly FoundFigure[]): boolean {
  const [first] = operands;
  return operands.every(
    ({ unit, currency, scale }) =>
      unit === first?.unit && currency === first.currency && scale === first.scale,
  );
}

function express(
  { operation: op, names, isNewestFirst }: Reading,
  operands: readonly FoundFigure[],
): Expression {
  const parts = operands.map(({ concept, period }) => figure(concept, period));
  const [first, second = first] = parts;
  if (!first || !second) throw new Error("a computation needs figures");
  switch (op) {
    case "value":
      return first;
    case "growth":
      return operation("-", operation("/", second, first), number(1));
    case "change":
      return operation("-", second, first);
    case "difference":
      return operation("-", first, second);
    case "ratio":
      return isNewestFirst && names.length === 1
        ? operation("/", second, first)
        : operation("/", first, second);
    case "share":
      return operation("/", total(parts.slice(0, -1), first), parts.at(-1) ?? second);
    case "average":
      return mean(parts);
    case "sum":
      return total(parts, first);
  }
}

const total = (parts: readonly Expression[], first: Expression): Expression =>
  parts.slice(1).reduce((left, right) => operation("+", left, right), first);

function resultOf({ operation: op }: Reading, [first]: readonly FoundFigure[]): FigureQuestion["result"] {
  if (op === "growth" || op === "share") return "percent";
  return op === "ratio" ? "ratio" : (first?.unit ?? "count");
}

const SAID: Record<AskedComputation["operation"], (names: readonly string[]) => string> = {
  value: ([name = ""]) => name,
  growth: ([name]) => `growth of ${name}`,
  change: ([name]) => `change in ${name}`,
  average: (names) => `average ${names.join(" and ")}`,
  sum: (names) => `sum of ${names.join(" and ")}`,
  difference: (names) => `difference between ${names.join(" and ")}`,
  ratio: (names) => `ratio of ${names.join(" to ")}`,
  share: (names) => `${names.slice(0, -1).join(" and ")} as a percentage of ${names.at(-1)}`,
};

const subjectOf = ({ operation: op, names }: Reading) => SAID[op](names);
