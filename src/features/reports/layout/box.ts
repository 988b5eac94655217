/** A rectangle in points from the top-left corner of the page. */
export interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

export interface PageSize {
  width: number;
  height: number;
}

/** The smallest box around all of them. There must be at least one. */
export function enclose(boxes: readonly Box[]): Box {
  const whole = {
    x0: Number.POSITIVE_INFINITY,
    y0: Number.POSITIVE_INFINITY,
    x1: Number.NEGATIVE_INFINITY,
    y1: Number.NEGATIVE_INFINITY,
  };
  for (const box of boxes) {
    if (box.x0 < whole.x0) whole.x0 = box.x0;
    if (box.y0 < whole.y0) whole.y0 = box.y0;
    if (box.x1 > whole.x1) whole.x1 = box.x1;
    if (box.y1 > whole.y1) whole.y1 = box.y1;
  }
  return whole;
}

/** The box as a mirror of the page shows it. */
export function mirror({ x0, y0, x1, y1 }: Box, pageWidth: number): Box {
  return { x0: pageWidth - x1, y0, x1: pageWidth - x0, y1 };
}

/** More values than this are rarely almost in order, so that inserting each would take too long. */
const INSERTION_MAX = 40;

/** The middle one of the values in order; `otherwise` when there are none. */
export function median(values: readonly number[], otherwise: number): number {
  const sorted = values.length > INSERTION_MAX ? new Float64Array(values).sort() : insertionSort(values);
  return sorted[sorted.length >> 1] ?? otherwise;
}

/** For the few heights of a line, most of them alike, it is several times as fast as the library's sort. */
function insertionSort(values: readonly number[]): number[] {
  const sorted: number[] = [];
  for (const value of values) {
    let at = sorted.length;
    for (let before = sorted[at - 1]; before !== undefined && before > value; before = sorted[at - 1]) {
      sorted[at] = before;
      at -= 1;
    }
    sorted[at] = value;
  }
  return sorted;
}
