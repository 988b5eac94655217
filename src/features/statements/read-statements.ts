import type { PageRecord } from "../reports/index.ts";
import { alignPeriods } from "./columns/align-periods.ts";
import { findBalanceDays } from "./columns/balance-days.ts";
import { type DayOfYear, findDay } from "./columns/dates.ts";
import { currencyOf, type Measure, measureTables } from "./columns/measure.ts";
import type { Reading } from "./figures/reading.ts";
import { type Candidate, findCandidates } from "./find/candidates.ts";
import { chooseStatements, findLinked } from "./find/choose.ts";
import { readMetadata } from "./metadata/read-metadata.ts";
import { readNotes } from "./notes/read-notes.ts";
import { readFigures, toFigures } from "./read-figures.ts";
import {
  type ReportStatements,
  STATEMENTS_VERSION,
  type Statement,
  type StatementCell,
  type StatementRow,
} from "./statement.ts";
import { buildTable, type StatementTable, type TableRow } from "./table.ts";
import { checkTags } from "./tags/check-tags.ts";
import type { TaggedFact } from "./tags/inline-tags.ts";
import { readTaggedRows } from "./tags/tagged-rows.ts";

/** A report as far as its statements are concerned. */
export interface StatementDocument {
  pages: readonly PageRecord[];
  /** What the report tags itself; none where it has no tags. */
  facts?: readonly TaggedFact[];
}

/** Reads the primary statements of a report, then its statement of changes in equity and its segments. */
export function readStatements({ pages, facts = [] }: StatementDocument): ReportStatements {
  const chosen = chooseStatements(findCandidates(pages));
  const candidates = [chosen.income, chosen.balance, chosen.cash_flow].filter((one) => one !== undefined);
  const yearEnd = findYearEnd(
    candidates.map(({ caption, segments }) => [caption.text, ...(segments[0]?.headLines ?? [])].join(" ")),
  );
  const { tables, isInterim } = buildTables(candidates, yearEnd);
  const measures = measureTables(tables, pages);
  const named = readFigures(tables);
  const readings = [...named, ...readTaggedRows(tables, { facts, measures, known: named })];
  const linked = findLinked(chosen);
  const figures = readings.flatMap((reading) => {
    const measure = measures.get(reading.table);
    const own = measure ? toFigures(reading, measure, linked.has(reading.table.kind)) : [];
    // In an interim report an assumed year is surely none.
    return isInterim ? own.filter(({ period }) => !period.isAssumed) : own;
  });
  const statements = tables.map((table) => toStatement(table, measures.get(table), readings));
  return {
    version: STATEMENTS_VERSION,
    metadata: readMetadata(pages, tables, measures),
    statements: [...statements, ...readNotes(pages, { statements, figures })],
    figures: checkTags(figures, facts),
  };
}

/** The balance sheet first: its days say which periods the other statements are of. */
function buildTables(
  candidates: readonly Candidate[],
  yearEnd: DayOfYear | null,
): { tables: StatementTable[]; isInterim: boolean } {
  const sheet = candidates.find(({ kind }) => kind === "balance");
  const first = sheet && buildTable(sheet, { yearEnd, balance: null });
  const balance = first ? findBalanceDays(first.columns.map(({ period }) => period)) : null;
  const tables = candidates.map((candidate) =>
    candidate === sheet && first ? first : buildTable(candidate, { yearEnd, balance }),
  );
  return { tables: alignPeriods(tables), isInterim: balance !== null && balance.lastYearEnd !== null };
}

/** The last day of the fiscal year, where one of the statements names it. */
function findYearEnd(heads: readonly string[]): DayOfYear | null {
  return heads.map(findDay).find((day) => day !== null) ?? null;
}

function toStatement(
  table: StatementTable,
  measure: Measure | undefined,
  readings: readonly Reading[],
): Statement {
  const { candidate, columns } = table;
  const scale = measure?.scale ?? null;
  const sums = countSums(table);
  const concepts = new Map(
    readings
      .filter((one) => one.table === table)
      .flatMap(({ concept, parts }) => parts.map(({ row }) => [row, concept])),
  );
  return {
    kind: table.kind,
    title: candidate.caption.text.trim(),
    pages: candidate.segments.map(({ page }) => page.page),
    scope: candidate.caption.scope,
    columns: columns.map(({ head, period, restated }) => ({
      head,
      member: null,
      period,
      currency: currencyOf({ head }, measure),
      scale,
      restated,
      sums,
    })),
    rows: table.rows.map((row) => toRow(table, row, { scale, concept: concepts.get(row) ?? null })),
  };
}

/** Rows called totals that are the sum of others, and those that are not. */
function countSums({ rows }: StatementTable): { proven: number; failed: number } {
  const proven = rows.filter(({ sum }) => sum !== null).length;
  const failed = rows.filter(isOpenTotal).length;
  return { proven, failed };
}

/** Called a total, and part of no sum. */
function isOpenTotal({ sum, parent, key, unit }: TableRow): boolean {
  return sum === null && parent === null && unit === "money" && /^total\b|^net cash .*activity$/.test(key);
}

function toRow(
  table: StatementTable,
  row: TableRow,
  { scale, concept }: { scale: number | null; concept: string | null },
): StatementRow {
  const proof = row.sum || row.parent ? "proven" : isOpenTotal(row) ? "failed" : "none";
  const cells = table.columns.flatMap(({ at }, column): StatementCell[] => {
    const cell = row.cells[at];
    if (!cell) return [];
    const factor = row.unit === "money" ? scale : 1;
    const value = factor === null ? null : cell.printed * factor;
    return [
      {
        column,
        text: cell.text,
        printed: cell.printed,
        value,
        unit: row.unit,
        proof,
        page: row.page,
        box: cell.box,
      },
    ];
  });
  return {
    label: row.label,
    path: row.path,
    level: row.path.length,
    role: row.sum || /^total\b/.test(row.key) ? "total" : "item",
    concept,
    cells,
    page: row.page,
    box: row.box,
  };
}
