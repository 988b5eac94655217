import type { PageRecord } from "../../reports/index.ts";
import type { Scale } from "../../statements/index.ts";
import { type HeadPeriod, readHead } from "./periods.ts";
import { findScaleInText } from "./scale-by-text.ts";
import { findCurrency, findScale } from "./units.ts";

type Table = PageRecord["tables"][number];

/** A table with what its head says: when each column is, and in what it is measured. */
export interface ReadTable {
  page: number;
  table: number;
  /** By column; null where the column is no period. */
  periods: (HeadPeriod | null)[];
  heads: string[];
  /** Of amounts of money. */
  scale: Scale | null;
  shareScale: Scale | null;
  currency: string | null;
  /** By column, whether its numbers are percentages, of which often only the first and the last say so. */
  percents: boolean[];
}

const LINES_ABOVE = 14;

export function readTables(page: PageRecord): ReadTable[] {
  const read: ReadTable[] = [];
  for (const [index, table] of page.tables.entries()) {
    const above = linesAbove(page, table);
    // "(In thousands)" on a line of its own may stand between the heads and the first row.
    const inside = linesBefore(page, index, table.box[1]).filter((line) => !/\d{4}|[.;]$/.test(line));
    const near = [withoutAmounts(table.caption), ...table.columns.map(({ head }) => head), ...inside].join(
      " ",
    );
    const before = read.at(-1);
    const since = page.tables[index - 1]?.box[3] ?? 0;
    const lines = { above, between: linesAbove(page, table, since), years: yearsOfFirstRow(page, index) };
    const { heads, periods: own } = columnsOf(withHeadsAbove(page, index), lines, before);
    const periods = withSpanAbove(own, linesBefore(page, index));
    const around = withoutAmounts(above.slice(-LINES_ABOVE).join("\n"));
    const scale =
      findScale(near.replace(SHARES_IN, " ")) ??
      nearestScale(around.replace(SHARES_IN, " ")) ??
      findScaleInText(page, index) ??
      before?.scale ??
      null;
    read.push({
      page: page.page,
      table: index,
      periods,
      heads,
      scale,
      shareScale: findScale(near.match(SHARES_IN)?.[0] ?? "") ?? scale,
      currency:
        findCurrency(near) ??
        currencyOfCells(page, index) ??
        findCurrency(around) ??
        before?.currency ??
        null,
      percents: heads.map((head, column) => isOfPercents(page, index, { head, column })),
    });
  }
  return read;
}

/** "Shares in thousands" says nothing about amounts of money. */
const SHARES_IN = /\bshares?(?: (?:data|amounts?|numbers?))?,? (?:(?:are|is) )?in (?:thousands|millions)\b/gi;

/** "€6.3 million" in a sentence says nothing about the table below it. */
function withoutAmounts(line: string): string {
  return line.replace(
    /[$€£¥][1-9][\d.,]*(?:\s*(?:thousand|million|billion|mio|mrd|milli\w+)\b\.?)?|[\d.,]+\s*(?:thousand|million|billion|mio|mrd|milli\w+)\b\.?/gi,
    " ",
  );
}

/** An amount that no percentage is printed as. */
export const PRINTED_AMOUNT = /[$€£¥]|\d{1,3}[,.]\d{3}/;

function isOfPercents(page: PageRecord, table: number, { head, column }: { head: string; column: number }) {
  const cells = page.rows
    .filter((row) => row.table === table)
    .flatMap((row) => row.cells.filter((cell) => cell.column === column && cell.kind === "number"));
  const percents = cells.filter(({ percent }) => percent).length;
  return cells.some(({ text }) => PRINTED_AMOUNT.test(text))
    ? percents > cells.length / 2
    : percents > 0 || /%|percent/i.test(head);
}

/** What the nearest line above a table says goes before what stands further up. */
function nearestScale(lines: string): Scale | null {
  const scales = lines.split("\n").map((line) => findScale(line));
  return scales.findLast((scale) => scale !== null) ?? null;
}

function linesAbove(page: PageRecord, table: Table, since = 0): string[] {
  const [, top] = table.box;
  return page.lines.filter(({ box }) => box[1] >= since - 2 && box[3] <= top + 2).map(({ text }) => text);
}

function columnsOf(
  table: Table,
  lines: { above: readonly string[]; between: readonly string[]; years: readonly string[] },
  before: ReadTable | undefined,
): Pick<ReadTable, "periods" | "heads"> {
  const heads = table.columns.map(({ head }, at) => `${head} ${lines.years[at] ?? ""}`.trim());
  const periods = withoutStretches(shareSpans(withCaption(heads.map(readHead), table.caption)), heads);
  if (periods.some((period) => period !== null)) return { periods, heads };
  const isNamed = heads.some(saysSomething);
  const years = yearsFromLines(heads.length, isNamed ? lines.between : lines.above, table.caption);
  if (years) {
    const named = years.map((year, at) => `${year} ${isNamed ? heads[at] : ""}`.trim());
    return { periods: years.map(readHead), heads: named };
  }
  // The second part of a table has no head of its own.
  if (!isNamed && before && before.periods.length === heads.length && before.periods.some(Boolean))
    return { periods: before.periods, heads: before.heads };
  return { periods: heads.length === 1 ? [yearOfLead([...lines.between, table.caption])] : periods, heads };
}

/** Of payments due later, "2021-2022" is two years and not one. */
function withoutStretches(periods: (HeadPeriod | null)[], heads: readonly string[]): (HeadPeriod | null)[] {
  if (!heads.some((head) => LATER.test(head))) return periods;
  return periods.map((period, at) => (STRETCH.test(heads[at] ?? "") ? null : period));
}

export const LATER = /\b(?:thereafter|beyond|later)\b/i;
export const STRETCH = /\b20\d\d\s*(?:[-–]|to|and|&)\s*20\d\d\b/i;

/** The date of a table with one column, as the lines that lead to it say: "at December 31, 2022 were as follows". */
function yearOfLead(lines: readonly string[]): HeadPeriod | null {
  const lead = lines.slice(-2).join(" ");
  const isOneYear = new Set(lead.match(/\b(?:19|20)\d\d\b/g)).size === 1;
  return isOneYear && DATED.test(lead) ? readHead(DATED.exec(lead)?.[0] ?? "") : null;
}

const DATED =
  /\b(?:as (?:of|at)|at|ended|on)\s[^.;:]{0,25}\b(?:19|20)\d\d\b|\b\d{1,2} \p{Lu}\p{Ll}+ (?:19|20)\d\d\b/u;

/** Tall heads may be taken for a table of their own: its rows hold nothing but years, the last under each other's column. */
function withHeadsAbove(page: PageRecord, index: number): Table {
  const [table, above] = [page.tables[index], page.tables[index - 1]];
  if (!table) throw new Error(`page ${page.page} has no table ${index}`);
  const missing = table.columns.length - (above?.columns.length ?? 0);
  const rows = page.rows.filter((row) => row.table === index - 1);
  const isHead = rows.length > 0 && rows.every(({ cells }) => cells.length > 1 && cells.every(isYearCell));
  if (!above || !isHead || missing < 0 || missing > 1) return table;
  const columns = table.columns.map((column, at) => {
    const over = above.columns[at - missing]?.head ?? "";
    const years = rows.flatMap(({ cells }) => cells.filter((cell) => cell.column === at - missing));
    const head = [over, ...years.map(({ text }) => text.trim()), column.head];
    return { ...column, head: head.join(" ").trim() };
  });
  return { ...table, columns };
}

const isYearCell = ({ text }: { text: string }) => /^(?:19|20)\d\d$/.test(text.trim());

/** The last line of the heads may be taken for a row: it has a year in every column and nothing else. */
function yearsOfFirstRow(page: PageRecord, table: number): string[] {
  const first = page.rows.find((row) => row.table === table);
  const heads = page.tables[table]?.columns ?? [];
  if (!first || first.cells.length < heads.length || heads.some(({ head }) => readHead(head))) return [];
  if (!first.cells.every(isYearCell)) return [];
  return heads.map((_, at) => first.cells.find(({ column }) => column === at)?.text ?? "");
}

/** A head with a word; units, notes and numbers that were taken for heads say nothing. */
function saysSomething(head: string): boolean {
  const bare = head.replace(UNITS, " ");
  return /\p{L}{3}/u.test(bare) && !/\d/.test(bare);
}

const UNITS =
  /\b(?:in )?(?:usd?|eur|gbp|chf|cad|aud|nis|thousands?|millions?|billions?|dollars?|notes?|unaudited|audited|restated|years?|yrs?)\b|\p{Sc}/giu;

/** "Three months ended" may stand beside the heads instead of above them. */
function withCaption(periods: (HeadPeriod | null)[], caption: string): (HeadPeriod | null)[] {
  const alongside = readHead(`${caption} 2000`);
  if (!alongside?.span) return periods;
  return periods.map((period) =>
    period && period.span === null ? { ...period, span: alongside.span } : period,
  );
}

/** A head that runs over several columns may be read over some of them: columns of one date have one length. */
function shareSpans(periods: (HeadPeriod | null)[]): (HeadPeriod | null)[] {
  return periods.map((period) => {
    if (period === null || period.span !== null || period.endMonth === null) return period;
    const rendition = periods.find(
      (other) => other?.span && other.year === period.year && other.endMonth === period.endMonth,
    );
    return rendition ? { ...period, span: rendition.span, part: rendition.part } : period;
  });
}

/** A length of time that stands alone above the heads, as in "FOURTH QUARTER", is that of every column below it. */
const SPAN_ALONE =
  /^(?:for the\s+)?(?:(?:first|second|third|fourth) quarter|(?:three|six|nine|twelve|3|6|9|12)[ -]months?|\d{2}[ -]weeks?)(?:\s+ended)?(?:\s+\p{L}{3,9}\.?\s+\d{1,2},?)?$/iu;
const SPAN_LINES = 5;

function withSpanAbove(periods: (HeadPeriod | null)[], lines: readonly string[]): (HeadPeriod | null)[] {
  if (periods.some((period) => period?.span)) return periods;
  const pieces = lines.slice(-SPAN_LINES).flatMap((line) => line.split(/\s{2,}/));
  const alone = pieces.findLast((piece) => SPAN_ALONE.test(piece.trim()));
  const read = alone === undefined ? null : readHead(`${alone} 2000`);
  if (!read?.span) return periods;
  return periods.map((period) => period && { ...period, span: read.span, part: read.part });
}

/** The lines of a page before the first row of a table, its heads among them. */
function linesBefore(page: PageRecord, table: number, since = 0): string[] {
  const top = page.rows.find((row) => row.table === table)?.box[1];
  if (top === undefined) return [];
  const lines = page.lines.filter(({ box }) => box[1] >= since - 2 && box[3] <= top + 2);
  return lines.map(({ text }) => text);
}

/** Words of a line of years: everything else makes it a sentence or a title. */
const YEAR_LINE = new RegExp(
  "^(?:(?:for|the|as|of|at|on|fiscal|financial|calendar|years?|quarters?" +
    "|(?:three|six|nine|twelve) months|period|end(?:ed|ing)?|(?:un)?audited|restated|FY|CY" +
    "|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?" +
    String.raw`|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b|(?:19|20)\d\d` +
    String.raw`|\d{1,2}(?:st|nd|rd|th)?\b|[\s.,()*'’/-])+$`,
  "iu",
);

/** Heads the layout took for text: the nearest line above with a year for every column, the first of several aside. */
function yearsFromLines(columns: number, above: readonly string[], caption: string): string[] | null {
  const least = columns > 2 ? columns - 1 : columns;
  for (const line of [caption, ...above.slice(-4).reverse()]) {
    const pieces = line.split(/\s{2,}|\s(?=(?:19|20)\d\d\b)/);
    const years = pieces.filter((piece) => readHead(piece) !== null);
    if (years.length < least || years.length > columns || pieces.length > years.length + 2) continue;
    if (line.endsWith(".") || !years.every((year) => YEAR_LINE.test(year))) continue;
    return [...Array.from({ length: columns - years.length }, () => ""), ...years];
  }
  return null;
}

function currencyOfCells(page: PageRecord, table: number): string | null {
  for (const row of page.rows) {
    if (row.table !== table) continue;
    for (const { text } of row.cells) {
      const currency = /[$€£¥]/.test(text) ? findCurrency(text) : null;
      if (currency) return currency;
    }
  }
  return null;
}
