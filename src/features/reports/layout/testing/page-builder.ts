import type { PageWord } from "../layout.ts";

/** Letters of a test page are five points wide and ten high; `x` is where a cell begins, or ends for figures. */
const LETTER_WIDTH = 5;
const LETTER_HEIGHT = 10;
const SPACE_WIDTH = 3;

export const PAGE = { width: 612, height: 792 };

interface Style {
  bold?: boolean;
  height?: number;
}

/** Words beginning at `x`, one after the other. */
export function at(
  x: number,
  y: number,
  text: string,
  { bold = false, height = LETTER_HEIGHT }: Style = {},
): PageWord[] {
  let left = x;
  return text.split(" ").map((word) => {
    const x1 = left + word.length * LETTER_WIDTH;
    const placed: PageWord = { text: word, x0: left, y0: y, x1, y1: y + height, bold, turn: 0 };
    left = x1 + SPACE_WIDTH;
    return placed;
  });
}

/** Words ending at `x`, as figures are set. */
export function endingAt(x: number, y: number, text: string, style: Style = {}): PageWord[] {
  const letters = text.replaceAll(" ", "").length;
  const spaces = text.split(" ").length - 1;
  return at(x - letters * LETTER_WIDTH - spaces * SPACE_WIDTH, y, text, style);
}

/** A row of a table: a label at the margin and figures that end at 400, 480 and 560. */
export function row(y: number, label: string, ...figures: string[]): PageWord[] {
  const ends = [400, 480, 560].slice(-figures.length);
  return [
    ...(label === "" ? [] : at(50, y, label)),
    ...figures.flatMap((figure, column) => endingAt(ends[column] ?? 560, y, figure)),
  ];
}

/** Lines of running text below each other. */
export function paragraph(x: number, y: number, lines: readonly string[]): PageWord[] {
  return lines.flatMap((line, number) => at(x, y + number * 12, line));
}
