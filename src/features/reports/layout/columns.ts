import { median } from "./box.ts";
import { groupIntoLines, type LayoutWord, type WordLine } from "./lines.ts";

/** Text set in columns is read column by column; a table is read row by row. These decide which is which. */
const BIN_POINTS = 2;
const DEPTH_MAX = 2;
/** Two columns of fewer lines than this could as well be anything else. */
const LINES_BESIDE_MIN = 3;
const LINES_BESIDE_LIKELY = 5;
const LINES_BESIDE_PROOF = 8;
/** Each side of running text has at least so many letters to a line; Chinese and Japanese ones count double. */
const LETTERS_PER_SIDE_MIN = 12;
/** Running text is mostly letters; the right half of a table is mostly figures. */
const LETTERS_SHARE_MIN = 0.62;
/** Its words stand close; those further apart than this share of their height are cells of a row. */
const CELL_GAP_SHARE = 1;
const DIVIDED_SHARE_MAX = 0.15;
/** Its lines are about as long as the longest of them; labels of a table end anywhere. */
const FILL_MIN = 0.6;
/** What is asked where a small table stands beside a paragraph. */
const LETTERS_SHARE_BESIDE_MIN = 0.35;
const DIVIDED_SHARE_BESIDE_MAX = 0.75;
const FILL_BESIDE_MIN = 0.8;
/** What is asked of only a few lines. */
const LETTERS_PER_SIDE_SURE = 20;
const FILL_SURE = 0.9;
const ALIGNED_SHARE_MIN = 0.6;
const ALIGNED_POINTS = 4;
const GAP_SHARE = 0.7;

interface Region {
  depth: number;
  pageWidth: number;
}

/** The lines of a page in reading order: where text stands in columns, the left one before the right one. */
export function orderLines(lines: WordLine[], region: Region): WordLine[] {
  if (region.depth >= DEPTH_MAX || lines.length < LINES_BESIDE_MIN) return lines;
  const gutter = findGutter(lines, region);
  if (gutter === null) return lines;
  const sides = lines.map((line) => lookAt(line, gutter));
  const ordered: WordLine[] = [];
  for (const band of findBands(sides)) {
    const covered = lines.slice(band.first, band.last + 1);
    if (isText(sides.slice(band.first, band.last + 1))) ordered.push(...readColumns(covered, gutter, region));
    else ordered.push(...covered);
  }
  return ordered;
}

function readColumns(lines: readonly WordLine[], gutter: number, region: Region): WordLine[] {
  const left: LayoutWord[] = [];
  const right: LayoutWord[] = [];
  for (const { words } of lines) {
    for (const word of words) ((word.x0 + word.x1) / 2 < gutter ? left : right).push(word);
  }
  const deeper = { ...region, depth: region.depth + 1 };
  return [left, right].flatMap((words) => orderLines(groupIntoLines(words), deeper));
}

/** What stands on either side of the gutter in one line. */
interface Sides {
  kind: "crossing" | "beside" | "one";
  left: Side;
  right: Side;
  height: number;
}

interface Side {
  start: number;
  end: number;
  letters: number;
  digits: number;
  /** Whether words stand far apart, as the cells of a row do. */
  divided: boolean;
}

function lookAt(line: WordLine, x: number): Sides {
  const sides: Sides = { kind: "one", left: emptySide(), right: emptySide(), height: line.height };
  for (const word of line.words) {
    if (word.x0 < x - 1 && word.x1 > x + 1) return { ...sides, kind: "crossing" };
    addWord(word.x1 <= x + 1 ? sides.left : sides.right, word, line.height);
  }
  const gap = sides.right.start - sides.left.end;
  if (Number.isFinite(gap)) sides.kind = gap < line.height * GAP_SHARE ? "crossing" : "beside";
  return sides;
}

function emptySide(): Side {
  return {
    start: Number.POSITIVE_INFINITY,
    end: Number.NEGATIVE_INFINITY,
    letters: 0,
    digits: 0,
    divided: false,
  };
}

/** Words come from left to right. */
function addWord(side: Side, word: LayoutWord, height: number): void {
  if (word.x0 - side.end > height * CELL_GAP_SHARE && side.end > Number.NEGATIVE_INFINITY)
    side.divided = true;
  side.start = Math.min(side.start, word.x0);
  side.end = Math.max(side.end, word.x1);
  for (let at = 0; at < word.text.length; at++) {
    const code = word.text.charCodeAt(at);
    if (code >= 48 && code <= 57) side.digits += 1;
    else if (code >= 0x3040) side.letters += 2;
    // Between the alphabets lie signs: dashes, arrows, the triangle that is a minus in Japan.
    else if (code >= 65 && code < 0x2000) side.letters += 1;
  }
}

/** Runs of lines between those that cross the gutter; a line that crosses is a run of its own. */
function findBands(sides: readonly Sides[]): { first: number; last: number }[] {
  const bands: { first: number; last: number }[] = [];
  let open = false;
  for (const [at, side] of sides.entries()) {
    const last = bands.at(-1);
    const across = side.kind === "crossing" || isWideRow(sides, at);
    if (open && last && !across) last.last = at;
    else bands.push({ first: at, last: at });
    open = !across;
  }
  return bands;
}

/** One line of figures may be a small table within a column; several in a row are rows of a wide one. */
function isWideRow(sides: readonly Sides[], at: number): boolean {
  return isFigures(sides[at]) && (isFigures(sides[at - 1]) || isFigures(sides[at + 1]));
}

function isFigures(sides: Sides | undefined): boolean {
  if (sides?.kind !== "beside" || sides.right.letters > 0) return false;
  return sides.right.digits > 0 && sides.right.start - sides.left.end > sides.height * 3;
}

/** Whether a band is running text on both sides of the gutter, and not rows of a table. */
function isText(sides: readonly Sides[]): boolean {
  const alongside = sides.filter(({ kind }) => kind === "beside");
  if (alongside.length < LINES_BESIDE_MIN) return false;
  const left = countSide(alongside.map((line) => line.left));
  const right = countSide(alongside.map((line) => line.right));
  if (Math.min(left.letters, right.letters) < alongside.length * LETTERS_PER_SIDE_MIN) return false;
  if (left.lettersShare < LETTERS_SHARE_MIN || left.dividedShare > DIVIDED_SHARE_MAX) return false;
  const fill = median(
    alongside.map((line) => (line.left.end - left.start) / (left.end - left.start)),
    0,
  );
  const alike = right.lettersShare >= LETTERS_SHARE_MIN && right.dividedShare <= DIVIDED_SHARE_MAX;
  if (alike && alongside.length >= LINES_BESIDE_PROOF && fill >= FILL_MIN) return true;
  const aligned = isAligned(alongside.map((line) => line.right.start));
  if (alongside.length < LINES_BESIDE_LIKELY) {
    const long = Math.min(left.letters, right.letters) >= alongside.length * LETTERS_PER_SIDE_SURE;
    return alike && long && aligned && fill >= FILL_SURE && left.dividedShare + right.dividedShare === 0;
  }
  // A small table may stand beside a paragraph; then the paragraph has to be beyond doubt.
  const alongsideTable =
    right.lettersShare >= LETTERS_SHARE_BESIDE_MIN && right.dividedShare <= DIVIDED_SHARE_BESIDE_MAX;
  return alongsideTable && aligned && fill >= FILL_BESIDE_MIN;
}

function countSide(sides: readonly Side[]) {
  const sum = {
    start: Number.POSITIVE_INFINITY,
    end: Number.NEGATIVE_INFINITY,
    letters: 0,
    digits: 0,
    divided: 0,
  };
  for (const side of sides) {
    sum.start = Math.min(sum.start, side.start);
    sum.end = Math.max(sum.end, side.end);
    sum.letters += side.letters;
    sum.digits += side.digits;
    if (side.divided) sum.divided += 1;
  }
  return {
    start: sum.start,
    end: sum.end,
    letters: sum.letters,
    lettersShare: sum.letters / Math.max(1, sum.letters + sum.digits),
    dividedShare: sum.divided / Math.max(1, sides.length),
  };
}

function isAligned(starts: readonly number[]): boolean {
  const edge = Math.min(...starts);
  return starts.filter((start) => start - edge <= ALIGNED_POINTS).length >= starts.length * ALIGNED_SHARE_MIN;
}

/** The place near the middle that most lines leave free with words on both sides; null when there is none. */
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
  return freest(lines, start + width * margin, end - width * margin);
}

/** Counts in bins how many lines have a gap there, and takes the middle of the widest best place. */
function freest(lines: readonly WordLine[], from: number, to: number): number | null {
  const bins = Math.ceil((to - from) / BIN_POINTS);
  if (bins <= 0) return null;
  const free = new Int32Array(bins + 1);
  for (const { words, height } of lines) {
    for (let at = 1; at < words.length; at++) {
      const word = words[at - 1];
      const next = words[at];
      if (!word || !next || next.x0 - word.x1 < height * GAP_SHARE) continue;
      const first = Math.max(0, Math.ceil((word.x1 - from) / BIN_POINTS));
      const last = Math.min(bins, Math.floor((next.x0 - from) / BIN_POINTS));
      for (let bin = first; bin <= last; bin++) free[bin] = (free[bin] ?? 0) + 1;
    }
  }
  const best = Math.max(...free);
  if (best < LINES_BESIDE_MIN) return null;
  const first = free.indexOf(best);
  let last = first;
  while (free[last + 1] === best) last += 1;
  return from + ((first + last) / 2) * BIN_POINTS;
}
