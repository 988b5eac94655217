import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openPdfReader } from "../../../platform/pdf/index.ts";
import { buildPdf, text } from "../../../platform/pdf/testing/pdf-builder.ts";
import { PageRecord, type PageSummary, reportPages } from "./index.ts";

const folder = mkdtempSync(path.join(tmpdir(), "layout-test-"));
const reader = openPdfReader({
  transform: reportPages,
  workersMax: 1,
  cpuSecondsMax: 30,
  memoryMegabytesMax: 500,
  pagesMax: 10,
  charactersMax: 100_000,
  pixelsMax: 1_000_000,
});
afterAll(async () => {
  await reader.close();
  rmSync(folder, { recursive: true });
});

/** Figures of ten points, set so that they end at the given place. */
const figure = (end: number, y: number, digits: string) => text(end - digits.length * 5.2, y, digits);
const statementRow = (y: number, label: string, first: string, second: string) =>
  text(60, y, label) + figure(420, y, first) + figure(520, y, second);

async function readReport(pages: string[]): Promise<{ summaries: PageSummary[]; records: PageRecord[] }> {
  const file = path.join(folder, "report.pdf");
  writeFileSync(file, buildPdf({ pages: pages.map((content) => ({ content })) }));
  const summaries: PageSummary[] = [];
  const records: PageRecord[] = [];
  const reading = await reader.read(file, {
    onPage({ result, body }) {
      summaries.push(result);
      records.push(PageRecord.parse(JSON.parse(Buffer.from(body).toString())));
    },
  });
  expect(reading).toMatchObject({ outcome: "ok", pagesRead: pages.length });
  return { summaries, records };
}

const balanceSheet =
  text(60, 740, "Consolidated Balance Sheets", { font: "F2", size: 14 }) +
  text(60, 720, "(In millions)") +
  figure(420, 720, "2024") +
  figure(520, 720, "2023") +
  statementRow(704, "Cash and cash equivalents", "1,234", "1,100") +
  statementRow(690, "Goodwill", "(56)", "78") +
  statementRow(676, "Total assets", "1,178", "1,178");

describe("a report read by the PDF reader", () => {
  it("yields rows with their columns, each at its printed place", async () => {
    const { records } = await readReport([balanceSheet]);
    const [page] = records;
    expect(page).toMatchObject({ page: 1, width: 612, height: 792 });
    expect(page?.tables[0]).toMatchObject({
      caption: "(In millions)",
      columns: [{ head: "2024" }, { head: "2023" }],
    });
    expect(page?.rows.map(({ label, cells }) => [label, ...cells.map(({ value }) => value)])).toEqual([
      ["Cash and cash equivalents", 1_234, 1_100],
      ["Goodwill", -56, 78],
      ["Total assets", 1_178, 1_178],
    ]);
    const [, top = 0, right = 0, bottom = 0] = page?.rows[1]?.cells[0]?.box ?? [];
    // The baseline is at 690 from below, so at 102 from above, and the figure ends at 420.
    expect(top).toBeLessThan(102);
    expect(bottom).toBeGreaterThan(102);
    expect(Math.abs(right - 420)).toBeLessThan(6);
  });

  it("yields chunks under their headings, numbered from page to page", async () => {
    const prose = text(60, 700, "Liquidity remained strong. We repaid debt of 500 during the year.");
    const { summaries } = await readReport([balanceSheet, prose]);
    expect(summaries.flatMap(({ chunks }) => chunks)).toMatchObject([
      {
        index: 0,
        page: 1,
        kind: "table",
        heading: "Consolidated Balance Sheets",
        text: expect.stringContaining(
          "(In millions) | 2024 | 2023\nCash and cash equivalents | 1,234 | 1,100",
        ),
      },
      { index: 1, page: 2, kind: "text", heading: "Consolidated Balance Sheets" },
    ]);
  });

  it("yields figures in the number format that an earlier page has shown", async () => {
    const reported =
      statementRow(700, "Umsatz", "1.234,5", "1.100,0") + statementRow(686, "Kosten", "12,5", "3,5");
    const open =
      statementRow(700, "Umsatz", "1.234", "1.100") + statementRow(686, "Kosten", "1.000", "2.000");
    const { records } = await readReport([reported, open]);
    expect(records[1]?.rows[0]?.cells.map(({ value }) => value)).toEqual([1_234, 1_100]);
  });
});
