import { afterAll, expect, it } from "vitest";
import { openOcr } from "../../../platform/ocr/index.ts";
import { scanPages } from "../../../platform/ocr/testing/scan-page.ts";
import { testFolder, testReader } from "../../../platform/pdf/testing/test-reader.ts";
import { type PageSummary, reportPages } from "../layout/index.ts";
import { ScannedPages } from "./read-scanned.ts";

const REPORT = "demo/fictional/reports/haldrewick-annual-report-2025.pdf";
const pdf = testReader<PageSummary>(reportPages.module, { pixelsMax: 10_000_000 });
const file = testFolder();

it("lists the scanned pages that OCR gave up on", async () => {
  const ocr = openOcr({ transform: reportPages, pageCpuSecondsMax: 0.001 });
  afterAll(() => ocr.close());
  const scan = file("scan.pdf", await scanPages(REPORT, [3]));
  const scanned = new ScannedPages({ pdf, ocr }, scan, { signal: AbortSignal.timeout(60_000) });
  await pdf.read(scan, { onPage: async (page) => void (await scanned.readIfScanned(page)) });
  expect(scanned.pages).toEqual([]);
  expect(scanned.listUnread(1)).toEqual([
    { page: 1, reason: "image_only", detail: "The page is an image without text. OCR did not read it." },
  ]);
});
