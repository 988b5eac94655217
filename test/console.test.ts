import { describe, expect, it } from "vitest";
import { startTestApp } from "./app.ts";
import { hasBrowser } from "./browser.ts";
import { openConsole, PATIENCE_MILLISECONDS } from "./console-visit.ts";

const app = await startTestApp({ demo: true, rate_factor: 100 });
const visitConsole = await openConsole(app);

describe.runIf(hasBrowser)("the console", { timeout: 600_000 }, () => {
  it("sends a signed-out person to the sign-in page and back, and shows the account", async () => {
    const { page, open, expectNoProblems } = await visitConsole();
    await page.getByRole("heading", { name: "Ask", exact: true }).waitFor();
    await expectNoProblems();
    await open("/overview");
    await page.getByText("of 1,000 granted").waitFor();
    await page.getByText("Nothing was spent in the last 30 days").first().waitFor();
    await expectNoProblems();
  });

  it("404: does not answer a missing script with the page", async () => {
    expect((await app.call("GET", "/console/assets/index-gone.js")).json.code).toBe("path_not_found");
  });

  it("can be navigated by keyboard alone", async () => {
    const { page } = await visitConsole();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("settings");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/console/settings");
    // After navigation the focus is on the whole page, which needs no focus ring.
    const ring = "getComputedStyle(document.querySelector('main:focus')).outlineStyle";
    await expect.poll(() => page.evaluate(ring)).toBe("none");
  });

  it("resets a page when it is opened again, also by keyboard from the page itself", async () => {
    const { page, open } = await visitConsole();
    const search = async (text: string, where: string) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: /^A page/ }).fill(text);
      await page.getByRole("option", { name: where }).click();
    };
    await open("/companies?name=apple");
    await search("siemens", "Search companies for");
    await page
      .getByRole("link", { name: /Siemens/ })
      .first()
      .waitFor();
    expect(await page.getByLabel("Find a company").inputValue()).toBe("siemens");
    await page.goBack();
    await page.getByRole("link", { name: /Apple/ }).first().waitFor();
    await open("/news?keywords=Haldrewick");
    await search("Tessandral", "Search news for");
    await expect.poll(() => page.getByLabel("Keywords").inputValue()).toBe("Tessandral");
  });

  it("keeps the chosen theme, even before the first paint", async () => {
    const { page } = await visitConsole({ colorScheme: "light" });
    const background = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
    const light = await background();
    await page.getByRole("button", { name: "Dark", exact: true }).click();
    expect(await background()).not.toBe(light);
    await page.reload({ waitUntil: "commit" });
    await expect
      .poll(() => page.evaluate("document.documentElement.dataset.theme"), { timeout: PATIENCE_MILLISECONDS })
      .toBe("dark");
  });

  it("signs out", async () => {
    const { page } = await visitConsole();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL("**/sign-in**");
    await page.goBack();
    await page.waitForURL("**/sign-in**");
  });

  it("fits a phone", async () => {
    const { page, expectNoProblems } = await visitConsole({ viewport: { width: 390, height: 844 } });
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("link", { name: "Reports", exact: true }).waitFor();
    await expectNoProblems();
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Reports", exact: true }).waitFor({ state: "hidden" });
    expect(await page.evaluate("document.activeElement.ariaLabel")).toBe("Menu");
  });

  it("breaks names that are wider than a phone", async () => {
    const { page, open, expectNoProblems } = await visitConsole({ viewport: { width: 390, height: 844 } });
    await open("/agents/new");
    await page.getByLabel("Start from").selectOption("Income statement");
    await page.getByLabel("Name", { exact: true }).fill("Donaudampfschifffahrtsgesellschaft".repeat(4));
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: /^Donau/ }).waitFor();
    await expectNoProblems();
    await page.getByRole("link", { name: "All agents" }).click();
    await page.getByRole("link", { name: /^Donau/ }).waitFor();
    await expectNoProblems();
  });
});
