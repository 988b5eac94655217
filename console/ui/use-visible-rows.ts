import { type RefObject, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";

/** Shorter lists are rendered whole: then the browser's own search finds every row. */
const WHOLE_MAX = 200;
/** Rendered above and below what is in view, so that fast scrolling and the arrow keys find rows there. */
const MARGIN_ROWS = 6;
/** Rendered to measure a row, before the rest of a screen follows. */
const FIRST_ROWS = 12;
/** The range moves in steps, so that most scrolling renders nothing. */
const STEP_ROWS = 2;

export interface VisibleRows {
  first: number;
  /** The row after the last. */
  end: number;
  /** The height of one row in pixels, for the space of those that are left out. */
  rowHeight: number;
  /**
   * The widths of the columns, as the first rows need them. With fixed widths the browser does not compare the cells of
   * all rows again whenever one appears, and columns do not move while scrolling. Null until measured.
   */
  widths: readonly number[] | null;
}

/** Which rows of a long table are close to the window. Rows are taken to be equally tall. */
export function useVisibleRows(body: RefObject<HTMLElement | null>, count: number): VisibleRows {
  const isWhole = count <= WHOLE_MAX;
  const [range, setRange] = useState<VisibleRows>({ first: 0, end: FIRST_ROWS, rowHeight: 0, widths: null });
  useLayoutEffect(() => {
    if (isWhole) return undefined;
    let frame = 0;
    let rowHeight = 0;
    let widths: number[] = [];
    const measure = () => {
      const row = body.current?.querySelector<HTMLTableRowElement>("tr[data-row]");
      rowHeight = row?.getBoundingClientRect().height ?? 0;
      // A column that is hidden on a narrow screen has no place in the table.
      const cells = row ? [...row.cells].map((cell) => cell.getBoundingClientRect().width) : [];
      widths = cells.filter((width) => width > 0);
    };
    const update = () => {
      frame = 0;
      if (!body.current || rowHeight === 0) return;
      const above = -body.current.getBoundingClientRect().top / rowHeight;
      const first = Math.max(0, Math.floor((above - MARGIN_ROWS) / STEP_ROWS) * STEP_ROWS);
      const shown = Math.ceil(innerHeight / rowHeight) + 2 * MARGIN_ROWS + STEP_ROWS;
      const end = Math.min(count, first + shown);
      setRange((now) =>
        now.first === first && now.end === end && now.rowHeight === rowHeight && now.widths === widths
          ? now
          : { first, end, rowHeight, widths },
      );
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(update);
    };
    const onResize = () => {
      // Free again for one layout, which is measured.
      flushSync(() => setRange((now) => ({ ...now, widths: null })));
      measure();
      onScroll();
    };
    measure();
    update();
    addEventListener("scroll", onScroll, { passive: true });
    addEventListener("resize", onResize);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("scroll", onScroll);
      removeEventListener("resize", onResize);
    };
  }, [isWhole, count, body]);
  return isWhole ? { first: 0, end: count, rowHeight: 0, widths: null } : range;
}
