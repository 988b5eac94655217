import { matchConcepts } from "../find/concept-labels.ts";
import type { StatementTable, TableRow } from "../table.ts";
import { type Reading, readRow, resultSign } from "./reading.ts";

const OTHER = /weighted|dividend|discontinued|number|outstanding|net asset/;

/** Earnings per share. One row for both kinds where nothing dilutes. */
export function readPerShareFigures(table: StatementTable): Reading[] {
  const rows = table.rows.filter(
    ({ unit, key, cells }) => unit === "per_share" && !OTHER.test(key) && cells.some(Boolean),
  );
  return [pick(table, rows, "eps_diluted"), pick(table, rows, "eps_basic")].filter((one) => one !== null);
}

const WORDS = {
  eps_diluted: /\bdiluted\b|(?<!un)verwassert|dilue|diluido|diluito|verwaterd|希薄化|潜在株式|稀释|攤薄/,
  eps_basic: /\bbasic\b|unverwassert|\bbase\b|basico|基本/,
} as const;

function pick(table: StatementTable, rows: readonly TableRow[], concept: keyof typeof WORDS): Reading | null {
  const word = WORDS[concept];
  // A key leaves out what is in brackets, which is where some say which of the two it is.
  const inName = (row: TableRow) => word.test(row.key) || word.test(withoutAccents(row.label));
  const inPath = (row: TableRow) => row.pathKeys.some((path) => word.test(path));
  const said = rows.filter((row) => inName(row) || inPath(row));
  const own = said.length > 0 || concept === "eps_diluted" ? said : rows.filter(isPlain);
  const whole = own.filter(({ key, pathKeys }) => !/continuing/.test(`${key} ${pathKeys.join(" ")}`));
  const best = whole.find(inName) ?? whole[0] ?? own.find(inName) ?? own[0];
  if (!best) return null;
  return readRow(
    concept,
    { table, row: best, sign: resultSign(best) },
    { label: inName(best) ? 1 : 0.9, rivals: whole.length > 1 ? whole.length - 1 : 0 },
  );
}

/** "Earnings per share" without another word are the basic ones. */
function isPlain({ key, label }: TableRow): boolean {
  return (
    !WORDS.eps_diluted.test(withoutAccents(label)) &&
    matchConcepts(key, "income").some(({ concept, strength }) => concept === "eps_basic" && strength === 1)
  );
}

function withoutAccents(label: string): string {
  return label.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").normalize("NFC");
}

const CENTS = /\bcents?\b|\bpence\b|[¢₵]/i;
const CENTS_MARK = /\([cp]\)/i;
const CENTS_CELL = /\d\)?\s?[p¢c]\)?$/i;
const CURRENCY_SIGN = /[$£€¥]|\b(?:AUD|GBP|NZD|ZAR|dollars?|pounds?)\b/i;
/** Where earnings per share are as often in pence or cents as in pounds or dollars. */
const OFTEN_IN_CENTS: ReadonlySet<string | null> = new Set(["GBP", "AUD", "NZD", "ZAR"]);

/** 0.01 where a row is printed in cents or pence, 1 where it is not; null where the report does not say. */
export function perShareFactor(table: StatementTable, row: TableRow, currency: string | null): number | null {
  const said = [row.label, ...row.path].join(" ");
  const cell = row.cells.find((one) => one !== null)?.text ?? "";
  if (CENTS.test([said, ...headsOf(table, row)].join(" ")) || CENTS_CELL.test(cell)) return 0.01;
  if (!OFTEN_IN_CENTS.has(currency)) return 1;
  // In brackets behind a label, a letter may also point to a remark.
  if (CENTS_MARK.test(said)) return 0.01;
  return CURRENCY_SIGN.test(`${said} ${cell}`) ? 1 : null;
}

/** The caption and the heads of the table that a row is in. */
function headsOf({ candidate }: StatementTable, row: TableRow): string[] {
  const page = candidate.segments.find((segment) => segment.page.page === row.page)?.page;
  const own = page?.tables.filter(({ box }) => box[1] <= row.box[1] + 1 && box[3] >= row.box[1]) ?? [];
  return own.flatMap(({ caption, columns }) => [caption, ...columns.map(({ head }) => head)]);
}
