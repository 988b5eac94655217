import type { PageRecord } from "../reports/index.ts";

type Box = [number, number, number, number];

const LINE = 14;
const COLUMNS = [300, 400, 500];

/** A page as the digest produces it: a title, a unit, column headers, and rows of a label with figures. */
export function makeStatementPage(
  page: number,
  title: string,
  heads: string[],
  rows: [string, ...string[]][],
): PageRecord {
  const lines = [title, "(In millions)", heads.join("  "), ...rows.map((row) => row.join("  "))];
  const y = (row: number) => 60 + (row + 3) * LINE;
  const cellBox = (row: number, column: number): Box => [
    COLUMNS[column] ?? 0,
    y(row),
    (COLUMNS[column] ?? 0) + 40,
    y(row) + 10,
  ];
  return {
    page,
    width: 612,
    height: 792,
    text: lines.join("\n"),
    blocks: [
      {
        kind: "heading",
        level: 1,
        text: title,
        first_line: 0,
        last_line: 0,
        table: null,
        box: [40, 60, 500, 70],
      },
      {
        kind: "table",
        level: null,
        text: lines.slice(1).join("\n"),
        first_line: 1,
        last_line: lines.length - 1,
        table: 0,
        box: [40, 74, 560, 700],
      },
    ],
    lines: lines.map((text, at) => ({ text, box: [40, 60 + at * LINE, 560, 70 + at * LINE] })),
    tables: [
      {
        caption: "(In millions)",
        columns: heads.map((head, at) => ({ head, x0: COLUMNS[at] ?? 0, x1: (COLUMNS[at] ?? 0) + 40 })),
        first_row: 0,
        last_row: rows.length - 1,
        box: [40, 60 + 2 * LINE, 560, 700],
      },
    ],
    rows: rows.map(([label, ...cells], at) => ({
      label,
      section: null,
      table: 0,
      box: [40, y(at), 560, y(at) + 10],
      cells: cells.map((text, column) => ({
        text,
        kind: "number" as const,
        value: (text.startsWith("(") ? -1 : 1) * Number(text.replace(/[^\d.]/g, "")),
        percent: false,
        column,
        box: cellBox(at, column),
      })),
    })),
    words: rows.flatMap(([label, ...cells], at) => [
      { text: label, box: [40, y(at), 200, y(at) + 10] as Box },
      ...cells.map((text, column) => ({ text, box: cellBox(at, column) })),
    ]),
  };
}

/** A page of plain text. */
export function makeTextPage(page: number, text: string): PageRecord {
  const box: Box = [72, 72, 540, 720];
  return {
    page,
    width: 612,
    height: 792,
    text,
    blocks: [{ kind: "text", level: null, text, first_line: 0, last_line: 0, table: null, box }],
    lines: [{ text, box }],
    tables: [],
    rows: [],
    words: text.split(/\s+/).map((word, at) => ({ text: word, box: wordBox(at) })),
  };
}

const WORDS_A_LINE = 8;

/** Words in lines of equal length, inside the box of a page of text. */
function wordBox(at: number): Box {
  const [column, line] = [at % WORDS_A_LINE, Math.floor(at / WORDS_A_LINE)];
  const [x, y] = [76 + column * 56, 76 + line * LINE];
  return [x, y, x + 50, y + 10];
}

/** A page of text under headings. */
export function makeHeadedPage(
  page: number,
  sections: readonly [heading: string, text: string][],
): PageRecord {
  const whole = makeTextPage(page, sections.flat().join("\n"));
  let at = 0;
  const parts = sections.flat().map((text, index) => {
    const words = text.split(/\s+/).map((word, place) => ({ text: word, box: wordBox(at + place) }));
    const [top, bottom] = [words[0]?.box[1] ?? 0, words.at(-1)?.box[3] ?? 0];
    // The next part begins on a line of its own.
    at = Math.ceil((at + words.length) / WORDS_A_LINE) * WORDS_A_LINE;
    const isHeading = index % 2 === 0;
    const kind: "heading" | "text" = isHeading ? "heading" : "text";
    const box: Box = [72, top, 540, bottom];
    const level = isHeading ? (index === 0 ? 2 : 3) : null;
    return { words, block: { kind, level, text, first_line: index, last_line: index, table: null, box } };
  });
  return {
    ...whole,
    blocks: parts.map(({ block }) => block),
    lines: parts.map(({ block: { text, box } }) => ({ text, box })),
    words: parts.flatMap(({ words }) => words),
  };
}
