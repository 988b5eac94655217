import type { Box } from "./box.ts";
import { type DecimalMark, type Figure, readFigure } from "./figures.ts";
import type { LayoutWord, WordLine } from "./lines.ts";
import { inReadingOrder } from "./reading-order.ts";

/** Words of a line that stand together: a label, a figure with its signs, a stretch of running text. */
export interface Cell extends Box {
  text: string;
  /** Null for words. */
  figure: Figure | null;
  bold: boolean;
}

/** A wider gap starts another cell; ordinary spaces, even stretched ones, stay below it. */
const GAP_POINTS = 4.5;
const GAP_SHARE = 0.72;
/** Between two figures a much narrower gap is already the next column. */
const FIGURE_GAP_SHARE = 0.4;
/** A currency sign may stand at the far left of its column. */
const CURRENCY_GAP_POINTS = 160;
const CLOSING_GAP_POINTS = 14;

const OPENING_LETTERS_MAX = 8;
const OPENING = /^(?:[A-Z]{0,3}[$€£¥₩])?\(?$|^\($/;
const CURRENCY = /^[A-Z]{0,3}[$€£¥₩]\(?$/;
const CLOSING = /^[)%]+$/;
const DASH = /^[-–—−]+$/;
const FIGURE_START = /^[\d(.,\-–—−△▲]/;

/** Divides a line into cells. */
export function divideIntoCells(line: WordLine, mark: DecimalMark): Cell[] {
  const cells: Cell[] = [];
  let open: Cell | null = null;
  let words: LayoutWord[] = [];
  const close = () => {
    if (!open) return;
    open.text = inReadingOrder(words, open.text) ?? open.text;
    cells.push(open);
  };
  for (const word of line.words) {
    const how: Joining = open ? howToJoin(open, word, line.height, mark) : "apart";
    if (open && how !== "apart") {
      extend(open, word, how);
      words.push(word);
    } else {
      close();
      const { text, x0, y0, x1, y1, bold } = word;
      open = { text, figure: null, x0, y0, x1, y1, bold };
      words = [word];
    }
  }
  close();
  for (const cell of cells) cell.figure = readFigure(cell.text, mark);
  return cells;
}

type Joining = "apart" | "spaced" | "touching";

function howToJoin(open: Cell, word: LayoutWord, height: number, mark: DecimalMark): Joining {
  const gap = word.x0 - open.x1;
  if (completesFigure(open.text, word.text, gap, height)) return "touching";
  const figureBefore = readFigure(open.text, mark) !== null;
  if (figureBefore) {
    // A currency sign after a figure opens the next column.
    if (CURRENCY.test(word.text)) return "apart";
    if (gap > height * FIGURE_GAP_SHARE && readFigure(word.text, mark) !== null) return "apart";
  }
  return gap > Math.max(GAP_POINTS, height * GAP_SHARE) ? "apart" : "spaced";
}

/** Whether the word is a missing part of the figure before it, such as digits after `$ (` or a closing bracket. */
function completesFigure(before: string, word: string, gap: number, height: number): boolean {
  if (CLOSING.test(word)) return gap < CLOSING_GAP_POINTS && /[\d)%]$|[-–—−]$/.test(before.slice(-1));
  if (before.length > OPENING_LETTERS_MAX) return false;
  if (OPENING.test(before)) return FIGURE_START.test(word) && gap < CURRENCY_GAP_POINTS;
  return DASH.test(before) && /^[\d(]/.test(word) && gap < height * 0.3;
}

function extend(cell: Cell, word: LayoutWord, how: "spaced" | "touching"): void {
  cell.text += how === "spaced" ? ` ${word.text}` : word.text;
  cell.x1 = Math.max(cell.x1, word.x1);
  cell.y0 = Math.min(cell.y0, word.y0);
  cell.y1 = Math.max(cell.y1, word.y1);
  cell.bold &&= word.bold;
}
