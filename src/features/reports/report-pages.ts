import { z } from "zod";
import { Failure } from "../../kernel/errors.ts";
import { defineOperation } from "../../kernel/operation.ts";
import { viewerOf } from "../../kernel/viewer.ts";
import type { Database } from "../../platform/db/index.ts";
import type { PdfReader } from "../../platform/pdf/index.ts";
import type { Storage } from "../../platform/storage/index.ts";
import type { PageRecord, PageSummary } from "./layout/index.ts";
import { readPages } from "./read-pages.ts";
import { requireReadReport } from "./read-report.ts";

const PAGES_MAX = 20;
const PAGE_LIST = /^\d{1,5}(-\d{1,5})?(,\d{1,5}(-\d{1,5})?)*$/;
/** The dots per inch of a page as an image. */
export const PAGE_IMAGE_DPI = 110;

const Table = z.object({
  table: z.int().describe("Its index on the page, from 0"),
  caption: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string())).describe("The label first, then one cell per column"),
});

const Page = z
  .object({
    page: z.int(),
    text: z.string(),
    tables: z.array(Table),
    ocr: z.boolean().describe("Read with OCR: check figures on this page"),
  })
  .meta({ id: "ReportPage" });

/** The text and tables of a few pages, for a reader who knows where to look. */
export const readReportPages = ({ db, storage }: { db: Database; storage: Storage }) =>
  defineOperation({
    id: "reports.pages",
    summary: "Read pages of a report",
    guide:
      "Open and show single pages of one report: the text and tables on each page, for example on the pages an answer " +
      "refers to.",
    scope: "reports:read",
    effect: "read",
    price: 1,
    isPageRead: true,
    perSecond: 20,
    rest: { method: "POST", path: "/v1/company_report/pages" },
    mcp: { tool: "read_report_pages", quotes: true },
    input: z.strictObject({
      report_id: z.string().min(1).max(60),
      pages: z
        .string()
        .max(200)
        .regex(PAGE_LIST, "expected page numbers such as 12 or 3,7-9")
        .describe(`Page numbers such as 12 or 3,7-9; at most ${PAGES_MAX} pages`),
    }),
    output: z.object({ report_id: z.string(), file_title: z.string(), pages: z.array(Page) }),
    errors: ["report_not_found", "report_not_ready", "page_not_found", "file_not_readable"],
    examples: [
      { title: "Two pages of a demo report", input: { report_id: "rep_vujzjgh7sqyi", pages: "1-2" } },
    ],
    async run({ caller }, input) {
      const wanted = readPageList(input.pages);
      const report = await requireReadReport(db, viewerOf(caller), input.report_id);
      const pages: z.input<typeof Page>[] = [];
      let last = 0;
      for await (const record of readPages(storage, report.extract_sha256)) {
        last = record.page;
        if (wanted.has(record.page)) pages.push(describePage(record));
        if (pages.length === wanted.size) break;
      }
      if (pages.length === 0)
        throw new Failure("page_not_found", { detail: `The report's last page with text is ${last}.` });
      return { report_id: report.report_id, file_title: report.file_title, pages };
    },
  });

function readPageList(text: string): Set<number> {
  const pages = new Set<number>();
  for (const part of text.split(",")) {
    const [first = 0, last = first] = part.split("-").map(Number);
    if (last < first) throw new Failure("invalid_input", { detail: `pages: ${part} ends before it starts` });
    for (let page = first; page <= last && pages.size <= PAGES_MAX; page++) pages.add(page);
  }
  if (pages.size > PAGES_MAX) {
    throw new Failure("invalid_input", { detail: `pages: expected at most ${PAGES_MAX} pages` });
  }
  return pages;
}

function describePage(record: PageRecord): z.input<typeof Page> {
  const tables = record.tables.map((table, index) => ({
    table: index,
    caption: table.caption,
    columns: table.columns.map(({ head }) => head),
    rows: record.rows.filter((row) => row.table === index).map((row) => tableRow(row, table.columns.length)),
  }));
  return { page: record.page, text: record.text, tables, ocr: record.ocr === true };
}

function tableRow({ label, cells }: PageRecord["rows"][number], columns: number): string[] {
  const texts = Array.from({ length: columns }, () => "");
  for (const { column, text } of cells) texts[column] = text;
  return [label, ...texts];
}

/** A page as an image, for what text does not show: charts, stamps, signatures. */
export const renderReportPage = (tools: { db: Database; storage: Storage; pdf: PdfReader<PageSummary> }) =>
  defineOperation({
    id: "reports.page_image",
    summary: "Get a page of a report as an image",
    guide:
      "Renders one page of a report as a PNG image, base64-encoded. Needs report_id and the page number.",
    scope: "reports:read",
    effect: "read",
    price: 1,
    isPageRead: true,
    perSecond: 10,
    rest: { method: "POST", path: "/v1/company_report/page_image", alsoGet: true },
    mcp: false,
    input: z.strictObject({
      report_id: z.string().min(1).max(60),
      page: z.coerce.number().int().min(1).max(100_000),
    }),
    output: z.object({
      report_id: z.string(),
      page: z.int(),
      width: z.int(),
      height: z.int(),
      dpi: z.int().describe("Pixels per inch; boxes are in points, 72 per inch"),
      media_type: z.literal("image/png"),
      base64: z.string(),
    }),
    errors: ["report_not_found", "report_not_ready", "page_not_found", "file_not_readable"],
    examples: [
      { title: "The first page of a demo report", input: { report_id: "rep_vujzjgh7sqyi", page: 1 } },
    ],
    async run({ caller }, { report_id, page }) {
      const report = await requireReadReport(tools.db, viewerOf(caller), report_id);
      const rendered = await tools.storage.withLocalFile(report.file_sha256, (file) =>
        tools.pdf.renderPage(file, page, { dpi: PAGE_IMAGE_DPI }),
      );
      if (rendered.outcome === "failed") throw new Failure("page_not_found", { detail: rendered.detail });
      const { width, height, png } = rendered;
      const base64 = Buffer.from(png).toString("base64");
      return {
        report_id,
        page,
        width,
        height,
        dpi: PAGE_IMAGE_DPI,
        media_type: "image/png" as const,
        base64,
      };
    },
  });
