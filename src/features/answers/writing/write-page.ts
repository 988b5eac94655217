import type { PageRecord } from "../../reports/index.ts";

const written = new WeakMap<PageRecord, string>();

/** A page as text for a model: in reading order, tables as numbered rows of cells under their headings. */
export function writePage(page: PageRecord): string {
  const known = written.get(page);
  if (known !== undefined) return known;
  const text = write(page);
  // A report is asked more than once, and most of its pages are weighed for every question.
  written.set(page, text);
  return text;
}

function write(page: PageRecord): string {
  const pieces = page.blocks.map(({ kind, text, table }) =>
    kind === "table" && table !== null
      ? (writeTable(page, table, text) ?? text)
      : kind === "heading"
        ? `# ${text}`
        : text,
  );
  return pieces.length === 0 ? page.text : pieces.join("\n");
}

function writeTable(page: PageRecord, at: number, printed: string): string | null {
  const table = page.tables[at];
  // A row's number is its place among all rows of the page: cells are referred to by it.
  const rows = page.rows.flatMap((row, index) => (row.table === at ? { ...row, number: index + 1 } : []));
  if (!table || rows.length === 0) return null;
  const heads = table.columns.map(({ head }) => head);
  const lines: string[] = [];
  let section: string | null = null;
  for (const row of rows) {
    if (row.section !== section && row.section) lines.push(`[${row.section}]`);
    section = row.section;
    const byColumn = heads.map((_head, column) =>
      row.cells
        .filter((cell) => cell.column === column)
        .map(({ text }) => text)
        .join(" "),
    );
    lines.push([`r${row.number} ${row.label}`, ...byColumn].join(" | "));
  }
  const grid = [...(table.caption ? [table.caption] : []), ["", ...heads].join(" | "), ...lines].join("\n");
  return [...findUnwritten(printed, grid), grid].join("\n");
}

/** Lines of a table that are neither row nor heading of a column, such as what is printed above several columns. */
function findUnwritten(printed: string, grid: string): string[] {
  const inGrid = new Set(wordsOf(grid));
  return printed.split("\n").filter((line) => wordsOf(line).some((word) => !inGrid.has(word)));
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\d]+/gu) ?? [];
