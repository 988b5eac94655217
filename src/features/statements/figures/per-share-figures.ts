import type { StatementTable, TableRow } from "../table.ts";
import { type Reading, readRow } from "./reading.ts";

const OTHER = /weighted|dividend|discontinued|number|outstanding|net asset/;

/** Earnings per share. One row for both kinds where nothing dilutes. */
export function readPerShareFigures(table: StatementTable): Reading[] {
  const rows = table.rows.filter(
    ({ unit, key, cells }) => unit === "per_share" && !OTHER.test(key) && cells.some(Boolean),
  );
  return [pick(table, rows, "eps_diluted"), pick(table, rows, "eps_basic")].filter((one) => one !== null);
}

const WORDS = {
  eps_diluted: /\bdiluted\b|verwassert|dilue|diluido|diluito|verwaterd|希薄化|潜在株式|稀释|攤薄/,
  eps_basic: /\bbasic\b|unverwassert|\bbase\b|basico|基本/,
} as const;

function pick(table: StatementTable, rows: readonly TableRow[], concept: keyof typeof WORDS): Reading | null {
  const word = WORDS[concept];
  const inName = (row: TableRow) => word.test(row.key);
  const inPath = (row: TableRow) => row.pathKeys.some((path) => word.test(path));
  const own = rows.filter((row) => inName(row) || inPath(row));
  const whole = own.filter(({ key, pathKeys }) => !/continuing/.test(`${key} ${pathKeys.join(" ")}`));
  const best = whole.find(inName) ?? whole[0] ?? own.find(inName) ?? own[0];
  if (!best) return null;
  return readRow(
    concept,
    { table, row: best },
    { label: inName(best) ? 1 : 0.9, rivals: whole.length > 1 ? whole.length - 1 : 0 },
  );
}

const CENTS = /\bcents?\b|\bpence\b|[¢₵]|\(c\)|\(p\)|\bpence\/share\b/i;

/** 0.01 where a row is printed in cents or pence, 1 otherwise. */
export function perShareFactor(table: StatementTable, row: TableRow): number {
  const { page } = row;
  const captions = table.candidate.segments.flatMap(({ page: own }) =>
    own.page === page
      ? own.tables.flatMap(({ box, caption, columns }) =>
          box[1] <= row.box[1] + 1 && box[3] >= row.box[1]
            ? [caption, ...columns.map(({ head }) => head)]
            : [],
        )
      : [],
  );
  const said = [row.label, ...row.path, ...captions].join(" ");
  const cell = row.cells.find((one) => one !== null);
  if (CENTS.test(said) || /\d\s?[p¢c]$/i.test(cell?.text ?? "")) return 0.01;
  return 1;
}
