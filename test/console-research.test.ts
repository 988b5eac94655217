import { describe, expect, it } from "vitest";
import { startTestApp } from "./app.ts";
import { hasBrowser } from "./browser.ts";
import { expectInSight, openConsole } from "./console-visit.ts";

const app = await startTestApp({ demo: true, rate_factor: 100 });
const visitConsole = await openConsole(app);
const QUESTION = "What was the gross margin of Tessandral Instruments in 2024?";

describe.runIf(hasBrowser)("research in the console", { timeout: 600_000 }, () => {
  it("goes from a question to its page, to a follow-up, and to a colleague by the address", async () => {
    const { page, open, accountId, expectNoProblems } = await visitConsole();
    await open("/");
    await page.getByLabel("Question").fill(QUESTION);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "44.0 %" }).waitFor();
    await expectInSight(page.locator("[data-mark]"));
    await page.getByLabel("Ask a follow-up").fill("and its net income?");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "$250 million" }).waitFor();
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await page.getByRole("button", { name: "Share with the account" }).click();
    const address = new URL(await page.getByLabel("Link").inputValue());
    const colleague = await visitConsole({}, { accountId, role: "member", name: "Colleague" });
    await colleague.open(address.pathname.replace("/console", ""));
    await colleague.page.getByRole("button", { name: "$250 million" }).waitFor();
    await expectInSight(colleague.page.locator("[data-mark]"));
    await colleague.expectNoProblems();
    await expectNoProblems();
  });

  it("goes from a company to a comparison, to its statements, and to the page of an amount", async () => {
    const { page, open, expectNoProblems } = await visitConsole();
    await open("/companies");
    await page.getByLabel("Find a company").fill("tessandral");
    await page.getByRole("link", { name: /Tessandral Instruments/ }).click();
    await page.getByLabel("Compare with").fill("orvenkamp");
    await page
      .getByRole("listbox", { name: "Suggestions" })
      .getByRole("option", { name: /Orvenkamp/ })
      .click();
    await page.getByText(/Orvenkamp Antriebstechnik AG EUR\s[\d.]+, [+-]\d+\.\d\s%/).waitFor();
    await expectNoProblems();
    const tabs = page.getByRole("navigation", { name: "About this company" });
    await tabs.getByRole("link", { name: "Financials" }).click();
    const netIncome = page.getByRole("row", { name: /^Net income/ });
    await netIncome.getByRole("link", { name: "250", exact: true }).waitFor();
    await page.getByRole("button", { name: "Growth", exact: true }).click();
    await netIncome.getByText("9.6 %").waitFor();
    await page.getByRole("button", { name: "Values", exact: true }).click();
    await expectNoProblems();
    await netIncome.getByRole("link", { name: "250", exact: true }).click();
    await page.getByRole("heading", { name: /Annual Report 2024/, level: 1 }).waitFor();
    await expectInSight(page.locator("[data-mark]"));
    await expectNoProblems();
  });

  it("works on a phone: menu, question, source below the answer, follow-up and company", async () => {
    const { page, open, expectNoProblems } = await visitConsole({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await open("/overview");
    await page.getByRole("button", { name: "Menu" }).tap();
    await page.getByRole("link", { name: "Ask", exact: true }).tap();
    await page.getByLabel("Question").fill(QUESTION);
    await page.getByRole("button", { name: /^Ask/ }).tap();
    const answer = page.getByRole("button", { name: "44.0 %" });
    await answer.waitFor();
    // A page of its own is opened on request: there is no room next to the answer.
    expect(await page.locator("[data-mark]").count()).toBe(0);
    await page.getByRole("button", { name: /Gross profit 940/ }).tap();
    await expectInSight(page.locator("[data-mark]"));
    await expectNoProblems();
    await page.getByLabel("Ask a follow-up").fill("and its net income?");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "$250 million" }).waitFor();
    await expectNoProblems();
    await page.getByRole("button", { name: "Menu" }).tap();
    await page.getByRole("link", { name: "Companies", exact: true }).tap();
    await page.getByLabel("Find a company").fill("orvenkamp");
    await page.getByRole("link", { name: /Orvenkamp/ }).tap();
    await page.locator("canvas").first().waitFor();
    await expectNoProblems();
  });
});
