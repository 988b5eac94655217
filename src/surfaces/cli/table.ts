/** Rows as aligned columns for a terminal. */
export function renderTable(rows: readonly Record<string, unknown>[], empty: string): string {
  const [first] = rows;
  if (!first) return empty;
  const columns = Object.keys(first);
  const cells = rows.map((row) => columns.map((column) => show(row[column])));
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...cells.map((row) => row[index]?.length ?? 0)),
  );
  const line = (values: readonly string[]) =>
    values
      .map((value, index) => value.padEnd(widths[index] ?? 0))
      .join("  ")
      .trimEnd();
  return [line(columns), line(widths.map((width) => "─".repeat(width))), ...cells.map(line)].join("\n");
}

function show(value: unknown): string {
  if (value === null || value === undefined) return "–";
  if (Array.isArray(value)) return value.join(" ");
  if (typeof value === "number") return value.toLocaleString("en-US");
  return String(value);
}
