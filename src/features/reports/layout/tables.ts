import { enclose, median } from "./box.ts";
import type { Cell } from "./cells.ts";
import { buildRows } from "./labels.ts";
import type { Line, LineKind } from "./line-kinds.ts";
import type { Column, OpenRow, Row, RowCell, Table } from "./table.ts";
import { columnOf, findColumns } from "./table-columns.ts";
import { readHeads } from "./table-heads.ts";
import { findTableRegions, type TableRegion } from "./table-regions.ts";

/** The tables of a page and all their rows, in reading order. */
export function findTables(
  lines: readonly Line[],
  kinds: readonly LineKind[],
): { tables: Table[]; rows: Row[] } {
  const tables: Table[] = [];
  const rows: Row[] = [];
  let firstFree = 0;
  for (const region of findTableRegions(lines, kinds)) {
    const found = readTable(lines, kinds, region, firstFree);
    const firstRow = rows.length;
    rows.push(...found.rows.map((row) => ({ ...row, table: tables.length })));
    tables.push({ ...found.table, firstRow, lastRow: rows.length - 1 });
    firstFree = region.lastLine + 1;
  }
  return { tables, rows };
}

function readTable(
  lines: readonly Line[],
  kinds: readonly LineKind[],
  region: TableRegion,
  firstFree: number,
) {
  const covered = lines.slice(region.firstLine, region.lastLine + 1);
  const height = median(
    covered.map((line) => line.height),
    10,
  );
  const values = kinds.slice(region.firstLine, region.lastLine + 1).map((kind) => kind.values);
  const columns = findColumns(values, height);
  const { firstLine, firstRowLine, caption } = readHeads(lines, region.firstLine, columns, firstFree);
  const open = buildRows(lines, kinds, { firstLine: firstRowLine, lastLine: region.lastLine });
  const box = enclose(lines.slice(firstLine, region.lastLine + 1));
  return {
    table: { columns, caption, firstLine, lastLine: region.lastLine, ...box },
    rows: open.map((row) => closeRow(row, columns)),
  };
}

function closeRow(row: OpenRow, columns: readonly Column[]): Omit<Row, "table"> {
  const { label, section, firstLine, lastLine } = row;
  const cells = row.values.map((cell) => closeCell(cell, columns));
  return { label, section, cells, firstLine, lastLine, ...enclose(row.boxes) };
}

function closeCell(cell: Cell, columns: readonly Column[]): RowCell {
  const { text, x0, y0, x1, y1, figure } = cell;
  return {
    text,
    kind: figure?.kind ?? "text",
    value: figure?.value ?? null,
    percent: figure?.percent ?? false,
    column: columnOf(cell, columns),
    x0,
    y0,
    x1,
    y1,
  };
}
