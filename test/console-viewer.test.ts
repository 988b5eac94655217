import { describe, expect, it } from "vitest";
import { startTestApp } from "./app.ts";
import { hasBrowser } from "./browser.ts";
import { expectInSight, openConsole } from "./console-visit.ts";

const app = await startTestApp({ demo: true, rate_factor: 100 });
const visitConsole = await openConsole(app);

describe.runIf(hasBrowser)("the pages of a report in the console", { timeout: 600_000 }, () => {
  it("are searched, with each match marked, and opened by their number", async () => {
    const { page, open, expectNoProblems } = await visitConsole();
    await open("/reports/rep_vujzjgh7sqyi?page=3&box=100,100,200,120");
    await expectInSight(page.locator("[data-mark]"));
    await page.getByLabel("Find in report").fill("revenue");
    await page.getByText(/^1 of \d+$/).waitFor();
    await expectInSight(page.locator("[data-found=current]").first());
    await page.getByLabel("Find in report").press("Enter");
    await page.getByText(/^2 of \d+$/).waitFor();
    await expectInSight(page.locator("[data-found=current]").first());
    await expectNoProblems();
    await page.getByRole("button", { name: "Back to the mark" }).click();
    await expectInSight(page.locator("[data-mark]"));
    await page.getByLabel("Find in report").fill("zebrawood");
    await page.getByText("No matches").waitFor();
    const box = page.getByLabel("Go to page");
    await box.fill("5");
    await box.press("Enter");
    await page.getByText(/^Page 5 of/).waitFor();
    const height = async () => (await page.locator("#page-5").boundingBox())?.height ?? 0;
    await expect.poll(height).toBeGreaterThan(0);
    const before = await height();
    await page.getByRole("button", { name: "Fit page" }).click();
    await expect.poll(height).toBeLessThan(before);
    await page.getByRole("button", { name: "Fit width" }).click();
    await expect.poll(height).toBeCloseTo(before, 0);
    await expectNoProblems();
  });
});
