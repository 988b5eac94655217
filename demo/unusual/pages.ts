import type { Line } from "./accounts.ts";

/** What `report.typ` prints one below the other. */
export type Block =
  | { kind: "cover"; title: string; lines: readonly string[] }
  | { kind: "heading" | "line" | "text"; text: string }
  | { kind: "image"; path: string; width: number }
  | TableBlock;

export interface TableBlock {
  kind: "table";
  /** Printed above the labels. */
  unit: string;
  /** A head may have several lines. */
  heads: readonly string[];
  /** Above the heads, each over the same number of columns; none where there is nothing to name. */
  spans: readonly string[];
  rows: readonly { label: string; style: Line["style"]; level: number; cells: string[]; note?: string }[];
  /** Of a column, in millimetres. */
  width: number;
  /** Whether totals carry a dollar sign to the left of their column. */
  signs: boolean;
}

export type Page = readonly Block[];

export interface TableOptions {
  unit?: string;
  heads: readonly string[];
  spans?: readonly string[];
  width?: number;
  signs?: boolean;
  decimals?: number;
}

export function table(lines: readonly Line[], options: TableOptions): TableBlock {
  const { unit = "", heads, spans = [], width = 26, signs = false, decimals = 0 } = options;
  return {
    kind: "table",
    ...{ unit, heads, spans, width, signs },
    rows: lines.map(({ label, style, level, amounts, note }) => ({
      ...{ label, style, level },
      ...(note === undefined ? {} : { note }),
      cells: amounts.map((amount) => formatAmount(amount, decimals)),
    })),
  };
}

/** Brackets for a negative amount, a dash for none. */
function formatAmount(amount: number, decimals: number): string {
  if (amount === 0) return "–";
  const digits = Math.abs(amount).toLocaleString("en-US", {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return amount < 0 ? `(${digits})` : digits;
}

export const heading = (text: string): Block => ({ kind: "heading", text });
export const line = (text: string): Block => ({ kind: "line", text });
export const text = (text: string): Block => ({ kind: "text", text });
