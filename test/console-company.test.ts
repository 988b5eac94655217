import { describe, expect, it } from "vitest";
import { startTestApp } from "./app.ts";
import { hasBrowser } from "./browser.ts";
import { openConsole } from "./console-visit.ts";

const app = await startTestApp({ demo: true, rate_factor: 100 });
const visitConsole = await openConsole(app);
/** Tessandral Instruments, a demo company with prices, dividends, reports and news. */
const COMPANY = "/companies/ent_qpi4neyotut5";

describe.runIf(hasBrowser)("the page of a company in the console", () => {
  it("names ticker, sector, price with its change and size with its date, and keeps them in view", async () => {
    const { page, open, expectNoProblems } = await visitConsole();
    await open(COMPANY);
    const header = page.getByRole("main").getByRole("banner").or(page.locator("main > header"));
    await header.getByText(/TSDL · Computers, chips/).waitFor();
    await header.getByText("USD 64.30").waitFor();
    await header.getByText("+0.3 %").waitFor();
    await header.getByText("Close on 30 Jun 2025").waitFor();
    await header.getByText("Market cap on 30 Jun 2025").waitFor();
    await page.mouse.wheel(0, 2_000);
    await expect.poll(async () => (await header.boundingBox())?.y).toBe(0);
    await expectNoProblems();
  });

  it("has a page with its own address for each subject", async () => {
    const { page, open, expectNoProblems } = await visitConsole();
    await open(COMPANY);
    const tabs = page.getByRole("navigation", { name: "About this company" });
    await tabs.getByRole("link", { name: "Financials" }).click();
    await page.getByRole("row", { name: /Revenue/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/console${COMPANY}/financials`);
    await expectNoProblems();
    await open(`${COMPANY}/reports`);
    await page.getByRole("link", { name: /Annual Report 2024/ }).waitFor();
    await expectNoProblems();
    await open(`${COMPANY}/news`);
    await page.getByText(/The Copperfield Ledger · 27 Jun 2025/).waitFor();
    await expectNoProblems();
    await open(`${COMPANY}/filings`);
    await page.getByRole("heading", { name: "2024" }).waitFor();
    await page.getByText("Dividend USD 0.28").first().waitFor();
    await page.getByRole("link", { name: /Annual Report 2024/ }).waitFor();
    expect(await tabs.locator("[aria-current=page]").textContent()).toBe("Filings timeline");
    await expectNoProblems();
    await open(`${COMPANY}/agents`);
    await page.getByText("No agent builder watches this company.").waitFor();
    await expectNoProblems();
  });

  it("opens the overview where the address names no tab, and says when there is no such company", async () => {
    const { page, open, expectNoProblems } = await visitConsole();
    await open(`${COMPANY}/gossip`);
    await page.waitForURL(new RegExp(`${COMPANY}$`));
    await page.getByRole("heading", { name: /Tessandral Instruments/, level: 1 }).waitFor();
    await open("/companies/ent_nothing");
    await page.getByText("Company not found").waitFor();
    await expectNoProblems();
  });

  it("draws prices that the pointer and the arrow keys read day by day, with the same in words", async () => {
    const { page, open, expectNoProblems } = await visitConsole();
    await open(`${COMPANY}?range=MAX`);
    const chart = page.getByRole("img", {
      name: /^Tessandral Instruments, Inc\., MAX: USD \d+\.\d+ on 3 Jan 2022, USD 64\.30 on 30 Jun 2025: \+\d/,
    });
    await chart.locator("canvas").first().waitFor();
    await chart.focus();
    await page.keyboard.press("ArrowLeft");
    await page.getByText("27 Jun 2025", { exact: true }).first().waitFor();
    // A person who leaves the chart is shown the latest day again.
    await page.keyboard.press("Tab");
    await page.getByText("30 Jun 2025", { exact: true }).first().waitFor();
    await chart.hover({ position: { x: 150, y: 100 } });
    await page
      .getByText(/^\d+ \w+ 2022$/)
      .first()
      .waitFor();
    await page.locator("summary", { hasText: "Prices as a table" }).click();
    await page.getByRole("row", { name: /30 May 2025 USD \d+/ }).waitFor();
    await page.getByText(/Events in this period \(\d+\)/).click();
    await page.getByText("Dividend USD 0.28").first().waitFor();
    await expectNoProblems();
  });

  it("compares companies by their change, and keeps the view in the address", async () => {
    const { page, open, expectNoProblems } = await visitConsole({ colorScheme: "dark" });
    await open(COMPANY);
    await page.getByLabel("Compare with").fill("orvenkamp");
    await page
      .getByRole("listbox", { name: "Suggestions" })
      .getByRole("option", { name: /Orvenkamp/ })
      .click();
    await page.getByText(/Orvenkamp Antriebstechnik AG EUR\s[\d.]+, [+-]\d+\.\d\s%/).waitFor();
    expect(await page.getByRole("button", { name: "Percent" }).getAttribute("aria-pressed")).toBe("true");
    await page.getByRole("button", { name: "Log" }).click();
    await page.getByRole("button", { name: "News", exact: true }).click();
    const query = new URL(page.url()).searchParams;
    expect([query.get("scale"), query.get("hide"), query.get("compare")]).toEqual([
      "log",
      "news",
      expect.stringMatching(/^ent_/),
    ]);
    await page.reload();
    await page.getByRole("button", { name: /Remove Orvenkamp/ }).waitFor();
    await expectNoProblems();
    await page.getByRole("button", { name: /Remove Orvenkamp/ }).click();
    await expect.poll(() => new URL(page.url()).searchParams.has("compare")).toBe(false);
  });

  it("says so when a company has no prices, and fits a phone", async () => {
    const { page, open, expectNoProblems } = await visitConsole({ viewport: { width: 390, height: 844 } });
    await open("/companies?name=US0378331005");
    await page.getByRole("link", { name: /Apple Inc/ }).click();
    await page.getByText("The loaded sources contain none for this company.").waitFor();
    await expectNoProblems();
    await open(COMPANY);
    await page.locator("canvas").first().waitFor();
    await expectNoProblems();
  });
});
