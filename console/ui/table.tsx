import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

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
  /** Stays in view while the other columns scroll. */
  frozen?: boolean;
  cell: (row: T) => ReactNode;
}

export function Table<T>(props: {
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
}) {
  const { caption, columns, rows, rowKey } = props;
  const place = (column: Column<T>) =>
    classNames(
      "px-3 py-2.5 align-middle first:pl-5 last:pr-5 sm:px-5",
      column.number ? "text-right tabular-nums" : "text-left",
      column.wideOnly && "hidden md:table-cell",
      column.frozen && "sticky left-0 z-10 bg-card",
    );
  return (
    // Scrolls when it is wider than the page, and is focusable so that the keyboard can scroll it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
    <section className="overflow-x-auto rounded-b-xl" aria-label={caption} tabIndex={0}>
      <table className="w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-line border-b text-dim text-xs">
          <tr>
            {columns.map((column) => (
              <th
                key={column.key ?? column.head}
                scope="col"
                className={classNames(place(column), "whitespace-nowrap font-medium")}
              >
                {column.about && <span className="block font-normal">{column.about}</span>}
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={rowKey(row)} className="hover:bg-soft/60">
              {columns.map((column) => (
                <td key={column.key ?? column.head} className={place(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
