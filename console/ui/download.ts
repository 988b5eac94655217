type Cell = string | number | null;

/** Rows as CSV (RFC 4180); text that a spreadsheet would run as a formula is neutralised. */
export function toCsv(rows: readonly Record<string, Cell>[]): string {
  const [first] = rows;
  if (!first) return "";
  const names = Object.keys(first);
  const lines = rows.map((row) => names.map((name) => writeCell(row[name] ?? null)).join(","));
  return `${[names.join(","), ...lines].join("\r\n")}\r\n`;
}

function writeCell(value: Cell): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const plain = /^[=+\-@＝＋－＠\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

export function saveFile(name: string, type: string, content: string | Blob): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
