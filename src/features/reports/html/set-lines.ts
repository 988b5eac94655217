import type { PdfWord } from "../../../platform/pdf/index.ts";
import type { FlowWord } from "./flow.ts";
import { letterUnits } from "./letters.ts";

/**
 * The text of an HTML report is laid out on pages of 612 × 792 points, so that it has page numbers and boxes like a
 * PDF: margins of 36 points, letters half as wide as high, words in reading order, table cells in columns. The same
 * file always gives the same pages; a browser may show it differently.
 */
export const PAGE = { width: 612, height: 792, margin: 36 };
export const LINE_WIDTH = PAGE.width - 2 * PAGE.margin;
/** Relative to the height of the letters. */
export const LETTER_WIDTH = 0.5;
const SPACE_WIDTH = 0.3;

/** The words of one line with their positions; `y` is relative to the top of the line. */
export interface SetLine {
  words: PdfWord[];
  height: number;
}

/** Breaks words into lines of the given width. */
export function setParagraph(
  words: readonly FlowWord[],
  { left = PAGE.margin, width = LINE_WIDTH, scale = 1 } = {},
): SetLine[] {
  const lines: SetLine[] = [];
  let x = Number.POSITIVE_INFINITY;
  for (const { text, bold, size } of words.flatMap((word) => cutToWidth(word, width, scale))) {
    const height = size * scale;
    const wide = letterUnits(text) * height * LETTER_WIDTH;
    if (x + wide > left + width) {
      lines.push({ words: [], height: 0 });
      x = left;
    }
    const line = lines.at(-1);
    if (!line) continue;
    line.words.push({ text, x0: x, y0: 0, x1: x + wide, y1: height, bold, turn: 0 });
    line.height = Math.max(line.height, height);
    x += wide + height * SPACE_WIDTH;
  }
  return lines.map(alignToBottom);
}

/** Smaller words are aligned to the bottom of their line. */
function alignToBottom({ words, height }: SetLine): SetLine {
  return {
    height,
    words: words.map((word) => ({ ...word, y0: word.y0 + height - word.y1, y1: height })),
  };
}

/** Text without spaces, such as Japanese, can be broken anywhere. */
function cutToWidth(word: FlowWord, width: number, scale: number): FlowWord[] {
  const unitsMax = Math.max(2, Math.floor(width / (word.size * scale * LETTER_WIDTH)));
  if (letterUnits(word.text) <= unitsMax) return [word];
  const parts: string[] = [""];
  for (const letter of word.text) {
    const last = parts.at(-1) ?? "";
    if (letterUnits(last + letter) > unitsMax) parts.push(letter);
    else parts[parts.length - 1] = last + letter;
  }
  return parts.map((text) => ({ ...word, text }));
}
