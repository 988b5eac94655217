import { describe, expect, it } from "vitest";
import { startTestApp } from "./app.ts";
import { hasBrowser } from "./browser.ts";
import { openConsole } from "./console-visit.ts";

const app = await startTestApp({ demo: true, rate_factor: 100 });
const visitConsole = await openConsole(app);

describe.runIf(hasBrowser)("the data pages of the console", () => {
  it("find a company while typing, and show the sources of its facts", async () => {
    const { page, open, expectNoProblems } = await visitConsole();
    await open("/companies");
    await page.getByRole("link", { name: "NVIDIA Corporation" }).waitFor();
    await page.getByLabel("Country").selectOption("JP");
    await page.getByRole("cell", { name: "Japan", exact: true }).first().waitFor();
    await expectNoProblems();
    await page.getByLabel("Find a company").fill("tessandral");
    await page.getByRole("link", { name: /Tessandral Instruments/ }).click();
    await page.getByRole("heading", { name: "Tessandral Instruments, Inc." }).waitFor();
    await page
      .getByText(/^Florin demo, /)
      .first()
      .waitFor();
    await page.getByText(/% in this period/).waitFor();
    await page.getByRole("link", { name: /Annual Report 2024/ }).waitFor();
    await expectNoProblems();
  });

  it("format a company's size, prices and dates for people", async () => {
    const { page, open, expectNoProblems } = await visitConsole();
    await open("/companies?name=US0378331005");
    await page.getByRole("link", { name: /Apple Inc/ }).click();
    await page.getByText(/^USD\s4\.\dtn on \d+ \w+ 2026 \(Nasdaq stock screener/).waitFor();
    await open("/companies?name=tessandral");
    await page.getByRole("link", { name: /Tessandral Instruments/ }).click();
    await page.getByText("USD 64.30", { exact: true }).first().waitFor();
    await page.getByText(/The Copperfield Ledger · 27 Jun 2025/).waitFor();
    await expectNoProblems();
  });

  it("group the news by story, and answer from it", async () => {
    const { page, open, expectNoProblems } = await visitConsole();
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
    await expectNoProblems();
  });

  it("ask a question once however quickly it is sent again, and keep it when it cannot be answered", async () => {
    const { page, open } = await visitConsole();
    await open("/reports/rep_vujzjgh7sqyi");
    let requests = 0;
    await page.route("**/v1/chat/chat_report", async (route) => {
      requests++;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await route.abort();
    });
    await page.getByLabel("Question").fill("What was the operating margin?");
    // Both before the page can be drawn anew.
    const submit = "document.querySelector('textarea[name=question]').form.requestSubmit()";
    await page.evaluate(`${submit}; ${submit}`);
    await page.getByRole("alert").getByText("The service cannot be reached").waitFor();
    expect(requests).toBe(1);
    expect(await page.getByLabel("Question").inputValue()).toBe("What was the operating margin?");
  });

  it("report an unreachable service in place, and retry on request", async () => {
    const { page, open } = await visitConsole();
    await page.route("**/company_search_batch", (route) => route.abort());
    await open("/companies");
    const alert = page.getByRole("alert");
    await alert.getByText("The service cannot be reached").waitFor();
    const place = page.locator("section").filter({ has: alert }).last();
    const [inner, outer] = [await alert.boundingBox(), await place.boundingBox()];
    expect((inner?.x ?? 0) - (outer?.x ?? 0)).toBeGreaterThan(10);
    await page.unroute("**/company_search_batch");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("link", { name: "NVIDIA Corporation" }).waitFor();
  });
});
