import { memo, type ReactNode, useRef } from "react";
import { classNames } from "./class-names.ts";
import { useVisibleRows } from "./use-visible-rows.ts";

export interface Column<T> {
  /** Where two columns have the same head. */
  key?: string;
  head: string;
  /** A smaller line above the head, such as its group. */
  about?: string;
  /** Numbers are right-aligned with tabular figures. */
  number?: boolean;
  /** Hidden on narrow screens. */
  wideOnly?: boolean;
  /** Makes the head a button that sorts by this key. */
  sortKey?: string;
  /** Only for screen readers, as above a column of buttons. */
  isHeadHidden?: boolean;
  /** Stays in view while the other columns scroll. */
  frozen?: boolean;
  cell: (row: T) => ReactNode;
}

interface Sort {
  key: string | null;
  descending: boolean;
  onSort: (key: string) => void;
}

export function Table<T>(props: {
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
  sort?: Sort;
}) {
  const { caption, columns, rows, rowKey, sort } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const { first, end, rowHeight, widths } = useVisibleRows(body, rows.length);
  const isPart = end - first < rows.length;
  return (
    // Scrolls when it is wider than the page, and is focusable so that the keyboard can scroll it.
    <section
      // No round corners around thousands of rows: every frame would be clipped by them.
      className={classNames("relative overflow-x-auto", !isPart && "rounded-b-xl")}
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
      tabIndex={0}
    >
      {/* Collapsed borders belong to the whole table, which would be painted again for every row that appears. */}
      <table
        className={classNames(
          "border-separate border-spacing-0 text-sm",
          widths ? "table-fixed [&_td]:overflow-hidden" : "w-full",
        )}
        style={widths ? { width: widths.reduce((sum, width) => sum + width, 0) } : undefined}
        aria-rowcount={isPart ? rows.length + 1 : undefined}
      >
        <caption className="sr-only">{caption}</caption>
        {widths && (
          <colgroup>
            {widths.map((width, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
              <col key={index} style={{ width }} />
            ))}
          </colgroup>
        )}
        <thead className="text-dim text-xs">
          <tr className="bg-card">
            {columns.map((column) => (
              <th
                key={column.key ?? column.head}
                scope="col"
                aria-sort={orderOf(column, sort)}
                className={classNames(placeOf(columns, column), "whitespace-nowrap font-medium")}
              >
                {column.about && <span className="block font-normal">{column.about}</span>}
                <Head column={column} sort={sort} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          <Space rows={first} rowHeight={rowHeight} />
          {rows.slice(first, end).map((row, index) => (
            <Row
              key={rowKey(row)}
              row={row}
              columns={columns}
              index={isPart ? first + index + 2 : undefined}
            />
          ))}
          <Space rows={rows.length - end} rowHeight={rowHeight} />
        </tbody>
      </table>
    </section>
  );
}

/**
 * Rows of 36 pixels, the line above them included; taller where text wraps. No `first:` or `last:`: the browser would
 * style the neighbours again with every row that appears.
 */
const placeOf = <T,>(columns: readonly Column<T>[], column: Column<T>) =>
  classNames(
    "h-9 py-1 align-middle md:py-0.5",
    column === columns[0] ? "pl-5" : "pl-3",
    column === columns.at(-1) ? "pr-5" : "pr-3",
    column.number ? "text-right tabular-nums" : "text-left",
    column.wideOnly && "hidden md:table-cell",
    column.frozen && "sticky left-0 z-10 bg-inherit",
  );

interface RowProps<T> {
  row: T;
  columns: readonly Column<T>[];
  index: number | undefined;
}

// Scrolling through a long table renders the rows that appear, not those that stay. `memo` loses the type parameter.
const Row = memo(function Row<T>({ row, columns, index }: RowProps<T>) {
  return (
    <tr data-row aria-rowindex={index} className="bg-card hover:bg-soft">
      {columns.map((column) => (
        <td
          key={column.key ?? column.head}
          className={classNames(placeOf(columns, column), "border-line border-t")}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}) as <T>(props: RowProps<T>) => ReactNode;

/** As tall as the rows that are not rendered. */
function Space({ rows, rowHeight }: { rows: number; rowHeight: number }) {
  if (rows <= 0 || rowHeight === 0) return null;
  return (
    <tr aria-hidden>
      <td style={{ height: rows * rowHeight }} />
    </tr>
  );
}

function orderOf<T>({ sortKey }: Column<T>, sort: Sort | undefined): "ascending" | "descending" | undefined {
  if (sortKey === undefined || sort?.key !== sortKey) return undefined;
  return sort.descending ? "descending" : "ascending";
}

function Head<T>({ column, sort }: { column: Column<T>; sort: Sort | undefined }) {
  const { head, sortKey, isHeadHidden = false } = column;
  if (sortKey === undefined || !sort) return <span className={isHeadHidden ? "sr-only" : ""}>{head}</span>;
  const order = orderOf(column, sort);
  return (
    <button type="button" className="min-h-7 hover:text-ink" onClick={() => sort.onSort(sortKey)}>
      {head}
      <span aria-hidden> {order === undefined ? "" : order === "descending" ? "↓" : "↑"}</span>
    </button>
  );
}
