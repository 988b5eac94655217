import type { Computation } from "./compute.ts";
import { type Expression, evaluate, figuresOf } from "./expression.ts";
import type { FoundFigure } from "./find-figure.ts";
import { ROW_CONCEPT } from "./lexicon.ts";
import type { Period } from "./periods.ts";
import { findPeriods } from "./question-periods.ts";
import { shapeQuestion } from "./question-shape.ts";
import { type FigureQuestion, type QuestionContext, readFigureQuestion } from "./read-question.ts";
import type { RowNames } from "./row-names.ts";
import { readRow } from "./row-reading.ts";
import type { StatementRow, Statements } from "./statement-book.ts";
import { LATER } from "./table-reading.ts";

export interface RowComputation {
  question: FigureQuestion;
  computation: Computation;
}

/** Years an average may run over when the question names none: as many as the table shows. */
const YEARS_MAX = 6;

/** What was paid of taxes and interest is not what was charged, whose rows have the same name without that word. */
export const ASKS_PAID =
  /\b(?:tax(?:es)?|interest)\b[^?]*\bpa(?:id|y)\b|\bpa(?:id|y)\b[^?]*\b(?:tax(?:es)?|interest)\b/i;

/** Understands a question over rows by the names the tables give them, and computes it; null when that fails. */
export function computeFromRows(
  book: Statements,
  names: RowNames,
  { question, context }: { question: string; context: QuestionContext },
): RowComputation | null {
  if (ASKS_PAID.test(question)) return null;
  const period = context.period ?? book.newestColumn;
  const isDated = findPeriods(question).length > 0;
  // What is due in all, and not in the last of the years to come.
  const rowsOf: RowsOf = (concept) =>
    names
      .rowsCalled(concept.slice(ROW_CONCEPT.length))
      .filter(({ table }) => isDated || !table.heads.some((head) => LATER.test(head)));
  for (const from of periodsToTry(question, period)) {
    const reading = readFigureQuestion(question, { ...context, period, from, rows: names });
    if (!reading.understood) continue;
    const computation = computeRows(book, rowsOf, reading.question.expression);
    if (computation) return { question: asMeasured(reading.question, computation), computation };
  }
  return null;
}

/** What its rows are among says of a row what its label does not: "Dilutive securities" are shares. */
function asMeasured(question: FigureQuestion, { operands }: Computation): FigureQuestion {
  const isOfShares = question.result === "money" && operands.every(({ unit }) => unit === "shares");
  return isOfShares ? { ...question, result: "shares" } : question;
}

/** "The average X" without a period is that of all the years shown. */
function periodsToTry(question: string, period: Period | null): (Period | null)[] {
  const { core } = shapeQuestion(question);
  if (!period || !/\b(?:average|mean)\b/i.test(core) || findPeriods(core).length > 0) return [null];
  return Array.from({ length: YEARS_MAX - 1 }, (_, at) => ({
    ...period,
    year: period.year - (YEARS_MAX - 1 - at),
  }));
}

type RowsOf = (concept: string) => readonly StatementRow[];

function computeRows(book: Statements, rowsOf: RowsOf, expression: Expression): Computation | null {
  const figures = figuresOf(expression);
  if (figures.some(({ concept }) => !concept.startsWith(ROW_CONCEPT))) return null;
  const everywhere = new Map(figures.map(({ concept }) => [concept, rowsOf(concept)]));
  // A single figure must be the same wherever a row of that name stands.
  if (expression.kind === "figure") return computeIn(book, everywhere, expression);
  const together = tablesWithAll(rowsOf, figures).map((rows) => computeIn(book, rows, expression));
  const done = together.filter((one) => one !== null);
  const primary = new Set(book.primaryPages);
  const inStatements = done.filter(({ operands }) => operands.every(({ page }) => primary.has(page)));
  const chosen = inStatements.length > 0 ? inStatements : done;
  if (chosen.length > 0) return onlyOne(chosen);
  // No table has them all: then each must be the same wherever it stands.
  return computeIn(book, everywhere, expression);
}

function onlyOne(computations: readonly Computation[]): Computation | null {
  const [first] = computations;
  return first && computations.every(({ value }) => value === first.value) ? first : null;
}

type RowsByConcept = ReadonlyMap<string, readonly StatementRow[]>;

function tablesWithAll(rowsOf: RowsOf, figures: readonly { concept: string }[]): RowsByConcept[] {
  const byTable = new Map<string, Map<string, StatementRow[]>>();
  const concepts = new Set(figures.map(({ concept }) => concept));
  for (const concept of concepts) {
    for (const row of rowsOf(concept)) {
      const place = `${row.table.page} ${row.table.table}`;
      const rows = byTable.get(place) ?? new Map<string, StatementRow[]>();
      rows.set(concept, [...(rows.get(concept) ?? []), row]);
      byTable.set(place, rows);
    }
  }
  return [...byTable.values()].filter((rows) => rows.size === concepts.size);
}

/** With exactly these rows; null when one has no such period, or two of a name differ. */
function computeIn(book: Statements, rows: RowsByConcept, expression: Expression): Computation | null {
  const operands: FoundFigure[] = [];
  for (const { concept, period } of figuresOf(expression)) {
    const found = (rows.get(concept) ?? []).flatMap((row) => readRow(book, row, period) ?? []);
    const [first] = found;
    if (!first || found.some(({ value }) => value !== first.value)) return null;
    operands.push({ ...first, concept, period });
  }
  const value = evaluate(expression, (concept, period) => {
    const operand = operands.find(
      (one) => one.concept === concept && JSON.stringify(one.period) === JSON.stringify(period),
    );
    return operand?.value ?? null;
  });
  return value === null || !Number.isFinite(value) ? null : { value, expression, operands };
}
