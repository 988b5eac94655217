import type { Box } from "./box.ts";
import { median } from "./box.ts";

/** What the layout needs of a word; boxes are upright, in points from the top-left. */
export interface LayoutWord extends Box {
  text: string;
  bold: boolean;
}

/** Words that stand on one line, from left to right. */
export interface WordLine {
  words: LayoutWord[];
  y0: number;
  y1: number;
  /** The usual height of its letters; a raised footnote mark does not count. */
  height: number;
}

interface OpenLine extends WordLine {
  middle: number;
}

/** A word joins a line when this share of the lower of the two overlaps. */
const OVERLAP_SHARE = 0.5;
/** And their middles are no further apart than this share of the higher one. */
const MIDDLE_SHARE = 0.6;
/** Words come sorted from the top, so only the last few lines can still grow. */
const LINES_LOOKED_AT = 6;

/** Sorts words into lines by how they overlap from top to bottom. */
export function groupIntoLines(words: readonly LayoutWord[]): WordLine[] {
  const sorted = words.toSorted((a, b) => a.y0 + a.y1 - (b.y0 + b.y1) || a.x0 - b.x0);
  const lines: OpenLine[] = [];
  for (const word of sorted) {
    const line = findLine(lines, word);
    if (line) join(line, word);
    else lines.push(openLine(word));
  }
  lines.sort((a, b) => a.middle - b.middle);
  for (const line of lines) {
    if (!isFromLeft(line.words)) line.words.sort((a, b) => a.x0 - b.x0);
    if (line.words.length > 1) {
      line.height = median(
        line.words.map((word) => word.y1 - word.y0),
        line.height,
      );
    }
  }
  return lines;
}

/** As most lines are by now: words of one height came sorted. */
function isFromLeft(words: readonly LayoutWord[]): boolean {
  let x0 = Number.NEGATIVE_INFINITY;
  for (const word of words) {
    if (word.x0 < x0) return false;
    x0 = word.x0;
  }
  return true;
}

function openLine(word: LayoutWord): OpenLine {
  const { y0, y1 } = word;
  return { words: [word], y0, y1, height: y1 - y0, middle: (y0 + y1) / 2 };
}

function findLine(lines: readonly OpenLine[], word: LayoutWord): OpenLine | null {
  const height = word.y1 - word.y0;
  const middle = (word.y0 + word.y1) / 2;
  for (let at = lines.length - 1; at >= 0 && at >= lines.length - LINES_LOOKED_AT; at--) {
    const line = lines[at];
    if (!line) continue;
    const overlap = Math.min(line.y1, word.y1) - Math.max(line.y0, word.y0);
    const lower = Math.min(height, line.y1 - line.y0);
    const near = Math.abs(middle - line.middle) < MIDDLE_SHARE * Math.max(height, line.height);
    if (overlap > OVERLAP_SHARE * lower && near) return line;
  }
  return null;
}

function join(line: OpenLine, word: LayoutWord): void {
  line.words.push(word);
  const height = word.y1 - word.y0;
  // Small raised or lowered words must not pull the line out of place.
  if (height < line.height * 0.8) return;
  const middle = (word.y0 + word.y1) / 2;
  line.middle += (middle - line.middle) / line.words.length;
  const reach = line.height * 0.75;
  line.y0 = Math.min(line.y0, Math.max(word.y0, line.middle - reach));
  line.y1 = Math.max(line.y1, Math.min(word.y1, line.middle + reach));
}
