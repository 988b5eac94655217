import type { PageRecord } from "../../reports/index.ts";
import { buildGrid } from "../find/grid.ts";
import type { Statement, StatementRow } from "../statement.ts";
import type { NoteContext } from "./note-context.ts";
import { readSegmentColumns } from "./segment-columns.ts";
import { readSegmentRows } from "./segment-rows.ts";
import type { SegmentValue } from "./segment-value.ts";

const SEGMENT = /\bsegment|\bsegmento|\bsegmentbericht|\bsector(?:es|iel)|セグメント|分部/i;
const OTHER_DIVISION = /geograph|r[eé]gi[oó]n|countr|customer|product|disaggreg|destination/i;
const HEAD_LINES = 12;
const TABLES_MAX = 400;

/**
 * The segments of a company, from the tables of its segment note: measure × segment × period. Only tables are read
 * whose segments add up to an amount of the primary statements; which period they are of follows from that amount.
 */
export function readSegments(pages: readonly PageRecord[], context: NoteContext): Statement[] {
  if (context.scale === null) return [];
  const values = pages
    .filter(({ text, rows }) => rows.length > 0 && SEGMENT.test(text))
    .flatMap((page) => page.tables.map((_, table) => ({ page, table })))
    .slice(0, TABLES_MAX)
    .filter(({ page, table }) => isAboutSegments(page, table))
    .flatMap(({ page, table }) => {
      const rows = page.rows.filter((row) => row.table === table);
      const grid = buildGrid([{ page, caption: null, rows, headLines: [] }], 0);
      const columns = readSegmentColumns({ grid, context });
      return columns.length > 0 ? columns : readSegmentRows({ grid, context });
    });
  return values.length === 0 ? [] : [toStatement(values, context)];
}

/** The lines right above a table, its caption and its headings speak of segments and of no other division. */
function isAboutSegments(page: PageRecord, table: number): boolean {
  const { caption = "", box, columns = [] } = page.tables[table] ?? {};
  const top = box?.[1] ?? 0;
  const above = page.lines.filter((line) => line.box[1] < top).slice(-HEAD_LINES);
  const sections = page.rows.filter((row) => row.table === table).map(({ section }) => section ?? "");
  const nearest = [caption, ...above.slice(-2).map(({ text }) => text)].join(" ");
  if (OTHER_DIVISION.test(nearest) && !SEGMENT.test(nearest)) return false;
  const heads = columns.map(({ head }) => head);
  return [caption, ...above.map(({ text }) => text), ...sections, ...heads].some((text) =>
    SEGMENT.test(text),
  );
}

function toStatement(values: readonly SegmentValue[], context: NoteContext): Statement {
  const ends = new Map(values.map(({ period }) => [period.end, period]));
  const periods = [...ends.values()].sort((a, b) => b.end.localeCompare(a.end));
  const measures = [...new Set(values.map(({ measure }) => measure))];
  const rows = measures.flatMap((measure) => {
    const own = values.filter((one) => one.measure === measure);
    const segments = [...new Set(own.map(({ segment }) => segment))];
    return segments.map((segment): StatementRow => {
      const cells = own.filter((one) => one.segment === segment);
      const [first] = cells;
      if (!first) throw new Error("a segment without a value");
      return {
        label: segment,
        path: [measure],
        level: 1,
        role: first.isTotal ? "total" : "item",
        concept: null,
        cells: periods.flatMap(({ end }, column) => {
          const value = cells.find(({ period }) => period.end === end);
          return value ? [{ column, ...value.cell }] : [];
        }),
        ...first.row,
      };
    });
  });
  return {
    kind: "segments",
    title: "Segments",
    pages: [...new Set(values.map(({ row }) => row.page))],
    scope: "group",
    columns: periods.map((period) => ({
      head: String(period.fiscalYear),
      member: null,
      period,
      currency: context.currency,
      scale: context.scale,
      restated: false,
      sums: { proven: measures.length, failed: 0 },
    })),
    rows,
  };
}
