import type { PageRecord } from "../layout/index.ts";

type Row = PageRecord["rows"][number];

/** A page as Markdown: headings, paragraphs and tables in reading order, with its number as a comment. */
export function pageToMarkdown(page: PageRecord): string {
  const parts = page.blocks.map((block) => {
    if (block.kind === "heading")
      return `${"#".repeat(Math.min(6, (block.level ?? 1) + 1))} ${oneLine(block.text)}`;
    if (block.kind === "table" && block.table !== null) return tableToMarkdown(page, block.table);
    return oneLine(block.text);
  });
  return `<!-- page ${page.page} -->\n\n${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function tableToMarkdown(page: PageRecord, index: number): string {
  const lines = tableLines(page, index);
  const [head, ...body] = lines;
  if (!head) return "";
  const print = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(" | ")} |`;
  return [print(head), print(head.map(() => "---")), ...body.map(print)].join("\n");
}

/** A table as CSV, RFC 4180. */
export function tableToCsv(page: PageRecord, index: number): string {
  const quote = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return `${tableLines(page, index)
    .map((cells) => cells.map(quote).join(","))
    .join("\r\n")}\r\n`;
}

/** Headers first, then each row with its label; cells keep their column, empty where the row has none. */
export function tableLines(page: PageRecord, index: number): string[][] {
  const table = page.tables[index];
  if (!table) return [];
  const heads = ["", ...table.columns.map(({ head }) => head)];
  const rows = page.rows.filter((row) => row.table === index);
  return [heads, ...rows.map((row) => rowCells(row, table.columns.length))];
}

function rowCells(row: Row, columns: number): string[] {
  const cells = new Array<string>(columns).fill("");
  for (const cell of row.cells)
    cells[cell.column] = [cells[cell.column], cell.text].filter(Boolean).join(" ");
  return [row.label, ...cells];
}

const oneLine = (text: string) => text.replace(/\s*\n\s*/g, " ").trim();
const escapeCell = (text: string) => oneLine(text).replaceAll("|", "\\|");
