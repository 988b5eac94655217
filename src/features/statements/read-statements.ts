import type { PageRecord } from "../reports/index.ts";
import { buildTables } from "./build-tables.ts";
import { currencyOf, type Measure, measureTables, scaleOf } from "./columns/measure.ts";
import { perShareFactor } from "./figures/per-share-figures.ts";
import type { Reading } from "./figures/reading.ts";
import { shareFactor } from "./figures/share-count.ts";
import { findCandidates } from "./find/candidates.ts";
import { findLinked } from "./find/choose.ts";
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
import type { StatementTable, TableRow } from "./table.ts";
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
  const { chosen, tables, further, isInterim } = buildTables(findCandidates(pages), pages);
  const measures = measureTables(tables, pages);
  const named = readFigures(tables);
  const readings = [...named, ...readTaggedRows(tables, { facts, measures, known: named })];
  const linked = findLinked(chosen);
  const figures = readings.flatMap((reading) => {
    const measure = measures.get(reading.table);
    const isLinked = linked.has(reading.table.kind) && !further.has(reading.table);
    const own = measure ? toFigures(reading, measure, isLinked) : [];
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

function toStatement(
  table: StatementTable,
  measure: Measure | undefined,
  readings: readonly Reading[],
): Statement {
  const { candidate, columns } = table;
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
      scale: scaleOf({ head }, measure),
      restated,
      sums,
    })),
    rows: table.rows.map((row) =>
      toRow(table, row, { factorIn: factorsOf(table, row, measure), concept: concepts.get(row) ?? null }),
    ),
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

/** How many single units one printed unit of a row is in a column; null where that is not known. */
type FactorIn = (column: { head: string }) => number | null;

function factorsOf(table: StatementTable, row: TableRow, measure: Measure | undefined): FactorIn {
  if (!measure) return () => null;
  if (row.unit !== "per_share" && row.unit !== "shares") return (column) => scaleOf(column, measure);
  const factor =
    row.unit === "shares" ? shareFactor(table, row, measure) : perShareFactor(table, row, measure.currency);
  return () => factor;
}

function toRow(
  table: StatementTable,
  row: TableRow,
  { factorIn, concept }: { factorIn: FactorIn; concept: string | null },
): StatementRow {
  const proof = row.sum || row.parent ? "proven" : isOpenTotal(row) ? "failed" : "none";
  const cells = table.columns.flatMap(({ at, head }, column): StatementCell[] => {
    const cell = row.cells[at];
    if (!cell) return [];
    const factor = factorIn({ head });
    const value = factor === null ? null : Number((cell.printed * factor).toPrecision(15));
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
