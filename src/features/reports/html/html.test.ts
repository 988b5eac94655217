import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { PageRecord, type PageSummary } from "../layout/index.ts";
import { sniffContentType } from "./declaration.ts";
import { type HtmlReadOptions, readHtml } from "./html-reader.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "florin-html-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function read(html: string | Buffer, limits?: HtmlReadOptions["limits"]) {
  const file = path.join(folder, "report.html");
  writeFileSync(file, html);
  const pages: PageRecord[] = [];
  const chunks: PageSummary["chunks"] = [];
  const reading = await readHtml(file, {
    signal: new AbortController().signal,
    onPage: async ({ body, result }) => {
      pages.push(PageRecord.parse(JSON.parse(Buffer.from(body).toString())));
      chunks.push(...result.chunks);
    },
    ...(limits ? { limits } : {}),
  });
  return { reading, pages, chunks };
}

const figure = (text: string) =>
  `<td>$</td><td align="right">${text}</td><td>${text.startsWith("(") ? ")" : ""}</td><td></td>`;
const row = (label: string, ...figures: string[]) =>
  `<tr><td colspan="3">${label}</td>${figures.map(figure).join("")}</tr>`;

const STATEMENT = `<table>
  <tr><td colspan="3">(In millions)</td><td colspan="4">2024</td><td colspan="4">2023</td></tr>
  ${row("Net sales", "1,234", "1,100")}
  ${row("Cost of sales and all the other expenses that were incurred in running the business in the year", "(567", "(489")}
  ${row("Net income", "89.5", "&#8212;")}
</table>`;

describe("an HTML report", () => {
  it("keeps rows whole: the label and all columns, with closed brackets and dashes as nil", async () => {
    const { pages } = await read(`<html><body><h1>Annual report</h1>${STATEMENT}</body></html>`);
    expect(
      pages[0]?.rows.map(({ label, cells }) => [label.slice(0, 13), cells.map(({ value }) => value)]),
    ).toEqual([
      ["Net sales", [1_234, 1_100]],
      ["Cost of sales", [-567, -489]],
      ["Net income", [89.5, 0]],
    ]);
    expect(pages[0]?.tables[0]?.columns.map(({ head }) => head)).toEqual(["2024", "2023"]);
    expect(pages[0]?.blocks[0]).toMatchObject({ kind: "heading", text: "Annual report" });
  });

  it("has pages where the publisher breaks them, and where they are full", async () => {
    const prose = `<p>${"All sales grew in every market of the group. ".repeat(300)}</p>`;
    const { pages, reading } = await read(
      `<html><p>First page.</p><hr style="page-break-after: always"/><p>Second page.</p>${prose}`,
    );
    expect(pages[0]?.text).toBe("First page.");
    expect(pages[1]?.text.startsWith("Second page.")).toBe(true);
    expect(reading.pageCount).toBeGreaterThan(3);
    expect(pages.map(({ page }) => page)).toEqual(pages.map((_, index) => index + 1));
  });

  it("keeps every word on its page, and reads the same every time", async () => {
    const html = `<html><body>${STATEMENT.repeat(30)}<p>${"決算短信".repeat(200)}</p></body></html>`;
    const [once, again] = [await read(html), await read(html)];
    expect(again.pages).toEqual(once.pages);
    for (const { words } of once.pages) {
      for (const { box } of words) {
        expect(box[0]).toBeGreaterThanOrEqual(0);
        expect(box[2]).toBeLessThanOrEqual(612);
        expect(box[3]).toBeLessThanOrEqual(792);
      }
    }
    expect(once.chunks.map(({ index }) => index)).toEqual(once.chunks.map((_, index) => index));
  });

  it("never breaks a word or a figure, however many columns a table has", async () => {
    for (const columns of [3, 12, 40, 150]) {
      const figures = Array.from({ length: columns }, (_, at) => `${at + 1},234,567.89`);
      const cells = figures.map((text) => `<td>${text}</td>`).join("");
      const { pages } = await read(
        `<html><table><tr><td>Telecommunications revenue</td>${cells}</tr></table>`,
      );
      const words = pages.flatMap((page) => page.words);
      expect(words.map(({ text }) => text)).toEqual(["Telecommunications", "revenue", ...figures]);
      for (const { box } of words) expect(box[2]).toBeLessThanOrEqual(612);
    }
  });

  it("shows only visible text: no scripts, no styles, nothing hidden, words joined across elements", async () => {
    const { pages } = await read(
      `<html><head><title>x</title><style>p{}</style></head><script>alert(1)</script>` +
        `<div style="display:none">secret</div><p>Rev<b>enue</b> &amp; in&shy;come</p>`,
    );
    expect(pages[0]?.text).toBe("Revenue & income");
  });

  it("is decoded in its declared encoding", async () => {
    const html = Buffer.concat([
      Buffer.from('<html><meta charset="shift_jis"><p>'),
      Buffer.from([0x8c, 0x88, 0x8e, 0x5a]),
    ]);
    expect((await read(html)).pages[0]?.text).toBe("決算");
  });

  it("ignores a layout table around a data table", async () => {
    const { pages } = await read(`<html><table><tr><td><p>Before</p>${STATEMENT}</td></tr></table>`);
    expect(pages[0]?.rows.map(({ label }) => label)).toContain("Net sales");
    expect(pages[0]?.text).toContain("Before");
  });
});

describe("a hostile HTML file", () => {
  it("fails with a reason when it takes too long, too much memory or too many pages", async () => {
    const slow = `<html>${"<p>word <b>word</b></p>".repeat(200_000)}`;
    expect((await read(slow, { wallSecondsMax: 0.2 })).reading).toMatchObject({
      outcome: "failed",
      reason: "time_limit",
    });
    const wide = `<html><table><tr>${"<td>word word word word</td>".repeat(400_000)}`;
    const { reading } = await read(wide, { memoryMegabytesMax: 24 });
    expect(reading).toMatchObject({ outcome: "failed", reason: "memory_limit" });
    const long = `<html>${"<p>text</p><hr style='page-break-after:always'>".repeat(30)}`;
    expect((await read(long, { pagesMax: 10 })).reading).toMatchObject({ reason: "too_many_pages" });
  });

  it("fails immediately where elements are nested thousands deep, which would take minutes to read", async () => {
    const { reading } = await read(`<html><body>${"<div>".repeat(200_000)}deep`);
    expect(reading).toMatchObject({ outcome: "failed", reason: "too_much_text" });
    expect(reading.seconds).toBeLessThan(10);
  });

  it("is refused when it has no text", async () => {
    expect((await read("<html><body></body></html>")).reading).toMatchObject({ outcome: "failed" });
  });
});

it("detects the type of a file from its first bytes", () => {
  expect(sniffContentType(Buffer.from("%PDF-1.7"))).toBe("application/pdf");
  expect(sniffContentType(Buffer.from("\ufeff<!DOCTYPE html><p>"))).toBe("text/html");
  expect(sniffContentType(Buffer.from("<?xml version='1.0'?>\n<html xmlns='x'>"))).toBe("text/html");
  expect(sniffContentType(Buffer.from("PK\u0003\u0004"))).toBeNull();
  expect(sniffContentType(Buffer.from("just words about html"))).toBeNull();
});
