import { describe, expect, it } from "vitest";
import { PageRecord } from "../src/features/reports/layout/index.ts";
import { scanPages } from "../src/platform/ocr/testing/scan-page.ts";
import { buildPdf, mapLetters, text } from "../src/platform/pdf/testing/pdf-builder.ts";
import { startTestApp } from "./app.ts";
import { waitUntilDigested } from "./wait-for-reports.ts";

const REPORT = "demo/fictional/reports/haldrewick-annual-report-2025.pdf";
const STATEMENT_PAGE = 9;
const PROSE_PAGE = 3;

async function digest(scan: Buffer<ArrayBuffer>, options: { ocr: boolean }) {
  const app = await startTestApp({ rate_factor: 100, ...options });
  const { key } = await app.addAccount();
  const form = new FormData();
  form.set("title", "Annual Report 2025");
  form.set("file", new Blob([scan]), "scan.pdf");
  const uploaded = await app.call("POST", "/v1/company_report/upload", { key, form });
  const { report_id } = uploaded.json.data;
  await waitUntilDigested(app, report_id);
  const url = `/v1/company_report/certificate?report_id=${report_id}`;
  const { certificate } = (await app.call("GET", url, { key })).json.data;
  const body = { report_id: [report_id], option: ["extract", "embedding"], inline: true };
  const files = (await app.call("POST", "/v1/company_report/file_list", { key, body })).json.data;
  const pages = files.file_list_extract[0].pages.map((page: unknown) => PageRecord.parse(page));
  return { certificate, pages: pages as PageRecord[], chunks: files.file_list_embedding[0].chunks };
}

/** A page whose letters look right and mean others, as fonts without a mapping give them. */
const garbledPdf = () => {
  const line = "abcdefg hijklmn bcdfghj klmnpqr stuvabc dcbahgf nmlkjih";
  const content = Array.from({ length: 12 }, (_, at) => text(72, 700 - at * 20, line)).join("");
  return buildPdf({ pages: [{ content }], ...mapLetters("bcdfghjklmnpqrstvwxzbc") });
};

describe("a report whose text is nonsense", () => {
  it("is incomplete when OCR is disabled, and says why", async () => {
    const { certificate } = await digest(Buffer.from(garbledPdf()), { ocr: false });
    expect(certificate).toMatchObject({ complete: false, pages_by_ocr: [] });
    expect(certificate.pages_failed).toMatchObject([{ page: 1, reason: "garbled_text" }]);
  });

  it("is read from the image of its page when OCR is enabled", async () => {
    const { certificate, pages } = await digest(Buffer.from(garbledPdf()), { ocr: true });
    expect(certificate).toMatchObject({ complete: true, pages_by_ocr: [1], pages_failed: [] });
    expect(pages[0]?.text).toContain("abcdefg");
  });
});

describe("a scanned report", () => {
  it("is read by OCR when that is enabled, and is marked, in order, with whole rows", async () => {
    const scan = await scanPages(REPORT, [PROSE_PAGE, STATEMENT_PAGE]);
    const { certificate, pages, chunks } = await digest(Buffer.from(scan), { ocr: true });
    expect(certificate).toMatchObject({
      page_count: 2,
      pages_read: 2,
      pages_by_ocr: [1, 2],
      pages_without_text: [],
      complete: true,
    });
    expect(certificate.parser_version).toContain("tesseract");
    expect(pages.map(({ page, ocr }) => [page, ocr])).toEqual([
      [1, true],
      [2, true],
    ]);
    const statement = pages[1];
    const row = statement?.rows.find(({ label }) => label.startsWith("Depreciation and amortisation"));
    expect(row?.cells.map(({ value }) => value)).toEqual([-255.3, -241.9]);
    // Boxes are in points on the page, so they mark the same place as in the original.
    expect(row?.box[1]).toBeGreaterThan(200);
    expect(row?.box[3]).toBeLessThan(statement?.height ?? 0);
    expect(chunks.map(({ chunk_id }: { chunk_id: string }) => Number(chunk_id.split("#")[1]))).toEqual(
      chunks.map((_: unknown, index: number) => index),
    );
    expect(certificate.chunks).toBe(chunks.length);
  });

  it("is incomplete without OCR when only some of its pages are images", async () => {
    const content = Array.from({ length: 30 }, (_, at) =>
      text(72, 720 - at * 20, "The board approved the accounts of the year on the first day of March."),
    ).join("");
    const scan = await scanPages(REPORT, [STATEMENT_PAGE], [{ content }, { content }, { content }]);
    const { certificate } = await digest(Buffer.from(scan), { ocr: false });
    expect(certificate).toMatchObject({ page_count: 4, pages_without_text: [1], complete: false });
    expect(certificate.pages_failed).toMatchObject([{ page: 1, reason: "image_only" }]);
    expect(certificate.chunks).toBeGreaterThan(0);
  });

  it("is incomplete when OCR is disabled, and says how to enable it", async () => {
    const scan = await scanPages(REPORT, [STATEMENT_PAGE]);
    const { certificate, pages } = await digest(Buffer.from(scan), { ocr: false });
    expect(certificate).toMatchObject({
      pages_by_ocr: [],
      pages_without_text: [1],
      chunks: 0,
      complete: false,
    });
    expect(certificate.pages_failed).toMatchObject([
      { page: 1, reason: "image_only", detail: expect.stringContaining("FLORIN_OCR=on") },
    ]);
    expect(pages[0]?.ocr).toBeUndefined();
  });
});
