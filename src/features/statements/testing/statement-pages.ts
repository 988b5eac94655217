import type { PageRecord } from "../../reports/index.ts";
import { transformPage } from "../../reports/layout/page-transform.ts";
import { at, endingAt, PAGE } from "../../reports/layout/testing/page-builder.ts";

const LINE = 14;
const TOP = 40;
/** Figures end here, the last column furthest to the right. */
const ENDS = [340, 400, 480, 560];

type Row = [label: string, ...figures: string[]];

/** A page with lines above a table; a head may have several lines; a row without figures is a heading. Laid out by the reader's own code. */
export function makePage(number: number, lines: readonly string[], heads: string[], rows: Row[]): PageRecord {
  const place = (figures: readonly string[], y: number) =>
    figures.flatMap((figure, column) => {
      const x = ENDS.slice(-figures.length)[column] ?? 0;
      return figure === "" ? [] : endingAt(x, y, figure);
    });
  let y = TOP;
  const words = lines.flatMap((line) => {
    y += LINE;
    return at(50, y, line);
  });
  const headLines = heads.map((head) => head.split("\n"));
  for (let at = 0; at < Math.max(1, ...headLines.map(({ length }) => length)); at++) {
    y += LINE;
    words.push(
      ...place(
        headLines.map((own) => own[at] ?? ""),
        y,
      ),
    );
  }
  for (const [label, ...figures] of rows) {
    y += LINE;
    words.push(...(label === "" ? [] : at(50, y, label)), ...place(figures, y));
  }
  const page = { number, ...PAGE, words, ocr: false };
  const { body } = transformPage(page as Parameters<typeof transformPage>[0], null);
  // Written by the very code that makes such records.
  return JSON.parse(body.toString()) as PageRecord;
}

/** An income statement in which every column is multiplied, so that columns and entities can be distinguished. */
export function incomeRows(...factors: number[]): [string, ...string[]][] {
  const rows: [string, number][] = [
    ["Revenue", 1_000],
    ["Cost of sales", 600],
    ["Gross profit", 400],
    ["Administrative expenses", 250],
    ["Profit before tax", 150],
    ["Income tax expense", 50],
    ["Profit for the year", 100],
  ];
  return rows.map(([label, amount]): [string, ...string[]] => [
    label,
    ...factors.map((factor) => String(amount * factor)),
  ]);
}
