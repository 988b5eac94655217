import type { Line } from "./accounts.ts";

interface Cell {
  column: number;
  value: number | null;
  text: string;
  currency: string | null;
  scale: number | null;
  confidence: number | null;
  proof: string;
}

interface Shown {
  title: string;
  scope: string;
  columns: {
    head: string;
    period_start: string | null;
    period_end: string;
    fiscal_year: number;
    restated: boolean;
  }[];
  rows: { label: string; figure: string | null; cells: Cell[] }[];
}

export interface Outcome {
  reportId: string;
  reported: Shown[];
  standard: Shown[];
  notes: string[];
}

/** Every figure that is given, by the last day of its period. */
export function figuresOf({ standard }: Outcome): Record<string, Record<string, string>> {
  return Object.fromEntries(
    standard.flatMap(({ columns, rows }) =>
      rows.map(({ figure, cells }) => [
        figure,
        Object.fromEntries(
          cells.map(({ column, value, currency, scale }) => [
            columns[column]?.period_end,
            `${value} ${currency}, printed in ${scale}`,
          ]),
        ),
      ]),
    ),
  );
}

/** Every statement that is given, with its columns: year, first and last day. */
export function columnsOf({ reported }: Outcome): Record<string, string[]> {
  return Object.fromEntries(
    reported.map(({ title, scope, columns }) => [
      `${title} (${scope})`,
      columns.map(({ period_start, period_end, fiscal_year, restated }) =>
        [fiscal_year, ...(period_start ? [period_start] : []), period_end, restated ? "restated" : ""]
          .join(" ")
          .trim(),
      ),
    ]),
  );
}

export type Column = [end: string, currency: string, scale: number];

/** What these lines give: what is paid or spent has no sign, what flows does. */
export function expectFigures(lines: readonly Line[], columns: readonly Column[]): Record<string, object> {
  return Object.fromEntries(
    lines.flatMap(({ figure, amounts }) => {
      if (figure === undefined) return [];
      const given = columns.map(([end, currency, scale], at) => {
        const amount = amounts[at] ?? 0;
        const value = (figure.startsWith("cash_from") ? amount : Math.abs(amount)) * scale;
        return [end, `${value} ${currency}, printed in ${scale}`];
      });
      return [[figure, Object.fromEntries(given)]];
    }),
  );
}
