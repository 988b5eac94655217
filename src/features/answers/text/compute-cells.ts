import type { Computation } from "../figures/compute.ts";
import { type Expression, evaluate, figure, mean, number, operation } from "../figures/expression.ts";
import type { FoundFigure } from "../figures/find-figure.ts";
import { fiscalYear, type Period, printPeriod, priorPeriod } from "../figures/periods.ts";
import type { FigureQuestion } from "../figures/read-question.ts";
import type { NameFinder } from "../report-names.ts";
import type { AskedComputation } from "./asked-computation.ts";
import { type WeighedTerm, weighTerms } from "./candidates.ts";
import { type CellContext, cellFigure, dimensionless } from "./cell-figure.ts";
import { extraShare } from "./coverage.ts";
import { type FoundCell, findCells, type TableSearch } from "./find-row.ts";
import { readTextRequest, type TextRequest } from "./request.ts";

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
/** What is nearly as well supported and comes to something else leaves the question open. */
const RIVAL = 0.95;
const CELLS_MAX = 12;
/** Years that an average runs over where the question names none: as many as the table shows. */
const YEARS_MAX = 6;

/** Computes with the cells of the one table that has everything the question calls by name. */
export function computeCells(asked: AskedComputation, context: CellsContext): ComputedCells | null {
  const results = asked.readings.flatMap((names) => {
    const found = periodsToTry(asked, names, context.presentYear)
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
  periods: readonly Period[];
}

/** The periods to compute over, the first that the report has; none where the question names too few or too many. */
function periodsToTry(
  { operation: op, periods }: AskedComputation,
  names: readonly string[],
  present: number | null,
): Period[][] {
  const newest = periods.at(-1) ?? (present === null ? null : fiscalYear(present));
  if (!newest) return [];
  if (names.length > 1) return periods.length > 1 ? [] : [[newest]];
  if (op === "average" || op === "sum") {
    if (periods.length > 1) return [periods];
    return op === "average" && periods.length === 0 ? stretchesTo(newest) : [];
  }
  return [[periods.length > 1 ? (periods[0] ?? newest) : priorPeriod(newest), newest]];
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
function findNamed(name: string, period: Period, context: CellsContext): NamedCell[] {
  const { search, isName, rarity, presentYear } = context;
  const asked = readTextRequest(`What was the ${name} in ${printPeriod(period)}?`, isName, presentYear);
  const terms = weighTerms(asked.terms, rarity);
  const of = (expects: "money" | "percent") => {
    const request: TextRequest = { ...asked, operation: "value", expects, counted: [] };
    const cells = findCells(request, terms, search).filter(
      (one) => one.words >= WORDS_MIN && one.own >= OWN_MIN && isCalled(one, name, terms),
    );
    return cells.slice(0, CELLS_MAX).map((found) => ({ found, request }));
  };
  const amounts = of("money");
  return amounts.length > 0 ? amounts : of("percent");
}

const OTHER = /\bother\b(?! than\b)/i;

/** Whether a row is called nothing more than a name says, and is the rest of something only where the name is. */
function isCalled({ row }: FoundCell, name: string, terms: readonly WeighedTerm[]): boolean {
  const isRest = OTHER.test(`${row.label} ${row.section ?? ""}`);
  return extraShare(row.label, terms) === 1 && (isRest || !OTHER.test(name));
}

/** Cells of one table, one for each name and period; those of one name are of one row. */
function combine([first = [], ...others]: readonly NamedCell[][], perName: number): NamedCell[][] {
  let partial = first.map((cell) => [cell]);
  for (const cells of others) {
    partial = partial.flatMap((own) => {
      const before = own.at(-1)?.found;
      const isSameName = own.length % perName !== 0;
      return cells.flatMap((next) => {
        const { table, row, cell } = next.found;
        if (table !== before?.table || own.some(({ found }) => found.cell === cell)) return [];
        return isSameName && row !== before.row ? [] : [[...own, next]];
      });
    });
  }
  return partial;
}

function computeWith(
  reading: Reading,
  cells: readonly NamedCell[],
  context: CellsContext,
): ComputedCells | null {
  const { periods } = reading;
  const support = Math.min(...cells.map(({ found }) => found.words));
  const operands = cells.flatMap(({ found, request }, at): FoundFigure[] => {
    const own =
      cellFigure(found, request, context) ?? (isRate(reading) ? dimensionless(found, context.report) : null);
    const period = periods[at % periods.length];
    const concept = `cell ${Math.floor(at / periods.length)}`;
    return own && period ? [{ ...own, concept, period, certainty: support }] : [];
  });
  const newest = periods.at(-1);
  if (operands.length !== cells.length || !newest || !isOneMeasure(operands)) return null;
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
      period: newest,
      from: periods.length > 1 ? (periods[0] ?? null) : null,
      result: resultOf(reading, operands),
      wanted: { unit: null, scale: null, decimals: null, currency: null },
    },
  };
}

/** A rate of two cells of one table is the same whatever scale they are in. */
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
