import { labelKey } from "../../reference/index.ts";
import type { GridRow } from "../find/grid.ts";
import { findSums, type Sum } from "../proof/sums.ts";
import type { StatementPeriod } from "../statement.ts";
import { smallestStep, TOTAL } from "../table.ts";
import { type NoteContext, toCell } from "./note-context.ts";
import {
  findPeriod,
  isFigureLabel,
  isMoneyLabel,
  type SegmentTable,
  type SegmentValue,
} from "./segment-value.ts";

const SEGMENTS_MIN = 2;

/** A table with a row for each segment and a column for each year: segments that add up to a total, by measure. */
export function readSegmentRows({ grid, context }: SegmentTable): SegmentValue[] {
  const { rows, heads } = grid;
  const columns = [...heads.keys()];
  const sums = findSums(
    rows.map((row) => ({
      amounts: columns.map((at) => row.cells[at]?.printed ?? null),
      isTotal: TOTAL.test(labelKey(row.label)),
      signedPartsMax: 0,
    })),
    {
      unit: smallestStep(rows.flatMap(({ cells }) => cells.flatMap((cell) => cell?.printed ?? []))),
    },
  );
  const groups = sums.flatMap((sum) => toGroup(rows, sum) ?? []);
  const anchor = groups.find(({ total }) => findPeriods(total, columns, context) !== null);
  const periods = anchor ? findPeriods(anchor.total, columns, context) : null;
  if (!anchor || !periods) return [];
  const names = new Set(anchor.segments.map(({ label }) => labelKey(label)));
  return groups
    .filter(({ segments }) => segments.every(({ label }) => names.has(labelKey(label))))
    .flatMap((group) => listValues(group, { periods, context }));
}

/** What sums up segments is none. */
const SUM_OF_SEGMENTS =
  /^total\b|\breportable segments?\b|\bsegments? (?:net )?(?:revenues?|sales|profits?|income|results?|assets)\b/i;

interface Group {
  measure: string;
  segments: GridRow[];
  total: GridRow;
}

function toGroup(rows: readonly GridRow[], { total, parts }: Sum): Group | null {
  const segments = parts.flatMap(({ row }) => rows[row] ?? []);
  const whole = rows[total];
  const isOfSegments =
    segments.length >= SEGMENTS_MIN &&
    new Set(segments.map(({ label }) => labelKey(label))).size === segments.length &&
    segments.every(({ label }) => label !== "" && !SUM_OF_SEGMENTS.test(label) && !isFigureLabel(label));
  if (!whole || !isOfSegments) return null;
  const measure = segments[0]?.path.at(-1) ?? whole.label.replace(/^total\s+/i, "");
  return isMoneyLabel(measure) ? { measure, segments, total: whole } : null;
}

/** The period of each column, where every column of the total has an amount of the whole company. */
function findPeriods(
  { cells }: GridRow,
  columns: readonly number[],
  context: NoteContext,
): Map<number, StatementPeriod> | null {
  const periods = new Map<number, StatementPeriod>();
  for (const at of columns) {
    const period = cells[at] ? findPeriod(cells[at].printed, context) : null;
    if (period) periods.set(at, period);
  }
  const years = new Set([...periods.values()].map(({ fiscalYear }) => fiscalYear));
  return periods.size > 0 && years.size === periods.size ? periods : null;
}

function listValues(
  { measure, segments, total }: Group,
  { periods, context }: { periods: ReadonlyMap<number, StatementPeriod>; context: NoteContext },
): SegmentValue[] {
  return [...segments, total].flatMap((row) =>
    [...periods].flatMap(([at, period]) =>
      toCell(row, at, { column: 0, scale: context.scale }).map(({ column: _, ...cell }) => ({
        measure,
        segment: row.label === "" ? "Total" : row.label,
        isTotal: row === total,
        period,
        cell,
        row: { page: row.page, box: row.box },
      })),
    ),
  );
}
