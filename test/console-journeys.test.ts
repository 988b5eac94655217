import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { createKey } from "../src/features/access/index.ts";
import { ALL_SCOPES } from "../src/kernel/scopes.ts";
import { startTestApp } from "./app.ts";
import { hasBrowser } from "./browser.ts";
import { dropFile, expectInSight, openConsole, PATIENCE_MILLISECONDS } from "./console-visit.ts";
import { PASSWORD } from "./person.ts";

const app = await startTestApp({ demo: true, rate_factor: 100 });
const visitConsole = await openConsole(app);
const COMPANY = "ent_qpi4neyotut5";
const TABS_MAX = 60;
const REPORT = {
  name: "annual-report.html",
  type: "text/html",
  content: Buffer.from(`<!doctype html><html lang="en"><head><title>Annual report 2025</title></head><body>
<h1>Annual report 2025</h1><p>We make lamps and sell them to shops.</p>
<h2>Consolidated income statement</h2>
<p>in millions of euros, for the year ended 31 December</p>
<table>
<tr><th></th><th>2025</th><th>2024</th></tr>
<tr><td>Revenue</td><td>4,217</td><td>3,984</td></tr>
<tr><td>Cost of sales</td><td>(2,530)</td><td>(2,411)</td></tr>
<tr><td>Gross profit</td><td>1,687</td><td>1,573</td></tr>
<tr><td>Net income</td><td>512</td><td>468</td></tr>
</table></body></html>`),
};

/** The texts and numbers of every sheet. */
function readWorkbook(file: string): string {
  const parts = unzipSync(new Uint8Array(readFileSync(file)));
  return Object.entries(parts)
    .filter(([name]) => /^xl\/(worksheets\/|sharedStrings)/.test(name))
    .map(([, bytes]) => Buffer.from(bytes).toString())
    .join("\n");
}

/** Moves the focus with the Tab key alone until it is on the field. */
async function tabTo(page: Page, label: string): Promise<void> {
  const focused = "document.activeElement.ariaLabel ?? document.activeElement.labels?.[0]?.textContent";
  for (let tabs = 0; tabs < TABS_MAX; tabs++) {
    if ((await page.evaluate(focused)) === label) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${label}`);
}

describe.runIf(hasBrowser)("an analyst in the console", { timeout: 600_000 }, () => {
  it("uploads a report, asks it, and takes its statements to a spreadsheet", async () => {
    const { page, open, expectNoProblems } = await visitConsole();
    await open("/reports?upload=1");
    await dropFile(page.getByRole("region", { name: "Drop PDF, HTML or ESEF files here" }), REPORT);
    await page.getByRole("button", { name: "Upload for 5 credits" }).click();
    const panel = page.getByRole("region", { name: "Upload a report", exact: true });
    await panel.getByText("Ready", { exact: true }).first().waitFor();
    await panel.getByRole("link", { name: "Open" }).click();
    await page.getByLabel("Question").fill("What was the revenue in 2025?");
    await page.keyboard.press("Enter");
    await expectInSight(page.locator("mark[data-mark]"));
    await page.getByRole("button", { name: "Show financial statements" }).click();
    const revenue = page.getByRole("row", { name: /^Revenue/ });
    await revenue.getByText("4,217").waitFor();
    await expectNoProblems();
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Excel for 3 credits" }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
    const workbook = readWorkbook(await file.path());
    expect(workbook).toContain("<v>4217000000</v>");
    expect(workbook).toContain("<v>512000000</v>");
    await expectNoProblems();
  });

  it("watches a company, and sees an alert for a report that a colleague's program adds", async () => {
    const { page, open, accountId, memberId, expectNoProblems } = await visitConsole();
    await open(`/companies/${COMPANY}`);
    await page.getByRole("button", { name: "Watch" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "New watchlist" }).click();
    await page.getByText("Added to Watchlists").waitFor();
    await open("/watchlists");
    await page.getByRole("row", { name: /Tessandral/ }).waitFor();
    const { key } = await createKey(app.db, {
      accountId,
      createdBy: memberId,
      name: "Program",
      scopes: ALL_SCOPES,
      expiresAt: null,
      allowedNetworks: [],
      budgetCredits: null,
    });
    // One says when it was published; the other counts from its arrival.
    for (const fields of [
      { title: "Annual report 2025", publish_date: "2026-02-01" },
      { title: "Undated notice" },
    ]) {
      const form = new FormData();
      const content = REPORT.content.toString().replace("We make lamps", `${fields.title}: we make lamps`);
      form.set("file", new Blob([content], { type: REPORT.type }), REPORT.name);
      for (const [name, value] of Object.entries({ ...fields, svc_entity_id: COMPANY }))
        form.set(name, value);
      const { status, json } = await app.call("POST", "/v1/company_report/upload", { key, form });
      expect([status, json.detail]).toEqual([200, null]);
    }
    await open("/");
    for (const title of ["Annual report 2025", "Undated notice"])
      await page.getByRole("listitem").filter({ hasText: title }).getByText("New", { exact: true }).waitFor();
    await expectNoProblems();
    await open("/watchlists");
    await page.getByRole("row", { name: /Tessandral.*New/ }).waitFor();
    await open("/");
    await page.getByRole("link", { name: "Annual report 2025" }).click();
    await page.getByRole("heading", { name: "Annual report 2025", level: 1 }).waitFor();
  });

  it("signs in, asks, steps through sources and opens a company without a mouse", async () => {
    const { page: first, email } = await visitConsole();
    const context = await first.context().browser()?.newContext({ locale: "en-GB" });
    if (!context) throw new Error("the browser is gone");
    context.setDefaultTimeout(PATIENCE_MILLISECONDS);
    const page = await context.newPage();
    await page.goto(first.url());
    await page.waitForURL("**/sign-in**");
    await tabTo(page, "E-mail");
    await page.keyboard.type(email);
    await tabTo(page, "Password");
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Ask", exact: true }).waitFor();
    await tabTo(page, "Question");
    await page.keyboard.type("What was the gross margin of Tessandral Instruments in 2024?");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "44.0 %" }).waitFor();
    const current = page.getByRole("list", { name: "Sources" }).locator("[aria-current=true]");
    await expect.poll(() => current.textContent()).toContain("Gross profit 940");
    await page.keyboard.press("j");
    await expect.poll(() => current.textContent()).toContain("Net sales 2,136");
    await page.keyboard.press("k");
    await expect.poll(() => current.textContent()).toContain("Gross profit 940");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("orvenkamp");
    await page.getByRole("option", { name: /Orvenkamp.*Company/, selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: /Orvenkamp/, level: 1 }).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("watchlists");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Watchlists", level: 1 }).waitFor();
    await context.close();
  });
});
