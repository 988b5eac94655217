import type { Cell, WriteSheet } from "hucre/xlsx";
import type { Workbook, WorkbookCell, WorkbookSheet } from "../../kernel/workbook.ts";

export const WORKBOOK_MEDIA = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const NAME_LENGTH_MAX = 31;
const LINKS_MAX = 65_000;
const COMMENT_LENGTH_MAX = 1_000;
const TEXT_LENGTH_MAX = 32_000;

/** The workbook as a file. Texts are written as strings, whatever they begin with. */
export async function writeWorkbook({ sheets }: Workbook): Promise<Uint8Array> {
  // Loaded when the first workbook is written: most services never write one.
  const { writeXlsx } = await import("hucre/xlsx");
  const names = new Set<string>();
  return writeXlsx({
    sheets: (sheets.length > 0 ? sheets : [EMPTY]).map((sheet) =>
      toSheet(sheet, uniqueName(sheet.name, names)),
    ),
  });
}

const EMPTY: WorkbookSheet = { name: "Empty", widths: [], frozen: { rows: 0, columns: 0 }, rows: [] };

/** Spreadsheets allow 31 characters, none of a few, and no name twice. */
function uniqueName(wanted: string, names: Set<string>): string {
  const clean =
    storable(wanted)
      .replaceAll(/[[\]:*?/\\']/g, " ")
      .trim() || "Sheet";
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? "" : ` ${number}`;
    const name = `${clean.slice(0, NAME_LENGTH_MAX - suffix.length)}${suffix}`;
    if (names.has(name.toLowerCase())) continue;
    names.add(name.toLowerCase());
    return name;
  }
}

function toSheet({ widths, frozen, rows }: WorkbookSheet, name: string): WriteSheet {
  const cells = new Map<string, Partial<Cell>>();
  let links = 0;
  for (const [row, line] of rows.entries()) {
    for (const [column, cell] of line.entries()) {
      const mayLink = cell.link !== undefined && links++ < LINKS_MAX;
      cells.set(`${row},${column}`, toCell(cell, mayLink));
    }
  }
  return {
    name,
    columns: widths.map((width) => ({ width })),
    rows: rows.map((line) => line.map(({ value }) => (typeof value === "string" ? storable(value) : value))),
    cells,
    ...(frozen.rows > 0 || frozen.columns > 0 ? { freezePane: frozen } : {}),
  };
}

function toCell(
  { value, format, link, comment, bold, indent }: WorkbookCell,
  mayLink: boolean,
): Partial<Cell> {
  return {
    value: typeof value === "string" ? storable(value) : value,
    type: value === null ? "empty" : typeof value === "number" ? "number" : "string",
    style: {
      ...(format === undefined ? {} : { numFmt: format }),
      ...(bold ? { font: { bold: true } } : {}),
      ...(indent ? { alignment: { indent } } : {}),
    },
    ...(mayLink && link !== undefined ? { hyperlink: { target: link } } : {}),
    ...(comment === undefined
      ? {}
      : { comment: { author: "Florin", text: storable(comment).slice(0, COMMENT_LENGTH_MAX) } }),
  };
}

/** XML allows no control characters. */
function storable(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, (letter) => (letter === "\n" || letter === "\t" ? letter : " "))
    .slice(0, TEXT_LENGTH_MAX);
}
