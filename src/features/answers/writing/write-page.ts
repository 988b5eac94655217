import type { PageRecord } from "../../reports/index.ts";

/** A page as text for a model: in reading order, tables as numbered rows of cells under their headings. */
export function writePage(page: PageRecord): string {
  const pieces = page.blocks.map(({ kind, text, table }) =>
    kind === "table" && table !== null
      ? (writeTable(page, table) ?? text)
      : kind === "heading"
        ? `# ${text}`
        : text,
  );
  return pieces.length === 0 ? page.text : pieces.join("\n");
}

function writeTable(page: PageRecord, at: number): string | null {
  const table = page.tables[at];
  // A row's number is its place among all rows of the page: cells are referred to by it.
  const rows = page.rows.flatMap((row, index) => (row.table === at ? { ...row, number: index + 1 } : []));
  if (!table || rows.length === 0) return null;
  const heads = table.columns.map(({ head }) => head);
  const lines = rows.map(({ label, cells, number }) => {
    const byColumn = heads.map((_head, column) =>
      cells
        .filter((cell) => cell.column === column)
        .map(({ text }) => text)
        .join(" "),
    );
    return [`r${number} ${label}`, ...byColumn].join(" | ");
  });
  return [...(table.caption ? [table.caption] : []), ["", ...heads].join(" | "), ...lines].join("\n");
}
