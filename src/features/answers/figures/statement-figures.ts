import { FIGURES } from "../../reference/index.ts";
import type { PageRecord } from "../../reports/index.ts";
import {
  type FigureCell,
  isFiscalYear,
  monthsOf,
  type ReportStatements,
  readStatements,
  type StatementFigure,
  type StatementPeriod,
} from "../../statements/index.ts";
import { type Expression, figure, number, operation } from "./expression.ts";
import type { FoundFigure } from "./find-figure.ts";
import { fiscalQuarter, lastQuarterOf } from "./fiscal-calendar.ts";
import { type Period, spanOfMonths } from "./periods.ts";
import { isNamedScale } from "./units.ts";

/** Between a concept and the number of one of the rows that it is the sum of. */
const PART = " part ";

/** The figures of a report's statements by concept and period, as the answers use them. */
export class StatementFigures {
  readonly #pages: readonly PageRecord[];
  /** The month in which the fiscal year ends, where the report says so. */
  readonly #yearEndMonth: () => number | null;
  #read: ReportStatements | undefined;

  constructor(pages: readonly PageRecord[], yearEndMonth: () => number | null) {
    this.#pages = pages;
    this.#yearEndMonth = yearEndMonth;
  }

  /** The figure where one cell is it, or one of several cells that give it together. */
  find(id: string, period: Period): FoundFigure | null {
    const [concept = "", part] = id.split(PART);
    const figure = this.#figure(concept, period);
    if (!figure || (part === undefined && isComputed(figure))) return null;
    const cell = figure.cells[Number(part ?? 0)];
    return cell ? toFound(figure, cell, { id, period }) : null;
  }

  /** The figure as a sum of its rows, or in whole currency where it is printed in cents; null where a cell is it. */
  expression(concept: string, period: Period): Expression | null {
    const held = this.#figure(concept, period);
    if (!held || !isComputed(held)) return null;
    const cells = held.cells.map((_, at) => figure(`${concept}${PART}${at}`, period));
    const sum = cells.reduce((left, right) => operation("+", left, right));
    return isInCents(held) ? operation("/", sum, number(CENTS)) : sum;
  }

  holds(concept: string, period: Period): boolean {
    return this.#figure(concept, period) !== null;
  }

  /** Whether all totals of the statement that would have the figure are proven, and none of its rows is it. */
  lacks(concept: string, period: Period): boolean {
    const statement = STATEMENT_OF.get(concept);
    if (statement === undefined || !this.#isAnnual(period) || this.holds(concept, period)) return false;
    const columns = this.#statements().statements.flatMap((one) =>
      one.kind === statement ? one.columns : [],
    );
    return columns.some(
      ({ period: own, scale, sums }) =>
        own.fiscalYear === period.year && isAnnual(own) && scale !== null && isProven(sums),
    );
  }

  /** The newest part of a year that the income statement is about; null where it is about years, or does not say. */
  get newestPart(): Period | null {
    const shown = this.#statements().statements.flatMap(({ kind, columns }) =>
      kind === "income" ? columns.map(({ period }) => period) : [],
    );
    if (shown.some((period) => period.isAssumed || isFiscalYear(period))) return null;
    const [newest] = shown.toSorted((a, b) => b.end.localeCompare(a.end) || compareLength(a, b));
    return newest ? toPart(newest, this.#yearEndMonth()) : null;
  }

  #statements(): ReportStatements {
    this.#read ??= readStatements({ pages: this.#pages });
    return this.#read;
  }

  /** Without a year in the income statement the report is about less than a year, and so is its balance sheet. */
  #isAnnual({ span }: Period): boolean {
    if (span !== "year") return false;
    return this.#statements().statements.some(
      ({ kind, columns }) => kind === "income" && columns.some(({ period }) => isFiscalYear(period)),
    );
  }

  #figure(concept: string, wanted: Period): StatementFigure | null {
    if (wanted.span === "year" && !this.#isAnnual(wanted)) return null;
    const isWanted = (period: StatementPeriod) =>
      wanted.span === "year"
        ? period.fiscalYear === wanted.year && isAnnual(period)
        : isPartOfYear(period, wanted, this.#yearEndMonth());
    const { figures } = this.#statements();
    return figures.find(({ concept: own, period }) => own === concept && isWanted(period)) ?? null;
  }
}

/** Whether it is that quarter, half or nine months, or the balance at the end of it. */
function isPartOfYear(period: StatementPeriod, wanted: Period, yearEndMonth: number | null): boolean {
  if (period.start === null) {
    const own = endQuarter(period, yearEndMonth);
    return own?.year === wanted.year && own.quarter === lastQuarterOf(wanted);
  }
  const own = toPart(period, yearEndMonth);
  return (
    own?.year === wanted.year &&
    own.span === wanted.span &&
    (wanted.part === null || own.part === wanted.part)
  );
}

/** Null for a day, and for a part that begins within a half or a quarter. */
function toPart(period: StatementPeriod, yearEndMonth: number | null): Period | null {
  const [end, months] = [endQuarter(period, yearEndMonth), monthsOf(period)];
  if (end === null || months === null) return null;
  const { year, quarter } = end;
  const span = spanOfMonths(months);
  const part = span === "quarter" ? quarter : span === "half" ? quarter / 2 : null;
  return part !== null && !Number.isInteger(part) ? null : { year, span, part };
}

/** The quarter of the fiscal year that a period ends with. */
function endQuarter({ end }: StatementPeriod, yearEndMonth: number | null) {
  const [year = 0, month = 0] = end.split("-").map(Number);
  return yearEndMonth === null ? null : fiscalQuarter({ year, month }, yearEndMonth);
}

/** The shorter one first. */
function compareLength(a: StatementPeriod, b: StatementPeriod): number {
  return (b.start ?? "").localeCompare(a.start ?? "");
}

/** A year, or a day; a quarter of the same fiscal year is another figure. */
function isAnnual(period: StatementPeriod): boolean {
  return period.start === null || isFiscalYear(period);
}

const CENTS = 100;
const STATEMENT_OF: ReadonlyMap<string, string> = new Map(
  FIGURES.map(({ id, statement }) => [id, statement]),
);

function isProven({ proven, failed }: { proven: number; failed: number }): boolean {
  return proven > 0 && failed === 0;
}

function isComputed(figure: StatementFigure): boolean {
  return figure.cells.length > 1 || isInCents(figure);
}

function isInCents({ unit, cells }: StatementFigure): boolean {
  const [cell] = cells;
  return unit === "per_share" && cell !== undefined && cell.printed !== 0 && cell.value !== cell.printed;
}

function toFound(
  figure: StatementFigure,
  cell: FigureCell,
  { id, period }: { id: string; period: Period },
): FoundFigure {
  return {
    concept: id,
    period,
    value: isInCents(figure) ? cell.printed : cell.sign * (cell.value ?? 0),
    printed: cell.text,
    ...(isNamedScale(cell.scale)
      ? { printedValue: cell.printed, scale: cell.scale }
      : { printedValue: cell.value ?? 0, scale: 1 }),
    currency: figure.currency,
    unit: cell.unit,
    page: cell.page,
    box: cell.box,
    rowBox: cell.rowBox,
    label: cell.label || nameOf(cell),
    head: cell.head,
    certainty: figure.confidence,
  };
}

/** A total without a name is called by what it is the total of. */
function nameOf({ path }: FigureCell): string {
  const heading = path.at(-1);
  return heading === undefined ? "" : `Total under “${heading}”`;
}
