import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { startTestApp } from "./app.ts";
import { hasBrowser } from "./browser.ts";
import { openConsole, PATIENCE_MILLISECONDS } from "./console-visit.ts";

const app = await startTestApp({ demo: true, rate_factor: 100 });
const visitConsole = await openConsole(app);

describe.runIf(hasBrowser)("the pages about the service's own data", () => {
  it("show sources and coverage, write an export, and verify the ledger of what it cost", async () => {
    const { page, open, expectNoProblems } = await visitConsole();
    await open("/data");
    await page.getByText("florin ingest companies-csv").waitFor();
    await page.getByRole("table", { name: "Imported articles" }).waitFor();
    await expectNoProblems();
    await page.getByRole("link", { name: "Coverage" }).click();
    const japan = page.getByRole("row", { name: /^Japan/ });
    expect(Number((await japan.getByRole("cell").nth(1).textContent())?.replace(",", ""))).toBeGreaterThan(
      10,
    );
    await page.getByText("Without LEI").first().waitFor();
    await expectNoProblems();
    await page.getByRole("link", { name: "Exports" }).click();
    await page.getByLabel("Table").selectOption("Reports");
    await page.getByRole("button", { name: "Export", exact: true }).click();
    const file = page.getByRole("link", { name: "Download Reports" });
    await file.waitFor({ timeout: PATIENCE_MILLISECONDS });
    await expectNoProblems();
    const saved = page.waitForEvent("download");
    await file.click();
    expect(readFileSync(await (await saved).path(), "utf8")).toContain("report_id");
    await page.getByRole("link", { name: "Ledger" }).click();
    await page
      .getByRole("row", { name: /exports\.create/ })
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Verify ledger" }).click();
    await page.getByText(/entries recomputed: chain and balance are correct/).waitFor();
    await expectNoProblems();
  });

  it("turn a PDF into text and tables, on a phone at night", async () => {
    const { page, open, expectNoProblems } = await visitConsole({
      viewport: { width: 390, height: 844 },
      colorScheme: "dark",
    });
    await open("/data/parser");
    await page
      .getByLabel("PDF file")
      .setInputFiles("demo/fictional/reports/tessandral-earnings-release-q1-2025.pdf");
    await page.getByRole("button", { name: "Parse", exact: true }).click();
    await page.getByText(/^\d+ pages, \d+ tables$/).waitFor();
    await page
      .getByText(/, page \d+$/)
      .first()
      .click();
    await expectNoProblems();
    for (const section of ["sources", "coverage", "exports", "ledger"]) {
      await open(`/data/${section}`);
      await expectNoProblems();
    }
    await page.context().clearCookies();
    const { origin } = new URL(page.url());
    const refused = await page.context().request.get(`${origin}/v1/account/ledger`, {
      headers: { "x-florin-console": "1", "sec-fetch-site": "same-origin" },
    });
    expect(refused.status()).toBe(401);
  });

  it("show usage as charts, and keep what a thread is about when it is opened again", async () => {
    const { page, open, expectNoProblems } = await visitConsole();
    await open("/");
    await page.getByLabel("Question").fill("What was the revenue of Tessandral Instruments in 2024?");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "$2,136 million" }).waitFor();
    const chip = page
      .locator("form")
      .getByRole("link", { name: "Tessandral Instruments, Inc.", exact: true });
    await chip.waitFor();
    await page.reload();
    await chip.waitFor();
    await expectNoProblems();
    await open("/settings/usage");
    await page.getByRole("img", { name: "Credits by day" }).waitFor();
    await page.getByText("Credits by operation").waitFor();
    await expectNoProblems();
  });
});
