import { chromium } from "playwright-core";
import { describe, expect, it } from "vitest";
import { startTestApp } from "./app.ts";
import { browserOptions, hasBrowser } from "./browser.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { PATIENCE_MILLISECONDS } from "./console-visit.ts";
import { addPerson, PASSWORD } from "./person.ts";

const app = await startTestApp();

describe.runIf(hasBrowser)("a browser that keeps pages for its Back button", () => {
  it("shows nothing of the console after signing out", async () => {
    // Playwright switches this off.
    const ignoreDefaultArgs = ["--disable-back-forward-cache"];
    const browser = await chromium.launch({ ...browserOptions, ignoreDefaultArgs });
    onTestFileEnd(() => browser.close());
    const { email } = await addPerson(app);
    const context = await browser.newContext({ locale: "en-GB" });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MILLISECONDS);
    const site = app.baseUrl.replace("127.0.0.1", "localhost");
    await page.goto(`${site}/sign-in?next=/console/`);
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByText("No threads yet").waitFor();
    const otherTab = await context.newPage();
    await otherTab.goto(`${site}/console/settings/members`);
    await otherTab.getByText(email).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL("**/sign-in**");
    // The other tab would show the account for as long as it is open.
    await otherTab.waitForURL("**/sign-in?next=%2Fconsole%2Fsettings%2Fmembers");
    await page.goBack({ waitUntil: "commit" });
    await page.waitForURL("**/sign-in**");
    await page.getByLabel("Password").waitFor();
    expect(await page.getByText("Earlier threads").count()).toBe(0);
  });
});
