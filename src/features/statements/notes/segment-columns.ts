import { labelKey } from "../../reference/index.ts";
import type { GridRow } from "../find/grid.ts";
import { findSums } from "../proof/sums.ts";
import { smallestStep } from "../table.ts";
import { cleanHeads } from "./column-names.ts";
import { toCell } from "./note-context.ts";
import { findPeriod, isMoneyLabel, type SegmentTable, type SegmentValue } from "./segment-value.ts";

const SEGMENTS_MIN = 2;
const COLUMNS_MAX = 16;

/** A table with a column for each segment and one for all: rows whose segments add up, for one year or several. */
export function readSegmentColumns({ grid, context }: SegmentTable): SegmentValue[] {
  const { rows } = grid;
  const heads = cleanHeads(grid.heads);
  const isNamed = heads.every((head) => head !== "") && new Set(heads.map(labelKey)).size === heads.length;
  if (heads.length <= SEGMENTS_MIN || heads.length > COLUMNS_MAX || !isNamed) return [];
  return divideByYear(rows).flatMap((block) => {
    const sums = block.map((row) => addAcross(row, heads.length));
    const periods = block.flatMap((row, at) => {
      const printed = sums[at] ? row.cells[sums[at].total]?.printed : undefined;
      return printed === undefined ? [] : (findPeriod(printed, context) ?? []);
    });
    const [period] = periods;
    if (!period || periods.some(({ fiscalYear }) => fiscalYear !== period.fiscalYear)) return [];
    const anchored = sums.find((sum) => sum !== null);
    return block.flatMap((row, at) => {
      const sum = sums[at];
      if (!sum || sum.total !== anchored?.total || !isMoneyLabel(row.label)) return [];
      return [...sum.leaves, sum.total].flatMap((column) =>
        toCell(row, column, { column: 0, scale: context.scale }).map(({ column: _, ...cell }) => ({
          measure: row.label,
          segment: heads[column] ?? "",
          isTotal: column === sum.total,
          period,
          cell,
          row: { page: row.page, box: row.box },
        })),
      );
    });
  });
}

interface Across {
  total: number;
  /** Columns that are no sum of others and have an amount. */
  leaves: number[];
}

/** The last amount of a row, where it is the sum of all others. */
function addAcross(row: GridRow, width: number): Across | null {
  const columns = Array.from({ length: width }, (_, at) => at).filter((at) => row.cells[at]);
  const amounts = columns.map((at) => row.cells[at]?.printed ?? 0);
  if (amounts.filter((amount) => amount !== 0).length <= SEGMENTS_MIN) return null;
  const sums = findSums(
    amounts.map((amount, at) => ({
      amounts: [amount],
      isTotal: at === amounts.length - 1,
      signedPartsMax: 0,
    })),
    { unit: smallestStep(amounts) },
  );
  const taken = new Set(sums.flatMap(({ parts }) => parts.map(({ row: part }) => part)));
  const last = amounts.length - 1;
  if (sums.at(-1)?.total !== last || taken.size !== last) return null;
  const totals = new Set(sums.map(({ total }) => total));
  return {
    total: columns[last] ?? last,
    leaves: columns.filter((_, at) => !totals.has(at)),
  };
}

/** Where the first label comes again, the next year begins. */
function divideByYear(rows: readonly GridRow[]): GridRow[][] {
  const first = labelKey(rows[0]?.label ?? "");
  const blocks: GridRow[][] = [];
  for (const row of rows) {
    const last = blocks.at(-1);
    if (!last || (first !== "" && labelKey(row.label) === first)) blocks.push([row]);
    else last.push(row);
  }
  return blocks;
}
