import { contentTermsOf, rereads } from "../../answers/index.ts";
import type { PageRecord } from "../../reports/index.ts";
import type { FieldSource } from "./field-source.ts";
import { notFound, type Reading } from "./reading.ts";

const PAGES_CONSIDERED = 4;
const ROWS_MAX = 60;
const ROWS_MIN = 2;
const CONFIDENCE = 0.5;
/** A table is relevant when it, or the text above it, contains most of the words. */
const COVERAGE_MIN = 0.5;
const LINES_ABOVE = 4;
/** A column with a longer header is running text next to a table. */
const HEADER_LENGTH_MAX = 80;

type Table = PageRecord["tables"][number];

/**
 * The table closest to the field, with every number verified on the page; a cell that cannot be verified is
 * null.
 */
export function readTableField(label: string, source: FieldSource): Reading {
  let best: { page: PageRecord; table: Table; index: number; score: number } | null = null;
  for (const page of source.reader.findPages(label, PAGES_CONSIDERED)) {
    for (const [index, table] of page.tables.entries()) {
      if (table.columns.some(({ head }) => head.length > HEADER_LENGTH_MAX)) continue;
      const score = coverage(label, page, { table, index });
      if (score >= COVERAGE_MIN && score > (best?.score ?? 0)) best = { page, table, index, score };
    }
  }
  if (!best) return notFound(`The report has no table about ${label}`);
  const { page, table, index } = best;
  const rows = page.rows.filter((row) => row.table === index && row.label !== "").slice(0, ROWS_MAX);
  if (rows.length < ROWS_MIN) return notFound(`The report has no table about ${label}`);
  const heads = table.columns.map(({ head }, at) => head || `column ${at + 1}`);
  const value = rows.map((row) => ({
    label: row.label,
    ...Object.fromEntries(row.cells.map((cell) => [heads[cell.column] ?? "", readCell(page, cell)])),
  }));
  const about = {
    verdict: "quoted" as const,
    confidence: CONFIDENCE,
    unit: null,
    period: null,
    page: page.page,
    box: [...table.box],
    quote:
      table.caption ||
      rows
        .map((row) => row.label)
        .slice(0, 3)
        .join("; "),
    expression: null,
    claim_ids: [],
    operands: [],
  };
  return { found: true, value, about, claims: [] };
}

function readCell(
  page: PageRecord,
  cell: PageRecord["rows"][number]["cells"][number],
): string | number | null {
  if (cell.kind === "text") return cell.text;
  if (cell.kind === "nil") return 0;
  return cell.value !== null && rereads(page, cell.box, cell.value) ? cell.value : null;
}

function coverage(
  label: string,
  page: PageRecord,
  { table, index }: { table: Table; index: number },
): number {
  const above = page.lines.filter(({ box }) => box[3] <= table.box[1] + 2).slice(-LINES_ABOVE);
  const labels = page.rows.filter((row) => row.table === index).map((row) => row.label);
  const near = [table.caption, ...above.map(({ text }) => text), ...labels].join(" ");
  const around = new Set(contentTermsOf(near));
  const wanted = contentTermsOf(label);
  return wanted.length === 0 ? 0 : wanted.filter((word) => around.has(word)).length / wanted.length;
}
