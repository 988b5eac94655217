import type { Computation } from "../figures/compute.ts";
import { type Expression, evaluate, figure, mean, number, operation } from "../figures/expression.ts";
import type { FoundFigure } from "../figures/find-figure.ts";
import { fiscalYear, type Period, printPeriod, priorPeriod } from "../figures/periods.ts";
import type { FigureQuestion } from "../figures/read-question.ts";
import type { NameFinder } from "../report-names.ts";
import type { AskedComputation } from "./asked-computation.ts";
import { type WeighedTerm, weighTerms } from "./candidates.ts";
import { type CellContext, cellFigure, dimensionless } from "./cell-figure.ts";
import { extraShare, hasAll } from "./coverage.ts";
import { type FoundCell, findCells, type TableSearch, viewTables } from "./find-row.ts";
import { readTextRequest, type TextRequest } from "./request.ts";
import { findSums } from "./row-sums.ts";
import { cleanLabel } from "./table-view.ts";

export interface CellsContext extends CellContext {
  search: TableSearch;
  isName: NameFinder;
  rarity: (term: string) => number;
  presentYear: number | null;
}

export interface ComputedCells {
  question: FigureQuestion;
  computation: Computation;
  /** The least share of a name that its row, its column and the text above have. */
  support: number;
}

const WORDS_MIN = 0.85;
const OWN_MIN = 0.5;
/** The share of a name that stands only above the table. */
const LEAD_MIN = 0.79;
/** What is nearly as well supported and comes to something else leaves the question open. */
const RIVAL = 0.96;
const CELLS_MAX = 12;
/** Years that an average runs over where the question names none: as many as the table shows. */
const YEARS_MAX = 6;

/** Computes with the cells of the one table that has everything the question calls by name. */
export function computeCells(asked: AskedComputation, context: CellsContext): ComputedCells | null {
  const results = asked.readings.flatMap((names) => {
    const found = periodsToTry(asked, names, context)
      .values()
      .map((periods) => computeReading({ ...asked, names, periods }, context))
      .find((one) => one.length > 0);
    return found ?? [];
  });
  const [best, ...others] = results.sort((a, b) => b.support - a.support);
  if (!best) return null;
  const rivals = others.filter(({ support }) => support >= best.support * RIVAL);
  return rivals.every(({ computation }) => isSame(computation.value, best.computation.value)) ? best : null;
}

const isSame = (one: number, other: number) => Math.abs(one - other) <= Math.abs(one) * 1e-9;

/** One way to understand the question, over these periods. */
interface Reading {
  operation: AskedComputation["operation"];
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
  if (names.length > 1) return periods.length > 1 ? [] : periodOfTable(periods.length > 0, newest);
  if (!newest) return [];
  if (op === "average" && periods.length === 0) return stretchesTo(newest);
  if (op === "average" || op === "sum" || op === "ratio") return periods.length > 1 ? [periods] : [];
  return [[periods.length > 1 ? (periods[0] ?? newest) : priorPeriod(newest), newest]];
}

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
  const found = names.flatMap((name) => periods.map((period) => findNamed(name, period, context)));
  if (found.some((cells) => cells.length === 0)) return [];
  return combine(found, periods.length).flatMap((cells) => computeWith(reading, cells, context) ?? []);
}

interface NamedCell {
  found: FoundCell;
  request: TextRequest;
}

/** The cells that a name may mean: amounts, and only where there are none, percentages. */
function findNamed(name: string, period: Period | null, context: CellsContext): NamedCell[] {
  const { search, isName, rarity, presentYear } = context;
  const time = period ? ` in ${printPeriod(period)}` : "";
  const asked = readTextRequest(`What was the ${name}${time}?`, isName, presentYear);
  const terms = weighTerms(asked.terms, rarity);
  const of = (expects: "money" | "count" | "percent") => {
    const request: TextRequest = { ...asked, operation: "value", expects, counted: [] };
    const cells = findCells(request, terms, search).filter(
      (one) => isOfYear(one, period) && isCalled(one, name, terms),
    );
    return cells.slice(0, CELLS_MAX).map((found) => ({ found, request }));
  };
  const amounts = of(asked.counted.length > 0 || asked.expects === "count" ? "count" : "money");
  return amounts.length > 0 ? amounts : of("percent");
}

/** "Balance at 30 June 2024" is not that of another year. */
function isOfYear({ row }: FoundCell, period: Period | null): boolean {
  const year = YEAR.exec(row.label)?.[0];
  return year === undefined || period === null || Number(year) === period.year;
}

const OTHER = /\bother\b(?! than\b)/i;

/**
 * Whether a row is called what a name says and nothing more, and is the rest of something only where the name is. A
 * total without a name is that of what the table is about.
 */
function isCalled(found: FoundCell, name: string, terms: readonly WeighedTerm[]): boolean {
  const { row, words, own } = found;
  const isRest = OTHER.test(`${row.label} ${row.section ?? ""}`);
  if (extraShare(cleanLabel(row.label), terms) < 1 || (!isRest && OTHER.test(name))) return false;
  return (words >= WORDS_MIN && own >= OWN_MIN) || (words >= LEAD_MIN && isTotalOfLead(found, terms));
}

const BARE_TOTAL = /^(?:(?:grand )?total)?[\s:.]*$/i;

function isTotalOfLead({ row, cell, view }: FoundCell, terms: readonly WeighedTerm[]): boolean {
  if (!BARE_TOTAL.test(cleanLabel(row.label)) || !hasAll(terms, view.lead)) return false;
  return findSums(view, cell.column).some((sum) => sum.row.row === row);
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
  if (scaled.length === cells.length || !isRate(reading)) return scaled;
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

function express({ operation: op }: Reading, operands: readonly FoundFigure[]): Expression {
  const parts = operands.map(({ concept, period }) => figure(concept, period));
  const [first, second] = parts;
  if (!first || !second) throw new Error("a computation needs two figures");
  switch (op) {
    case "growth":
      return operation("-", operation("/", second, first), number(1));
    case "change":
      return operation("-", second, first);
    case "difference":
      return operation("-", first, second);
    case "ratio":
    case "share":
      return operation("/", first, second);
    case "average":
      return mean(parts);
    case "sum":
      return parts.slice(1).reduce((left, right) => operation("+", left, right), first);
  }
}

function resultOf({ operation: op }: Reading, [first]: readonly FoundFigure[]): FigureQuestion["result"] {
  if (op === "growth" || op === "share") return "percent";
  return op === "ratio" ? "ratio" : (first?.unit ?? "count");
}

const SAID: Record<AskedComputation["operation"], (names: readonly string[]) => string> = {
  growth: ([name]) => `growth of ${name}`,
  change: ([name]) => `change in ${name}`,
  average: (names) => `average ${names.join(" and ")}`,
  sum: (names) => `sum of ${names.join(" and ")}`,
  difference: (names) => `difference between ${names.join(" and ")}`,
  ratio: (names) => `ratio of ${names.join(" to ")}`,
  share: ([part, whole]) => `${part} as a percentage of ${whole}`,
};

const subjectOf = ({ operation: op, names }: Reading) => SAID[op](names);
