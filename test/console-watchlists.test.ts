import { describe, expect, it } from "vitest";
import { startTestApp } from "./app.ts";
import { hasBrowser } from "./browser.ts";
import { openConsole, type Visit } from "./console-visit.ts";

const app = await startTestApp({ demo: true, rate_factor: 100 });
const visitConsole = await openConsole(app);

async function addCompany({ page }: Visit, name: string): Promise<void> {
  await page.getByLabel("Add a company").fill(name);
  await page.getByRole("listbox", { name: "Suggestions" }).getByRole("option", { name }).click();
  await page.getByRole("button", { name: new RegExp(`Remove ${name}`, "i") }).waitFor();
}

describe.runIf(hasBrowser)("watchlists in the console", () => {
  it("are created, filled by search, sorted, shared, renamed and deleted", async () => {
    const visit = await visitConsole();
    const { page, open, expectNoProblems } = visit;
    await open("/watchlists");
    await page.getByText("No watchlists yet").waitFor();
    await page.getByRole("button", { name: "New watchlist" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Industry");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("No companies on this list").waitFor();
    await expectNoProblems();
    for (const name of ["Tessandral", "Orvenkamp", "Ostrellis"]) await addCompany(visit, name);
    const row = page.getByRole("row", { name: /Tessandral/ });
    await row.getByText("USD 64.30").waitFor();
    await row.getByText("+0.3 %").waitFor();
    await row.getByRole("link", { name: /First Quarter 2025/ }).waitFor();
    const names = () => page.locator("tbody tr td:first-child").allTextContents();
    expect((await names())[0]).toContain("Tessandral");
    await page.getByRole("button", { name: "Company", exact: true }).click();
    expect((await names())[0]).toContain("Orvenkamp");
    await page.getByRole("button", { name: "Change", exact: true }).click();
    await page
      .getByRole("columnheader", { name: /Change/, exact: false })
      .and(page.locator("[aria-sort=descending]"))
      .waitFor();
    expect((await names())[0]).toContain("Ostrellis");
    await expectNoProblems();
    await page.getByRole("button", { name: /Remove Ostrellis/ }).click();
    await page.getByRole("row", { name: /Ostrellis/ }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Share with the account" }).click();
    await page.getByRole("button", { name: "Make private" }).waitFor();
    await page.getByRole("button", { name: "Rename" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Engines");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("link", { name: /^Engines/ }).waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("No watchlists yet").waitFor();
    await expectNoProblems();
  });

  it("show on the first page what arrived since the last visit, and lead to the report", async () => {
    const { page, open, accountId, expectNoProblems } = await visitConsole({ colorScheme: "dark" });
    // What is new does not depend on the browser's clock, which is an hour ahead.
    await page.clock.setFixedTime(Date.now() + 3_600_000);
    await open("/companies/ent_qpi4neyotut5");
    await page.getByRole("button", { name: "Watch" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "New watchlist" }).click();
    await page.getByText("Added to Watchlists").waitFor();
    await expectNoProblems();
    await open("/watchlists");
    await page.getByRole("row", { name: /Tessandral/ }).waitFor();
    expect(await page.getByText("New", { exact: true }).count()).toBe(0);
    // A report that arrives after the visit.
    await app.db`
      insert into report (report_id, account_id, svc_entity_id, file_title, file_title_en, report_type_id,
        report_type_confidence, publish_date, file_name, content_type, file_sha256, file_bytes, digest_state, source)
      values ('rep_aaaaaaaanew1', ${accountId}, 'ent_qpi4neyotut5', 'Half-year report 2025', 'Half-year report 2025',
        'annual_report', 1, '2025-08-01', 'half-year.pdf', 'application/pdf', ${"a".repeat(64)}, 1, 'failed', 'test')`;
    await open("/");
    const news = page.locator("section", {
      has: page.getByRole("heading", { name: "New on your watchlists" }),
    });
    const item = news.getByRole("listitem").filter({ hasText: "Half-year report 2025" });
    await item.getByText("New", { exact: true }).waitFor();
    expect(await news.getByText("New", { exact: true }).count()).toBe(1);
    await expectNoProblems();
    await item.getByRole("link").click();
    await page.getByRole("heading", { name: "Half-year report 2025" }).waitFor();
  });

  it("read fifty companies with one request, and fit a phone", async () => {
    const { page, open, expectNoProblems } = await visitConsole({ viewport: { width: 390, height: 844 } });
    const ids = await app.db<{ svc_entity_id: string }>`
      select svc_entity_id from company where not fictional order by market_cap_usd desc nulls last limit 50`;
    const made = await page.request.post(new URL("/v1/watchlist/create", page.url()).href, {
      headers: { "x-florin-console": "1", "sec-fetch-site": "same-origin" },
      data: { name: "Fifty", svc_entity_id_list: ids.map(({ svc_entity_id }) => svc_entity_id) },
    });
    expect(made.status()).toBe(200);
    const calls: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/v1/")) calls.push(new URL(request.url()).pathname);
    });
    await open("/watchlists");
    await expect.poll(() => page.getByRole("row").count()).toBe(51);
    expect(calls.filter((path) => path.startsWith("/v1/watchlist"))).toEqual([
      "/v1/watchlist/list",
      "/v1/watchlist/get",
    ]);
    expect(calls.filter((path) => /price|report|news|financial/.test(path))).toEqual([]);
    await expectNoProblems();
  });
});
