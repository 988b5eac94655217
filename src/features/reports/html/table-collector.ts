import type { FlowCell, FlowItem } from "./flow.ts";
import { WordCollector } from "./word-collector.ts";

const COLUMNS_MAX = 200;
const ROWS_SPANNED_MAX = 100;
/** A longer table is passed on in parts. */
const ROWS_MAX = 500;

/** Collects the rows of one table on a grid, according to its spans. */
export class TableCollector {
  readonly text: WordCollector;
  readonly #emit: (item: FlowItem) => void;
  #rows: FlowCell[][] = [];
  #row: FlowCell[] | null = null;
  #cell: FlowCell | null = null;
  #nextColumn = 0;
  /** How many rows below are still covered, by column. */
  #covered: number[] = [];

  constructor(emit: (item: FlowItem) => void) {
    this.#emit = emit;
    this.text = new WordCollector((words) => {
      // Words outside any cell are an error in the file; they are kept anyway.
      if (this.#cell) this.#cell.words.push(...words);
      else emit({ kind: "paragraph", words });
    });
  }

  openRow(): void {
    this.#closeRow();
    this.#row = [];
    this.#nextColumn = 0;
    this.#covered = this.#covered.map((rows) => Math.max(0, rows - 1));
  }

  openCell({ columns, rows }: { columns: number; rows: number }): void {
    if (!this.#row) this.openRow();
    this.text.flush();
    // Cells beyond the grid are added to its last cell.
    if (this.#row && this.#row.length >= COLUMNS_MAX) return;
    while ((this.#covered[this.#nextColumn] ?? 0) > 0) this.#nextColumn += 1;
    const column = Math.min(this.#nextColumn, COLUMNS_MAX - 1);
    const span = Math.max(1, Math.min(columns, COLUMNS_MAX - column));
    this.#cell = { words: [], column, span };
    this.#row?.push(this.#cell);
    this.#nextColumn = column + span;
    if (rows > 1) {
      for (let at = column; at < column + span; at++) {
        this.#covered[at] = Math.min(rows, ROWS_SPANNED_MAX);
      }
    }
  }

  finish(): void {
    this.#closeRow();
    const rows = this.#rows;
    this.#rows = [];
    if (rows.length > 0) this.#emit({ kind: "table", rows });
  }

  #closeRow(): void {
    this.text.flush();
    this.#cell = null;
    const cells = this.#row?.filter(({ words }) => words.length > 0) ?? [];
    this.#row = null;
    if (cells.length > 0) this.#rows.push(cells);
    if (this.#rows.length >= ROWS_MAX) this.#emit({ kind: "table", rows: this.#rows.splice(0) });
  }
}
