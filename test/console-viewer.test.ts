import { describe, expect, it } from "vitest";
import { startTestApp } from "./app.ts";
import { hasBrowser } from "./browser.ts";
import { expectInSight, openConsole } from "./console-visit.ts";

const app = await startTestApp({ demo: true, rate_factor: 100 });
const visitConsole = await openConsole(app);

describe.runIf(hasBrowser)("the pages of a report in the console", () => {
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
    await page.getByRole("button", { name: "Back to the highlight" }).click();
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

  it("are listed small or by their headings, turned with their marks, and quoted with their source", async () => {
    const { page, open, expectNoProblems } = await visitConsole({
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await open("/reports/rep_vujzjgh7sqyi?page=3&box=100,100,200,120");
    const mark = page.locator("[data-mark]");
    await expectInSight(mark);
    await page.getByRole("button", { name: "Pages and outline" }).click();
    const side = page.getByRole("complementary", { name: "Pages and outline" });
    await side
      .getByRole("button", { name: "Page 3", exact: true })
      .and(page.locator("[aria-current]"))
      .waitFor();
    await side.getByRole("button", { name: "Outline" }).click();
    await side.getByText("This document has no outline.").or(side.locator("li").first()).first().waitFor();
    await expectNoProblems();
    await page.getByRole("button", { name: "Pages and outline" }).click();
    const isUpright = async () => {
      const box = await mark.boundingBox();
      return box !== null && box.width > box.height;
    };
    expect(await isUpright()).toBe(true);
    await page.getByRole("button", { name: "Rotate pages" }).click();
    await expect.poll(isUpright).toBe(false);
    await expectInSight(mark);
    await page.getByRole("button", { name: "Copy with citation" }).click();
    await expect
      .poll(() => page.evaluate<string>("navigator.clipboard.readText()"))
      .toMatch(/\w[\s\S]*\n\n— .*Annual Report.*, page \d+$/);
    await expectNoProblems();
  });
});
