/** Reads comma-separated text as the public registers publish it: quotes, doubled quotes, line breaks inside quotes. */
export function readCsv(text: string): Record<string, string>[] {
  const [header, ...lines] = splitRecords(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  if (!header) return [];
  const names = header.map((name) => name.trim());
  return lines.map((cells) =>
    Object.fromEntries(names.map((name, column) => [name, (cells[column] ?? "").trim()])),
  );
}

const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy;

function splitRecords(text: string): string[][] {
  const records: string[][] = [];
  let cells: string[] = [];
  CELL.lastIndex = 0;
  while (CELL.lastIndex < text.length) {
    const at = CELL.lastIndex;
    const match = CELL.exec(text);
    if (!match) throw new Error(`unreadable cell at character ${at}`);
    const [, quoted, plain = "", end] = match;
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ",") continue;
    records.push(cells);
    cells = [];
  }
  return records;
}
