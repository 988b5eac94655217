import { describe, expect, it } from "vitest";
import { startTestApp } from "./app.ts";
import { hasBrowser } from "./browser.ts";
import { openConsole } from "./console-visit.ts";

const app = await startTestApp({ demo: true, rate_factor: 100 });
const visitConsole = await openConsole(app);
const REPORT = "demo/fictional/reports/tessandral-earnings-release-q1-2025.pdf";

describe.runIf(hasBrowser)("data in the console", { timeout: 120_000 }, () => {
  it("finds a company as one types, and shows where its facts come from", async () => {
    const { page, open, expectFine } = await visitConsole();
    await open("/companies");
    await page.getByRole("link", { name: "NVIDIA Corporation" }).waitFor();
    await page.getByLabel("Country").selectOption("JP");
    await page.getByRole("cell", { name: "JP", exact: true }).first().waitFor();
    await expectFine();
    await page.getByLabel("Find a company").fill("tessandral");
    await page.getByRole("link", { name: /Tessandral Instruments/ }).click();
    await page.getByRole("heading", { name: "Tessandral Instruments, Inc." }).waitFor();
    await page
      .getByText(/^Florin demo, /)
      .first()
      .waitFor();
    await page.getByText("in this window").waitFor();
    await page.getByRole("link", { name: /Annual Report 2024/ }).waitFor();
    await expectFine();
  });

  it("takes a report, reads it, answers a question, and shows where the number stands", async () => {
    const { page, open, expectFine } = await visitConsole();
    await open("/reports?upload=1");
    await page.getByLabel("Choose files").setInputFiles(REPORT);
    await page.getByText("Ready to be asked").waitFor({ timeout: 60_000 });
    await expectFine();
    await page.getByRole("region", { name: "Upload a report" }).getByRole("link", { name: "Open" }).click();
    await page.getByText("Complete", { exact: true }).waitFor();
    await page.getByLabel("Question").fill("What were net sales in the first quarter of 2025?");
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    const claim = page
      .getByRole("list", { name: "Numbers and where they stand" })
      .getByRole("button")
      .first();
    await claim.click();
    const mark = page.locator("[data-mark]");
    await mark.waitFor();
    // The page scrolls smoothly; the mark is in sight when it has arrived.
    await expect.poll(() => mark.evaluate(isInSight), { timeout: 10_000 }).toBe(true);
    await expect.poll(() => page.locator("canvas").first().getAttribute("width")).not.toBe("300");
    await expectFine();
  });

  it("searches the news by story, and answers from it", async () => {
    const { page, open, expectFine } = await visitConsole();
    await open("/news");
    await page.getByLabel("Keywords").fill("Haldrewick");
    await page.getByRole("textbox", { name: "From" }).or(page.getByLabel("From")).first().fill("2024-01-01");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page
      .getByText(/\d publishers/)
      .first()
      .waitFor();
    await page.getByLabel("Question").fill("How much will Haldrewick Water pay to environmental charities?");
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await page.getByText(/£5\.0 million to environmental charities.*\[1\]/).waitFor();
    await expectFine();
  });

  it("runs a builder to an artifact and leads from a value to its page", async () => {
    const { page, open, expectFine } = await visitConsole();
    await open("/agents");
    await page.getByText("No builders yet").waitFor();
    await page.getByRole("link", { name: "New builder" }).click();
    await page.getByText("Give the builder a name.").waitFor();
    await page.getByLabel("Start from").selectOption({ label: "Income statement" });
    await page.getByLabel("Add a company").fill("tessandral");
    await page.getByRole("button", { name: "Tessandral Instruments, Inc.", exact: true }).click();
    await expectFine();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Run for data" }).click();
    await page.getByRole("button", { name: "Evidence" }).first().click({ timeout: 60_000 });
    await page.getByText("2,136,000,000").first().waitFor();
    await expectFine();
    await page
      .getByRole("link", { name: /^page \d+/ })
      .first()
      .click();
    await page.locator("[data-mark]").waitFor();
  });
});

/** Runs in the browser. */
function isInSight(element: { getBoundingClientRect: () => { top: number; bottom: number } }): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= (globalThis as unknown as { innerHeight: number }).innerHeight;
}
