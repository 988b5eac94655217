import type { PageRecord } from "../../reports/index.ts";
import { type HeadPeriod, readHead } from "./periods.ts";
import { findCurrency, findScale, type Scale } from "./units.ts";

type Table = PageRecord["tables"][number];

/** A table with what its head says: when each column is, and in what it is measured. */
export interface ReadTable {
  page: number;
  table: number;
  /** By column; null where the column is no period. */
  periods: (HeadPeriod | null)[];
  heads: string[];
  scale: Scale | null;
  currency: string | null;
}

const LINES_ABOVE = 14;

export function readTables(page: PageRecord): ReadTable[] {
  const read: ReadTable[] = [];
  for (const [index, table] of page.tables.entries()) {
    const above = linesAbove(page, table);
    const near = [table.caption, ...table.columns.map(({ head }) => head)].join(" ");
    const before = read.at(-1);
    const { heads, periods: own } = columnsOf(table, above, before);
    const periods = withSpanAbove(own, linesBefore(page, index));
    const around = above.slice(-LINES_ABOVE).map(withoutAmounts).join(" ");
    read.push({
      page: page.page,
      table: index,
      periods,
      heads,
      scale: findScale(near) ?? findScale(around) ?? before?.scale ?? null,
      currency:
        findCurrency(near) ??
        currencyOfCells(page, index) ??
        findCurrency(around) ??
        before?.currency ??
        null,
    });
  }
  return read;
}

/** "€6.3 million" in a sentence says nothing about the table below it. */
function withoutAmounts(line: string): string {
  return line.replace(/[\d.,]+\s*(?:thousand|million|billion|mio|mrd|milli\w+)\b\.?/gi, " ");
}

function linesAbove(page: PageRecord, table: Table): string[] {
  const [, top] = table.box;
  return page.lines.filter((line) => line.box[3] <= top + 2).map((line) => line.text);
}

function columnsOf(
  table: Table,
  above: readonly string[],
  before: ReadTable | undefined,
): Pick<ReadTable, "periods" | "heads"> {
  const heads = table.columns.map(({ head }) => head);
  const periods = shareSpans(withCaption(heads.map(readHead), table.caption));
  if (periods.some((period) => period !== null)) return { periods, heads };
  // The second part of a table has no head of its own.
  if (before && before.periods.length === heads.length && before.periods.some(Boolean))
    return { periods: before.periods, heads: before.heads };
  return headsFromLines(heads.length, above, table.caption) ?? { periods, heads };
}

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
function linesBefore(page: PageRecord, table: number): string[] {
  const top = page.rows.find((row) => row.table === table)?.box[1];
  return top === undefined ? [] : page.lines.filter(({ box }) => box[3] <= top + 2).map(({ text }) => text);
}

/** Heads the layout took for text: the nearest line above with a year for every column. */
function headsFromLines(
  columns: number,
  above: readonly string[],
  caption: string,
): Pick<ReadTable, "periods" | "heads"> | null {
  for (const line of [caption, ...above.slice(-4).reverse()]) {
    const cells = line.split(/\s{2,}|\s(?=(?:19|20)\d\d\b)/).filter((cell) => readHead(cell) !== null);
    if (cells.length === 0 || cells.length > columns || cells.length < columns - 1) continue;
    const blank = Array.from({ length: columns - cells.length }, () => "");
    const heads = [...blank, ...cells];
    return { periods: heads.map(readHead), heads };
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
