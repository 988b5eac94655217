import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { startTestApp } from "./app.ts";
import { hasBrowser } from "./browser.ts";
import { openConsole } from "./console-visit.ts";
import { addReadyReport } from "./made-up-reports.ts";

const app = await startTestApp({ demo: true, rate_factor: 100 });
const visitConsole = await openConsole(app);
/** The text painted before the application has loaded is replaced by it, so its element is gone. */
const IS_LARGEST_TEXT_OF_APPLICATION = `new Promise((resolve) => {
  const read = (list) => resolve(list.getEntries().at(-1).element !== null);
  new PerformanceObserver(read).observe({ type: "largest-contentful-paint", buffered: true });
})`;

describe.runIf(hasBrowser)("searching inside reports in the console", () => {
  it("shows each hit on its page, narrows by facets, and saves the search", async () => {
    const { page, open, expectNoProblems } = await visitConsole();
    await open("/search");
    await page.getByText("No saved searches").waitFor();
    await page.getByLabel("Search inside reports").fill('"interest rate"');
    await page.getByRole("button", { name: "Search for 2 credits" }).click();
    const hits = page.getByRole("list", { name: "Results" }).getByRole("button");
    await hits.first().locator("mark").first().waitFor();
    await page.locator("[data-mark]").waitFor();
    await expectNoProblems();
    const current = page.locator("[aria-current=true]");
    const first = await current.textContent();
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("j");
    await expect.poll(() => current.textContent()).not.toBe(first);
    const facets = page.getByRole("region", { name: "Filters" });
    await facets.getByRole("button").first().click();
    await facets.getByRole("button", { name: "Remove all filters" }).waitFor();
    expect(page.url()).toContain("company=");
    await page.getByRole("button", { name: "Save search" }).click();
    await page.getByLabel("Name").fill("Rates");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await open("/search");
    await page.getByRole("button", { name: "Pause Rates" }).click();
    await page.getByText("Paused").waitFor();
    await expectNoProblems();
    await page.getByRole("link", { name: /Rates/ }).click();
    await facets.getByRole("button", { name: "Remove all filters" }).waitFor();
    await expectNoProblems();
  });

  it("shows what a saved search found in a new report, until it is marked as read in any tab", async () => {
    const { page, open, accountId, expectNoProblems } = await visitConsole();
    await open("/search?query=heliotrope");
    await page.getByRole("button", { name: "Search for 2 credits" }).click();
    await page.getByRole("button", { name: "Save search" }).click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await addReadyReport(
      { db: app.db, jobs: app.tools.jobs },
      {
        accountId,
        texts: ["Nothing.", "We grow heliotrope."],
        title: "Garden report",
      },
    );
    await expect
      .poll(async () => (await app.db`select from event where account_id = ${accountId}`).length, {
        timeout: 60_000,
      })
      .toBe(1);
    await open("/");
    const other = await page.context().newPage();
    await other.goto(page.url());
    const alerts = (tab: Page) => tab.getByRole("list", { name: "New matches" });
    await alerts(other).getByText("heliotrope").waitFor();
    await alerts(page).getByText("heliotrope").waitFor();
    await expectNoProblems();
    const report = alerts(page).getByRole("link", { name: "Garden report" });
    expect(await report.getAttribute("href")).toMatch(/\/reports\/rep_\w+\?page=2$/);
    await other.getByRole("button", { name: "Mark as read" }).click();
    await alerts(page).waitFor({ state: "detached" });
    await open("/search");
    await page.getByRole("button", { name: "Pause heliotrope" }).waitFor();
    expect(await alerts(page).count()).toBe(0);
    await expectNoProblems();
  });

  it("spends nothing on an address that is opened or reloaded, only after a press", async () => {
    const { page, open, expectNoProblems } = await visitConsole();
    const charged: string[] = [];
    page.on("response", (response) => {
      if (Number(response.headers()["x-credits-charged"] ?? 0) > 0) charged.push(response.url());
    });
    const results = page.getByRole("list", { name: "Results" });
    await open("/search?query=dividend");
    await page.getByText("Ready to search").waitFor();
    expect(await page.getByLabel("Search inside reports").inputValue()).toBe("dividend");
    expect(charged).toEqual([]);
    await expectNoProblems();
    await page.getByRole("button", { name: "Search for 2 credits" }).click();
    await results.waitFor();
    await open("/search?query=dividend");
    await results.waitFor();
    expect(charged).toHaveLength(1);
    await page.getByRole("button", { name: "Words", exact: true }).click();
    await page.getByText("Ready to search").waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /^A company, a ticker/ }).fill("lease liabilities");
    await page
      .getByRole("option", { name: /Search inside reports for “lease liabilities”\s*2 credits/ })
      .click();
    await results.waitFor();
    expect(charged).toHaveLength(2);
    await open("/search?query=lease+liabilities&country=DE");
    await page.getByText("Ready to search").waitFor();
    expect(charged).toHaveLength(2);
  });

  it("opens a hit below itself on a phone at night", async () => {
    const { page, open, expectNoProblems } = await visitConsole({
      viewport: { width: 390, height: 844 },
      colorScheme: "dark",
    });
    await open("/search?query=dividend");
    await page.getByRole("button", { name: "Search for 2 credits" }).click();
    const hit = page.getByRole("list", { name: "Results" }).getByRole("listitem").first();
    await hit.getByRole("button").first().click();
    await hit.locator("[data-mark]").waitFor();
    await expectNoProblems();
  });

  it("says once what to do when no credits are left, and keeps threads readable", async () => {
    const { page, open, accountId, expectNoProblems } = await visitConsole();
    await open("/");
    await page.getByLabel("Question").fill("share price of Tessandral Instruments");
    await page.keyboard.press("Enter");
    await page.getByText("closed at USD 64.30").waitFor();
    await app.db`update credit_balance set spent = spent + available, available = 0 where account_id = ${accountId}`;
    await page.reload();
    await page.getByText("No credits left").waitFor();
    await page.getByText(/florin credits grant/).waitFor();
    await page.getByText("closed at USD 64.30").waitFor();
    await expectNoProblems();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await expectNoProblems();
    await open("/");
    await page.getByText("No credits left").waitFor();
    expect(await page.evaluate(IS_LARGEST_TEXT_OF_APPLICATION)).toBe(false);
  });

  it("keeps the chosen command of a long palette in view", async () => {
    const { page, open } = await visitConsole({ viewport: { width: 1280, height: 500 } });
    await open("/overview");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /^A company, a ticker/ }).fill("report");
    await page.getByRole("option", { name: /Search news for/ }).waitFor();
    await page
      .getByRole("option", { name: /Annual Report/ })
      .first()
      .waitFor();
    await page.keyboard.press("ArrowUp");
    const list = page.getByRole("listbox", { name: "Command palette" });
    const chosen = list.getByRole("option", { selected: true });
    await expect.poll(() => chosen.textContent()).toContain("Search news for");
    const [listed, shown] = [await list.boundingBox(), await chosen.boundingBox()];
    if (!listed || !shown) throw new Error("the palette is not shown");
    expect(shown.y + shown.height).toBeLessThanOrEqual(listed.y + listed.height);
    // Darkened up to the edge of the window.
    await page.locator("html[data-modal]").waitFor();
  });

  it("finds threads in the palette while typing, free of charge", async () => {
    const { page, open } = await visitConsole();
    await open("/");
    await page.getByLabel("Question").fill("share price of Tessandral Instruments");
    await page.keyboard.press("Enter");
    await page.getByText("closed at USD 64.30").waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /^A company, a ticker/ }).fill("share price");
    await page.getByRole("option", { name: /share price of Tessandral.*Thread/ }).click();
    await page.getByText("closed at USD 64.30").waitFor();
  });
});
