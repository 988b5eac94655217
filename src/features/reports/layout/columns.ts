import { groupIntoLines, type LayoutWord, type WordLine } from "./lines.ts";

/** Text set in columns is read column by column; a table is read row by row. These decide which is which. */
const BIN_POINTS = 2;
/** Fewer lines than this prove nothing. */
const LINES_MIN = 12;
const LINES_BESIDE_MIN = 8;
const CROSSING_SHARE_MAX = 0.35;
const WORDS_PER_SIDE_MIN = 3.4;
/** Running text is mostly letters; the right half of a table is mostly figures. */
const LETTERS_SHARE_MIN = 0.62;
const GAP_SHARE = 0.7;
const DEPTH_MAX = 2;
const HAS_LETTERS = /\p{L}{2}/u;

interface Region {
  depth: number;
  pageWidth: number;
}

/** The lines of a page in reading order. Lines that run across all columns divide the page into bands. */
export function orderLines(lines: WordLine[], region: Region): WordLine[] {
  if (region.depth >= DEPTH_MAX || lines.length < LINES_MIN) return lines;
  const gutter = findGutter(lines, region);
  if (gutter === null) return lines;
  const ordered: WordLine[] = [];
  let left: LayoutWord[] = [];
  let right: LayoutWord[] = [];
  const flush = () => {
    const deeper = { ...region, depth: region.depth + 1 };
    if (left.length > 0) ordered.push(...orderLines(groupIntoLines(left), deeper));
    if (right.length > 0) ordered.push(...orderLines(groupIntoLines(right), deeper));
    left = [];
    right = [];
  };
  const across = markAcross(lines, gutter);
  for (const [at, line] of lines.entries()) {
    if (across[at]) {
      flush();
      ordered.push(line);
      continue;
    }
    for (const word of line.words) ((word.x0 + word.x1) / 2 < gutter ? left : right).push(word);
  }
  flush();
  return ordered;
}

/** Which lines cross the gutter, or belong to a table that reaches over it. */
function markAcross(lines: readonly WordLine[], gutter: number): boolean[] {
  const sides = lines.map((line) => lookAt(line, gutter));
  const figures = sides.map((side) => side.kind === "beside" && side.rightLetters < side.rightWords * 0.5);
  return sides.map((side, at) => {
    if (side.kind === "crossing") return true;
    // One line of figures may be a small table within a column; several in a row are rows of a wide one.
    return (
      figures[at] === true && (figures[at - 1] === true || figures[at + 1] === true) && side.leftEndsEarly
    );
  });
}

interface Sides {
  kind: "crossing" | "beside" | "one";
  leftWords: number;
  leftLetters: number;
  rightWords: number;
  rightLetters: number;
  leftEndsEarly: boolean;
}

function lookAt(line: WordLine, x: number): Sides {
  const sides: Sides = {
    kind: "one",
    leftWords: 0,
    leftLetters: 0,
    rightWords: 0,
    rightLetters: 0,
    leftEndsEarly: false,
  };
  let leftEnd = Number.NEGATIVE_INFINITY;
  let rightStart = Number.POSITIVE_INFINITY;
  for (const word of line.words) {
    if (word.x0 < x - 1 && word.x1 > x + 1) return { ...sides, kind: "crossing" };
    const letters = HAS_LETTERS.test(word.text) ? 1 : 0;
    if (word.x1 <= x + 1) {
      sides.leftWords += 1;
      sides.leftLetters += letters;
      leftEnd = Math.max(leftEnd, word.x1);
    } else {
      sides.rightWords += 1;
      sides.rightLetters += letters;
      rightStart = Math.min(rightStart, word.x0);
    }
  }
  if (sides.leftWords === 0 || sides.rightWords === 0) return sides;
  sides.kind = rightStart - leftEnd < line.height * GAP_SHARE ? "crossing" : "beside";
  sides.leftEndsEarly = x - leftEnd > line.height * 3;
  return sides;
}

/** Where a page of running text is divided, or null when it is not. */
function findGutter(lines: readonly WordLine[], region: Region): number | null {
  let start = Number.POSITIVE_INFINITY;
  let end = Number.NEGATIVE_INFINITY;
  for (const { words } of lines) {
    for (const word of words) {
      if (word.x0 < start) start = word.x0;
      if (word.x1 > end) end = word.x1;
    }
  }
  const width = end - start;
  if (width < region.pageWidth * (region.depth === 0 ? 0.5 : 0.28)) return null;
  const margin = region.depth === 0 ? 0.28 : 0.36;
  const x = emptiest(lines, start + width * margin, end - width * margin);
  return x !== null && dividesText(lines, x) ? x : null;
}

/** The place that most lines leave free with words on both sides, from counts kept in bins. */
function emptiest(lines: readonly WordLine[], from: number, to: number): number | null {
  const bins = Math.ceil((to - from) / BIN_POINTS);
  if (bins <= 0) return null;
  const score = new Int32Array(bins + 1);
  const add = (x0: number, x1: number, points: number) => {
    const first = Math.max(0, Math.ceil((x0 - from) / BIN_POINTS));
    const last = Math.min(bins, Math.floor((x1 - from) / BIN_POINTS));
    for (let bin = first; bin <= last; bin++) score[bin] = (score[bin] ?? 0) + points;
  };
  for (const { words, height } of lines) {
    for (const [at, word] of words.entries()) {
      add(word.x0 + 1, word.x1 - 1, -2);
      const next = words[at + 1];
      if (next && next.x0 - word.x1 >= height * GAP_SHARE) add(word.x1, next.x0, 1);
    }
  }
  const best = Math.max(...score);
  if (best <= 0) return null;
  const first = score.indexOf(best);
  let last = first;
  while (score[last + 1] === best) last += 1;
  return from + ((first + last) / 2) * BIN_POINTS;
}

function dividesText(lines: readonly WordLine[], x: number): boolean {
  const total = { beside: 0, crossing: 0, left: 0, right: 0, leftLetters: 0, rightLetters: 0 };
  for (const line of lines) {
    const side = lookAt(line, x);
    if (side.kind === "crossing") total.crossing += 1;
    if (side.kind !== "beside") continue;
    total.beside += 1;
    total.left += side.leftWords;
    total.right += side.rightWords;
    total.leftLetters += side.leftLetters;
    total.rightLetters += side.rightLetters;
  }
  return (
    total.beside >= LINES_BESIDE_MIN &&
    total.crossing <= total.beside * CROSSING_SHARE_MAX &&
    Math.min(total.left, total.right) >= total.beside * WORDS_PER_SIDE_MIN &&
    total.leftLetters > total.left * LETTERS_SHARE_MIN &&
    total.rightLetters > total.right * LETTERS_SHARE_MIN
  );
}
