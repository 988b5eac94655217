import { type RefObject, useLayoutEffect, useState } from "react";

/** Shorter lists are rendered whole: then the browser's own search finds every row. */
const WHOLE_MAX = 200;
/** Rendered above and below what is in view, so that fast scrolling and the arrow keys find rows there. */
const MARGIN_ROWS = 8;
/** The range moves in steps, so that most scrolling renders nothing. */
const STEP_ROWS = 4;

export interface VisibleRows {
  first: number;
  /** The row after the last. */
  end: number;
  /** The height of one row in pixels, for the space of those that are left out. */
  rowHeight: number;
}

/** Which rows of a long table are close to the window. Rows are taken to be equally tall. */
export function useVisibleRows(body: RefObject<HTMLElement | null>, count: number): VisibleRows {
  const isWhole = count <= WHOLE_MAX;
  const [range, setRange] = useState({ first: 0, end: WHOLE_MAX, rowHeight: 0 });
  useLayoutEffect(() => {
    if (isWhole) return undefined;
    let frame = 0;
    const update = () => {
      frame = 0;
      const place = body.current;
      // Not the first of the table, which has no line above it.
      const row = place?.querySelector<HTMLElement>("tr[data-row] + tr[data-row]");
      if (!place || !row) return;
      const rowHeight = row.getBoundingClientRect().height;
      const above = -place.getBoundingClientRect().top / rowHeight;
      const first = Math.max(0, Math.floor((above - MARGIN_ROWS) / STEP_ROWS) * STEP_ROWS);
      const shown = Math.ceil(innerHeight / rowHeight) + 2 * MARGIN_ROWS + STEP_ROWS;
      const end = Math.min(count, Math.max(first, 0) + shown);
      setRange((now) =>
        now.first === first && now.end === end && now.rowHeight === rowHeight
          ? now
          : { first, end, rowHeight },
      );
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(update);
    };
    update();
    addEventListener("scroll", onScroll, { passive: true });
    addEventListener("resize", onScroll);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("scroll", onScroll);
      removeEventListener("resize", onScroll);
    };
  }, [isWhole, count, body]);
  return isWhole ? { first: 0, end: count, rowHeight: 0 } : range;
}
