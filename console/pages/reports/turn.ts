/** By how many quarters of a circle the pages are turned clockwise. */
export type Turn = 0 | 1 | 2 | 3;

interface Size {
  width: number;
  height: number;
}

export const nextTurn = (turn: Turn): Turn => ((turn + 1) % 4) as Turn;

export const turnSize = ({ width, height }: Size, turn: Turn): Size =>
  turn % 2 === 0 ? { width, height } : { width: height, height: width };

/** Where a place of the page (left, top, right, bottom) is when the page is turned. */
export function turnBox(
  [left = 0, top = 0, right = 0, bottom = 0]: readonly number[],
  { width, height }: Size,
  turn: Turn,
): [number, number, number, number] {
  if (turn === 1) return [height - bottom, left, height - top, right];
  if (turn === 2) return [width - right, height - bottom, width - left, height - top];
  if (turn === 3) return [top, width - right, bottom, width - left];
  return [left, top, right, bottom];
}
