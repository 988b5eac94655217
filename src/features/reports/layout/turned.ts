import type { Box, PageSize } from "./box.ts";

/** How far words are turned clockwise from upright, in degrees. */
export type Turn = 0 | 90 | 180 | 270;

/** Where a box lies when the page is held so that words turned by `turn` read from left to right. */
export function holdUpright(box: Box, turn: Turn, { width, height }: PageSize): Box {
  const { x0, y0, x1, y1 } = box;
  switch (turn) {
    case 0:
      return { x0, y0, x1, y1 };
    case 90:
      return { x0: y0, x1: y1, y0: width - x1, y1: width - x0 };
    case 180:
      return { x0: width - x1, x1: width - x0, y0: height - y1, y1: height - y0 };
    case 270:
      return { x0: height - y1, x1: height - y0, y0: x0, y1: x1 };
  }
}

/** The way back: from the page as it was held to the page as it lies. */
export function rotateBack(box: Box, turn: Turn, { width, height }: PageSize): Box {
  const { x0, y0, x1, y1 } = box;
  switch (turn) {
    case 0:
      return { x0, y0, x1, y1 };
    case 90:
      return { y0: x0, y1: x1, x0: width - y1, x1: width - y0 };
    case 180:
      return { x0: width - x1, x1: width - x0, y0: height - y1, y1: height - y0 };
    case 270:
      return { y0: height - x1, y1: height - x0, x0: y0, x1: y1 };
  }
}
