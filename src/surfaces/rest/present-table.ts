import { TABLE_FORMATS, type Table, type TableFormat } from "../../kernel/table.ts";
import type { Workbook } from "../../kernel/workbook.ts";
import { TABLE_MEDIA, writeTable } from "../../platform/tables/index.ts";
import { WORKBOOK_MEDIA, writeWorkbook } from "../../platform/workbooks/index.ts";

/** The table format that `Accept` prefers to JSON; undefined for JSON. */
export function requestedFormat(accept: string | undefined): TableFormat | undefined {
  const preferred = preferredType(accept);
  return TABLE_FORMATS.find((format) => bareType(TABLE_MEDIA[format].type) === preferred);
}

export const isWorkbookRequested = (accept: string | undefined) => preferredType(accept) === WORKBOOK_MEDIA;

function preferredType(accept: string | undefined): string | undefined {
  const [first] = (accept ?? "")
    .split(",")
    .map((part) => readPart(part))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  return first?.type;
}

function readPart(part: string): { type: string; weight: number } {
  const [type = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  return { type, weight: quality === undefined ? 1 : Number(quality) };
}

export function bareType(type: string): string {
  return type.split(";")[0] ?? type;
}

export async function presentWorkbook(workbook: Workbook): Promise<PresentedTable> {
  return { type: WORKBOOK_MEDIA, body: Buffer.from(await writeWorkbook(workbook)) };
}

export interface PresentedTable {
  type: string;
  body: Buffer;
}

/** A single answer is small enough to be sent at once. */
export async function presentTable(format: TableFormat, table: Table): Promise<PresentedTable> {
  const pieces: Uint8Array[] = [];
  await writeTable(format, table, async (piece) => {
    pieces.push(piece);
  });
  return { type: TABLE_MEDIA[format].type, body: Buffer.concat(pieces) };
}
