import { FIGURES } from "../../reference/index.ts";
import type { PageRecord } from "../../reports/index.ts";
import {
  type FigureCell,
  isFiscalYear,
  type ReportStatements,
  readStatements,
  type StatementFigure,
  type StatementPeriod,
} from "../../statements/index.ts";
import { type Expression, figure, number, operation } from "./expression.ts";
import type { FoundFigure } from "./find-figure.ts";
import type { Period } from "./periods.ts";
import { isNamedScale } from "./units.ts";

/** Between a concept and the number of one of the rows that it is the sum of. */
const PART = " part ";

/** The figures of a report's statements by concept and year, as the answers use them. */
export class StatementFigures {
  readonly #pages: readonly PageRecord[];
  #read: ReportStatements | undefined;

  constructor(pages: readonly PageRecord[]) {
    this.#pages = pages;
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

  #figure(concept: string, period: Period): StatementFigure | null {
    if (!this.#isAnnual(period)) return null;
    return (
      this.#statements().figures.find(
        (one) => one.concept === concept && one.period.fiscalYear === period.year && isAnnual(one.period),
      ) ?? null
    );
  }
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
