import { z } from "zod";

/** One page of a report as its JSON Lines file holds it. Boxes are left, top, right, bottom in points. */
const BoxRecord = z.tuple([z.number(), z.number(), z.number(), z.number()]);

const CellRecord = z.object({
  text: z.string(),
  kind: z.enum(["number", "nil", "text"]),
  /** Null for text; zero for nil. */
  value: z.number().nullable(),
  percent: z.boolean(),
  /** Position in the table's `columns`. */
  column: z.int(),
  box: BoxRecord,
});

const RowRecord = z.object({
  label: z.string(),
  section: z.string().nullable(),
  table: z.int(),
  cells: z.array(CellRecord),
  box: BoxRecord,
});

const TableRecord = z.object({
  caption: z.string(),
  columns: z.array(z.object({ head: z.string(), x0: z.number(), x1: z.number() })),
  first_row: z.int(),
  last_row: z.int(),
  box: BoxRecord,
});

const BlockRecord = z.object({
  kind: z.enum(["heading", "text", "table"]),
  level: z.int().nullable(),
  text: z.string(),
  first_line: z.int(),
  last_line: z.int(),
  table: z.int().nullable(),
  box: BoxRecord,
});

export const PageRecord = z.object({
  page: z.int().positive(),
  width: z.number(),
  height: z.number(),
  ocr: z.literal(true).optional().describe("Read from a picture: figures on it deserve a second look"),
  text: z.string(),
  blocks: z.array(BlockRecord),
  lines: z.array(z.object({ text: z.string(), box: BoxRecord })),
  tables: z.array(TableRecord),
  rows: z.array(RowRecord),
  words: z.array(z.object({ text: z.string(), box: BoxRecord })),
});

export type PageRecord = z.infer<typeof PageRecord>;

/** What the service itself reads of each page; everything else stays in the file. */
/** Why the words of a page are not its text. */
const PAGE_PROBLEMS = ["garbled_text", "image_only"] as const;

export const PageSummary = z.object({
  problem: z.enum(PAGE_PROBLEMS).optional(),
  lines: z.int(),
  tables: z.int(),
  rows: z.int(),
  chunks: z.array(
    z.object({
      index: z.int().nonnegative(),
      page: z.int().positive(),
      box: BoxRecord,
      heading: z.string().nullable(),
      kind: z.enum(["text", "table"]),
      text: z.string(),
    }),
  ),
});

export type PageSummary = z.infer<typeof PageSummary>;
