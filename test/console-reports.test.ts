import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { loadCompanies } from "../src/features/companies/index.ts";
import { writeFacts } from "../src/features/facts/index.ts";
import { startTestApp } from "./app.ts";
import { hasBrowser } from "./browser.ts";
import { dropFile, expectInSight, openConsole, PATIENCE_MILLISECONDS } from "./console-visit.ts";
import { startS3Server } from "./s3-server.ts";

// Files are in a bucket that the browser never contacts: everything comes through the service.
const s3 = await startS3Server();
const app = await startTestApp({
  rate_factor: 100,
  s3_bucket: s3.bucket,
  s3_region: s3.region,
  s3_endpoint: s3.endpoint,
  s3_access_key_id: s3.accessKeyId,
  s3_secret_access_key: s3.secretAccessKey,
});
const visitConsole = await openConsole(app);
await loadCompanies(app.db, { name: "test", reference: "", licence: "own", source_date: "2025-01-01" }, [
  {
    svc_entity_id: "ent_lampmakers00",
    name: "Lampmakers Inc",
    country: "US",
    exchange: "XNYS",
    securities: [],
  },
]);
await writeFacts(app.db, { source: "test", reference: "", licence: "" }, [
  {
    svc_entity_id: "ent_lampmakers00",
    taxonomy: "ifrs-full",
    concept: "Revenue",
    unit: "EUR",
    period_start: "2024-01-01",
    period_end: "2024-12-31",
    value: 4_217_000_000,
    fiscal_year: 2024,
    fiscal_period: "FY",
    form: "20-F",
    accession: "0000000000-25-000001",
    filed: "2025-03-01",
  },
]);
const READING_MILLISECONDS_MAX = 240_000;
const RELEASE = {
  name: "q1_release.pdf",
  type: "application/pdf",
  content: readFileSync("demo/fictional/reports/tessandral-earnings-release-q1-2025.pdf"),
};
const PARAGRAPHS = 120;
const WEB_PAGE = {
  name: "annual-report.html",
  type: "text/html",
  content: Buffer.from(`<!doctype html><html lang="en"><head><title>Annual report 2024</title></head><body>
<h1>Annual report 2024</h1>
${Array.from({ length: PARAGRAPHS }, (_none, at) => `<p>Part ${at + 1}. We make lamps and sell them to shops.</p>`).join("\n")}
<h2>Consolidated income statement</h2>
<p>in millions of euros, for the year ended 31 December</p>
<table>
<tr><th></th><th>2024</th><th>2023</th></tr>
<tr><td>Revenue</td><td>4,217</td><td>3,984</td></tr>
<tr><td>Cost of sales</td><td>(2,530)</td><td>(2,411)</td></tr>
<tr><td>Gross profit</td><td>1,687</td><td>1,573</td></tr>
<tr><td>Net income</td><td>512</td><td>468</td></tr>
</table>
<p>After the statement some more is said about lamps.</p>
</body></html>`),
};

describe.runIf(hasBrowser)("the report pages of the console", () => {
  it("upload a report, read it, answer a question, and show the source of the number", async () => {
    const { page, open, expectNoProblems } = await visitConsole();
    await open("/reports?upload=1");
    await dropFile(page.getByRole("region", { name: "Drop PDF, HTML or ESEF files here" }), RELEASE);
    const draft = page.getByRole("group", { name: "Details of q1_release.pdf" });
    expect(await draft.getByLabel("Title").inputValue()).toBe("q1 release");
    await draft.getByLabel("Title").fill("Release of the first quarter");
    await draft.getByLabel("Company").fill("lampmakers");
    await draft.getByRole("option", { name: "Lampmakers Inc", exact: true }).click();
    await draft.getByLabel("Published").fill("2025-04-29");
    await draft.getByLabel("Fiscal year").fill("2025");
    await draft.getByLabel("Period").selectOption("Q1");
    await expectNoProblems();
    await page.getByRole("button", { name: "Upload for 5 credits" }).click();
    await page.getByText("Ready", { exact: true }).first().waitFor({ timeout: READING_MILLISECONDS_MAX });
    await expectNoProblems();
    const panel = page.getByRole("region", { name: "Upload a report", exact: true });
    await panel.getByRole("link", { name: "Open" }).click();
    await page.getByRole("heading", { name: "Release of the first quarter" }).waitFor();
    await page.getByText("Complete", { exact: true }).waitFor();
    await page.getByLabel("Question").fill("What were net sales in the first quarter of 2025?");
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    const claims = page.getByRole("list", { name: "Sources" });
    await claims.getByRole("button").first().click();
    await expectInSight(page.locator("[data-mark]"));
    await expect
      .poll(() => page.locator("canvas").first().getAttribute("width"), { timeout: PATIENCE_MILLISECONDS })
      .not.toBe("300");
    await expectNoProblems();
  });

  it("upload many files in turn, and retry those that were rate-limited", async () => {
    const { page, open, expectNoProblems } = await visitConsole();
    await open("/reports?upload=1");
    const place = page.getByRole("region", { name: "Drop PDF, HTML or ESEF files here" });
    const long = `${"quarterly-".repeat(20)}.html`;
    for (const name of ["one.html", "two.html", long]) await dropFile(place, { ...WEB_PAGE, name });
    const broken = {
      name: "broken.pdf",
      type: "application/pdf",
      content: Buffer.from("%PDF-1.7 and no more"),
    };
    await dropFile(place, broken);
    await expectNoProblems();
    let concurrency = 0;
    let requests = 0;
    await page.route("**/v1/company_report/upload", async (route) => {
      expect(++concurrency).toBe(1);
      if (++requests === 1) {
        const headers = { "retry-after": "1" };
        await route.fulfill({
          status: 429,
          headers,
          json: { status_code: 429, message: "Too many requests" },
        });
      } else {
        // What the browser itself would add on the way.
        const headers = { ...route.request().headers(), "sec-fetch-site": "same-origin" };
        await route.fulfill({ response: await route.fetch({ headers }) });
      }
      concurrency--;
    });
    await page.getByRole("button", { name: "Upload 4 reports for 20 credits" }).click();
    const panel = page.getByRole("region", { name: "Upload a report", exact: true });
    // The forms above the button were taller than what takes their place.
    await expectInSight(panel.getByRole("listitem").first());
    await expect
      .poll(() => panel.getByRole("link", { name: "Open" }).count(), { timeout: PATIENCE_MILLISECONDS })
      .toBe(4);
    expect(requests).toBe(5);
    await panel
      .getByText("The file begins as a PDF but its structure cannot be read.", { exact: true })
      .first()
      .waitFor();
    await page.unroute("**/v1/company_report/upload");
    // Without a date or a year given, the last upload is first, with the year that the document says.
    await page.getByRole("button", { name: "Yours", exact: true }).click();
    await page
      .getByRole("row")
      .filter({ has: page.getByText("Ready", { exact: true }) })
      .getByText("FY 2024")
      .waitFor({ timeout: READING_MILLISECONDS_MAX });
  });

  it("show a web page as its text, with the quoted number marked, also on a phone", async () => {
    const { page, open, expectNoProblems } = await visitConsole({ viewport: { width: 390, height: 844 } });
    await open("/reports?upload=1");
    await page
      .getByLabel("Choose files")
      .setInputFiles({ ...WEB_PAGE, mimeType: WEB_PAGE.type, buffer: WEB_PAGE.content });
    await page.getByRole("button", { name: "Upload for 5 credits" }).click();
    await page.getByText("Ready", { exact: true }).first().waitFor({ timeout: READING_MILLISECONDS_MAX });
    const panel = page.getByRole("region", { name: "Upload a report", exact: true });
    await panel.getByRole("link", { name: "Open" }).click();
    await page.getByText("We make lamps").first().waitFor();
    await page.getByLabel("Question").fill("What was the revenue in 2024?");
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    const claims = page.getByRole("list", { name: "Sources" });
    await claims.getByRole("button", { name: /4,217/ }).first().click();
    const mark = page.locator("mark[data-mark]");
    await expectInSight(mark);
    expect(await mark.textContent()).toContain("4,217");
    await expectNoProblems();
  });

  it("upload a report on its company's page, compare it with XBRL, and delete it again", async () => {
    const { page, open, expectNoProblems } = await visitConsole();
    await open("/companies");
    await page.getByLabel("Find a company").fill("lampmakers");
    await page.getByRole("link", { name: /Lampmakers/ }).click();
    await page.getByRole("button", { name: "Upload a report" }).click();
    await dropFile(page.getByRole("region", { name: "Drop PDF, HTML or ESEF files here" }), WEB_PAGE);
    await page.getByRole("button", { name: "Remove Lampmakers Inc" }).waitFor();
    await page.getByLabel("Published").fill("2025-03-01");
    await expectNoProblems();
    await page.getByRole("button", { name: "Upload for 5 credits" }).click();
    const own = page.getByRole("link", { name: /^annual report$/i });
    await own.waitFor({ timeout: READING_MILLISECONDS_MAX });
    await page.getByText("Ready", { exact: true }).first().waitFor({ timeout: READING_MILLISECONDS_MAX });
    await own.click();
    await page.getByLabel("Question").fill("What was the revenue in 2024?");
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await page.getByRole("button", { name: /4,217.*Matches XBRL/ }).waitFor();
    await expectNoProblems();
    await page.goBack();
    await page.getByRole("button", { name: "Delete annual report" }).click();
    await expectNoProblems();
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
    await own.waitFor({ state: "detached" });
    await expectNoProblems();
  });
});
