import type { PageRecord } from "../../reports/index.ts";
import type { Scale } from "../statement.ts";
import type { StatementTable } from "../table.ts";
import { findHeadScale, findPrintedScale } from "./printed-scale.ts";
import { proveScale } from "./prove-scale.ts";
import { findCurrency, findScale, guessDollar, saysWholeUnits } from "./units.ts";

/** What the amounts of a statement are measured in. */
export interface Measure {
  scale: Scale | null;
  currency: string | null;
  /** Whether the statements say the scale, or prove it; otherwise it follows from being said nowhere. */
  said: boolean;
}

/** The currency of a column: what its head names, else that of the report. */
export function currencyOf({ head }: { head: string }, measure: Measure | undefined): string | null {
  return findCurrency(head) ?? measure?.currency ?? null;
}

/** The same of its scale: a company may print a year in thousands next to one in millions. */
export function scaleOf({ head }: { head: string }, measure: Measure | undefined): Scale | null {
  return findHeadScale(head) ?? measure?.scale ?? null;
}

/** "€6.3 million" in a sentence says nothing about the table below it. */
function withoutAmounts(line: string): string {
  return line.replace(/[\d.,]+\s*(?:thousand|million|billion|mio|mrd|milli\w+)\b\.?/gi, " ");
}

/** A scale in words, or as a number that stands alone. */
const scaleIn = (text: string) => findScale(text) ?? findPrintedScale(text);

/** Scale and currency of each statement: from its heads, its caption, its page, then the other statements. */
export function measureTables(
  tables: readonly StatementTable[],
  pages: readonly PageRecord[],
): Map<StatementTable, Measure> {
  const mixed = new Map(tables.filter(isMixed).map((table) => [table, findFirstUnit(table)]));
  const own = new Map(
    tables.map((table) => [
      table,
      mixed.has(table) ? (mixed.get(table)?.scale ?? null) : findOwnScale(table),
    ]),
  );
  const said = [...own.values()].filter((scale) => scale !== null);
  // A statement that says nothing is printed like the others; where they differ, nothing is known of it.
  const shared = new Set(said).size === 1 ? (said[0] ?? null) : null;
  // Every report in thousands or millions says so somewhere; one with large amounts that does not is in single units.
  const proven = said.length === 0 ? proveScale(tables.find(({ kind }) => kind === "income")) : null;
  const general =
    said.length === 0 ? (proven ?? findGeneralScale(tables, pages) ?? singleUnits(tables)) : null;
  const currency = findReportCurrency(tables, { pages, mixed });
  return new Map(
    tables.map((table) => {
      const unit = mixed.get(table);
      if (unit !== undefined) return [table, unit ?? { scale: null, currency: null, said: false }];
      const scale = own.get(table) ?? null;
      return [
        table,
        { scale: scale ?? shared ?? general, currency, said: (scale ?? shared ?? proven) !== null },
      ];
    }),
  );
}

/**
 * Whether a year is repeated in a second currency that only the lines above name: they say the units of both, and which
 * belongs to which column is known only where a piece of them names a currency with its scale.
 */
function isMixed({ heads, columns, headLines }: StatementTable): boolean {
  if (heads.length <= columns.length || columns.some(({ head }) => findCurrency(head) !== null)) return false;
  const currencies = piecesOf(headLines).flatMap((piece) => findCurrency(piece) ?? []);
  return new Set(currencies).size > 1;
}

/** "Millions of yen" of "Millions of yen  Thousands of U.S. dollars": translations are in the columns to the right. */
function findFirstUnit({ headLines }: Pick<StatementTable, "headLines">): Measure | null {
  for (const piece of piecesOf(headLines)) {
    const [scale, currency] = [scaleIn(piece), findCurrency(piece)];
    if (scale !== null && currency !== null) return { scale, currency, said: true };
  }
  return null;
}

const piecesOf = (lines: readonly string[]) => lines.flatMap((line) => line.split("  "));

const SINGLE_UNITS_MIN = 100_000;

/** Amounts below this may be in thousands or millions, of which a torn-out page says nothing. */
function singleUnits(tables: readonly StatementTable[]): Scale | null {
  const isLarge = ({ rows, columns }: StatementTable) =>
    rows.some(
      ({ unit, cells }) =>
        unit === "money" && columns.some(({ at }) => Math.abs(cells[at]?.printed ?? 0) >= SINGLE_UNITS_MIN),
    );
  return tables.some(isLarge) ? 1 : null;
}

function findOwnScale(table: StatementTable): Scale | null {
  for (const { head } of table.columns) {
    const scale = findHeadScale(head);
    if (scale !== null) return scale;
  }
  for (const text of [...table.headLines.map(withoutAmounts), table.candidate.caption.text]) {
    const scale = scaleIn(text);
    if (scale !== null) return scale;
  }
  const captions = table.candidate.segments.flatMap(({ page, rows }) =>
    [...new Set(rows.map((row) => row.table))].map((at) => page.tables[at]?.caption ?? ""),
  );
  for (const caption of captions) {
    const scale = scaleIn(withoutAmounts(caption));
    if (scale !== null) return scale;
  }
  return pageScale(table) ?? (sayWhole(table) ? 1 : null);
}

const UNIT_LINE = /\b(?:amounts?|figures?|expressed|stated|presented|in|dollars?)\b/i;
const UNIT_LINE_LETTERS_MAX = 120;

/** A line elsewhere on the page that speaks of all amounts. */
function pageScale({ candidate }: StatementTable): Scale | null {
  for (const { page } of candidate.segments) {
    for (const { text } of page.lines) {
      const said = findPrintedScale(text);
      if (said !== null) return said;
      if (text.length > UNIT_LINE_LETTERS_MAX || !UNIT_LINE.test(text) || /\d,\d/.test(text)) continue;
      const scale = findScale(withoutAmounts(text));
      if (scale !== null) return scale;
    }
  }
  return null;
}

function sayWhole({ columns, headLines }: StatementTable): boolean {
  const pieces = [...columns.map(({ head }) => head.replace(/.*\b(?:19|20)\d\d\b/, "")), ...headLines];
  return pieces.flatMap((text) => text.split("  ")).some(saysWholeUnits);
}

const GENERAL =
  /\b(?:amounts?|figures?|tabular|dollars?|tables?|values?)\b[^.]{0,80}\b(?:in|to the nearest)\s[^.]{0,40}\b(thousands?|millions?|billions?)\b|rounded[^.]{0,60}\b(thousand|million|\$1,000|\$'000)/i;
const GENERAL_PAGES = 6;

/** What the notes say of all amounts of the report. */
function findGeneralScale(tables: readonly StatementTable[], pages: readonly PageRecord[]): Scale | null {
  const last = Math.max(
    0,
    ...tables.flatMap(({ candidate }) => candidate.segments.map(({ page }) => page.page)),
  );
  for (const { page, text } of pages) {
    if (page < last - GENERAL_PAGES || page > last + GENERAL_PAGES) continue;
    const match = GENERAL.exec(text);
    if (match) return findScale(match[1] ?? match[2] ?? "") ?? 1_000;
  }
  return null;
}

const SIGN = /(?:[A-Z]{1,3})?[$€£¥₩₹]/;

interface CurrencyEvidence {
  pages: readonly PageRecord[];
  /** Statements in two currencies, with the unit of the first. */
  mixed: ReadonlyMap<StatementTable, Measure | null>;
}

function findReportCurrency(
  tables: readonly StatementTable[],
  { pages, mixed }: CurrencyEvidence,
): string | null {
  const first = [...mixed.values()].find((unit) => unit !== null);
  if (first) return first.currency;
  const near = tables
    .filter((table) => !mixed.has(table))
    .map(({ columns, headLines, candidate }) => ({
      heads: columns.map(({ head }) => head).join(" "),
      unit: findFirstUnit({ headLines }),
      text: [
        ...headLines,
        candidate.caption.text,
        ...candidate.segments.map(({ page }) => page.tables[0]?.caption ?? ""),
      ].join(" "),
    }));
  const counts = new Map<string, number>();
  for (const { heads, unit, text } of near) {
    // The lines above may also name the currency of a column that only repeats a year, or that of a rate.
    const currency = findCurrency(heads) ?? unit?.currency ?? findCurrency(text);
    if (currency) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  }
  const [named] = [...counts].sort((a, b) => b[1] - a[1]);
  if (named) return named[0];
  const sign =
    findSign(tables) ?? (near.some(({ heads, text }) => `${heads} ${text}`.includes("$")) ? "$" : null);
  if (sign && sign !== "$") return findCurrency(sign);
  return sign === "$" || sign === null ? guessFromPages(tables, pages, sign) : null;
}

function findSign(tables: readonly StatementTable[]): string | null {
  for (const { rows } of tables) {
    for (const { cells } of rows) {
      for (const cell of cells) {
        const sign = cell ? SIGN.exec(cell.text)?.[0] : undefined;
        if (sign) return sign;
      }
    }
  }
  return null;
}

const PRESENTATION =
  /(?:presentation|functional|reporting) currency[^.]{0,120}|(?:expressed|presented|stated) in [^.]{0,60}/gi;
const PAGES_READ_MAX = 40;
const DOLLAR = /^(?:USD|CAD|AUD|NZD|HKD|SGD)$/;

function guessFromPages(
  tables: readonly StatementTable[],
  pages: readonly PageRecord[],
  sign: string | null,
): string | null {
  const first = Math.min(
    ...tables.flatMap(({ candidate }) => candidate.segments.map(({ page }) => page.page)),
  );
  const notes = pages.filter(({ page }) => page >= first).slice(0, PAGES_READ_MAX);
  const counts = new Map<string, number>();
  for (const { text } of notes) {
    for (const [sentence] of text.replaceAll("\n", " ").matchAll(PRESENTATION)) {
      const currency = findCurrency(sentence);
      if (!currency || (sign === "$" && !DOLLAR.test(currency))) continue;
      counts.set(currency, (counts.get(currency) ?? 0) + 1);
    }
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  if (most) return most[0];
  if (sign === null) return null;
  return guessDollar(
    pages
      .slice(0, PAGES_READ_MAX)
      .map(({ text }) => text)
      .join("\n"),
  );
}
