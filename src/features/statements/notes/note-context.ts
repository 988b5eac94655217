import type { GridRow } from "../find/grid.ts";
import type { Scale, Statement, StatementCell, StatementFigure } from "../statement.ts";

/** What the primary statements say of the whole report; tables elsewhere are proven against it. */
export interface NoteContext {
  figures: readonly StatementFigure[];
  balance: Statement | null;
  /** The first and the last page of the primary statements. */
  firstPage: number;
  lastPage: number;
  scale: Scale | null;
  currency: string | null;
  fiscalYearOf: (end: string) => number;
}

/** A proven amount of a row as a cell of a statement; none where the row has no amount there. */
export function toCell(
  { cells, page }: Pick<GridRow, "cells" | "page">,
  at: number,
  { column, scale }: { column: number; scale: Scale | null },
): StatementCell[] {
  const cell = cells[at];
  if (!cell) return [];
  return [
    {
      column,
      text: cell.text,
      printed: cell.printed,
      value: scale === null ? null : Number((cell.printed * scale).toPrecision(15)),
      unit: "money",
      proof: "proven",
      page,
      box: cell.box,
    },
  ];
}
