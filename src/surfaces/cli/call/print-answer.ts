import { writeTable } from "../../../platform/tables/index.ts";
import { renderTable } from "../table.ts";

const CELL_CHARACTERS_MAX = 60;

/** Formats an answer for people: lists of records as tables, single records as lines, the rest as JSON. */
export function printAnswer(data: unknown): string {
  if (isRecords(data)) return renderTable(data.map(flattenRecord), "No results.");
  if (!isRecord(data)) return typeof data === "string" ? data : JSON.stringify(data, null, 2);
  const [lists, values] = partition(
    Object.entries(data),
    ([, value]) => isRecords(value) && value.length > 0,
  );
  const plain = values.map(([name, value]) => ({ field: name, value: showCell(value, 2_000) }));
  return [
    ...(plain.length > 0 ? [renderTable(plain, "")] : []),
    ...lists.map(([name, rows]) => `${name}\n${renderTable((rows as object[]).map(flattenRecord), "")}`),
  ].join("\n\n");
}

/** The records of an answer as CSV, or null when it has none or more than one list. */
export async function printCsv(data: unknown): Promise<string | null> {
  const lists = isRecord(data) ? Object.values(data).filter(isRecords) : [data].filter(isRecords);
  const [rows] = lists;
  if (!rows || lists.length > 1) return null;
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const pieces: Uint8Array[] = [];
  const table = { columns: names.map((name) => ({ name, type: "text" as const })), rows: rows.map(toCells) };
  await writeTable("csv", table, async (piece) => void pieces.push(piece));
  return Buffer.concat(pieces).toString("utf8").trimEnd();
}

const toCells = (row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value !== null && typeof value === "object" ? JSON.stringify(value) : value,
    ]),
  );

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

const isRecords = (value: unknown): value is Record<string, unknown>[] =>
  Array.isArray(value) && value.every(isRecord);

function flattenRecord(record: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, showCell(value, CELL_CHARACTERS_MAX)]),
  );
}

function showCell(value: unknown, charactersMax: number): string {
  if (value === null || value === undefined) return "–";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > charactersMax ? `${line.slice(0, charactersMax - 1)}…` : line;
}

function partition<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}
