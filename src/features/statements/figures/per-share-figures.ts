import { matchConcepts } from "../find/concept-labels.ts";
import type { StatementTable, TableRow } from "../table.ts";
import { findCoin } from "./coins.ts";
import { type Reading, readRow, resultSign } from "./reading.ts";

const OTHER = /weighted|dividend|number|outstanding|net asset/;

/** Of a part of the company, by its name or the heading right above; "continuing and discontinued" is all of it. */
function isOfPart(row: TableRow, part: RegExp): boolean {
  const said = `${row.key} ${row.pathKeys.at(-1) ?? ""}`;
  return part.test(said) && !(/\bcontinuing/.test(said) && /discontinued/.test(said));
}

const hasDiscontinued = ({ rows }: StatementTable) =>
  rows.some(
    (row) =>
      row.unit === "per_share" &&
      isOfPart(row, /discontinued/) &&
      row.cells.some((cell) => cell !== null && cell.printed !== 0),
  );

/** Earnings per share. One row for both kinds where nothing dilutes. */
export function readPerShareFigures(table: StatementTable): Reading[] {
  const rows = table.rows.filter(
    (row) =>
      row.unit === "per_share" &&
      !OTHER.test(row.key) &&
      !isOfPart(row, /discontinued/) &&
      row.cells.some(Boolean),
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
  const other = WORDS[concept === "eps_basic" ? "eps_diluted" : "eps_basic"];
  const inPath = (row: TableRow) =>
    !other.test(withoutAccents(row.label)) && row.pathKeys.some((path) => word.test(path));
  const said = rows.filter((row) => inName(row) || inPath(row));
  const own = said.length > 0 || concept === "eps_diluted" ? said : rows.filter(isPlain);
  const whole = own.filter((row) => !isOfPart(row, /\bcontinuing/));
  // What continues is not all where the statement has something discontinued.
  if (whole.length === 0 && hasDiscontinued(table)) return null;
  const best = whole.find(inName) ?? whole[0] ?? own.find(inName) ?? own[0];
  if (!best) return null;
  return readRow(
    concept,
    { table, row: best, sign: resultSign(best) },
    { label: inName(best) ? 1 : 0.9, rivals: whole.length > 1 ? whole.length - 1 : 0 },
  );
}

const PLAIN = /^(?:net )?income per (?:ordinary |common |equity )?share$/;

/** "Earnings per share" without another word, but for the unit, are the basic ones. */
function isPlain({ key, label }: TableRow): boolean {
  const name = key.replace(/\s*\b(?:pence|cents?)\b/g, "");
  return (
    !WORDS.eps_diluted.test(withoutAccents(label)) &&
    (PLAIN.test(name) ||
      matchConcepts(name, "income").some(
        ({ concept, strength }) => concept === "eps_basic" && strength === 1,
      ))
  );
}

function withoutAccents(label: string): string {
  return label.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").normalize("NFC");
}

const CENTS_MARK = /\([cp]\)/i;
const CENTS_CELL = /\d\)?\s?[p¢c]\)?$/i;
const CURRENCY_SIGN =
  /[$£€¥₦]|\bRM\b|\b(?:AUD|GBP|HKD|MYR|NGN|NZD|SGD|ZAR|dollars?|naira|pounds?|rand|ringgit)\b/i;
/** Where earnings per share are as often in pence or cents as in pounds or dollars. */
const OFTEN_IN_CENTS: ReadonlySet<string | null> = new Set([
  "AUD",
  "GBP",
  "HKD",
  "MYR",
  "NGN",
  "NZD",
  "SGD",
  "ZAR",
]);

/** 0.01 where a row is printed in cents or pence, 1 where in whole currency; null where the report does not say. */
export function perShareFactor(table: StatementTable, row: TableRow, currency: string | null): number | null {
  const said = [row.label, ...row.path].join(" ");
  const cell = row.cells.find((one) => one !== null)?.text ?? "";
  const coin = findCoin([said, ...headsOf(table, row)].join(" "), currency);
  if (coin) return coin.factor;
  if (CENTS_CELL.test(cell)) return 0.01;
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
