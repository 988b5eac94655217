import { chromium } from "playwright-core";
import { describe, expect, it } from "vitest";
import { findSeriousFaults } from "./accessibility.ts";
import { startTestApp } from "./app.ts";
import { browserOptions, hasBrowser } from "./browser.ts";

const app = await startTestApp({ demo: true, rate_factor: 100 });

describe("the console", { timeout: 90_000 }, () => {
  it.runIf(hasBrowser)(
    "lets a person in with a key, finds a company, and is usable by everybody",
    async () => {
      const { key } = await app.addAccount();
      const browser = await chromium.launch(browserOptions);
      const page = await browser.newPage();
      const troubles: string[] = [];
      page.on("pageerror", (error) => troubles.push(String(error)));
      page.on(
        "request",
        (request) => request.url().startsWith(app.baseUrl) || troubles.push(`outside: ${request.url()}`),
      );
      await page.goto(`${app.baseUrl}/`);
      await page.getByLabel("API key").fill("flr_live_wrong");
      await page.getByRole("button", { name: "Open" }).click();
      await page.getByRole("alert").getByText("Invalid API key").waitFor();
      expect(await findSeriousFaults(page)).toEqual([]);

      await page.getByLabel("API key").fill(key);
      await page.getByRole("button", { name: "Open" }).click();
      await page.getByText("1,000").waitFor();
      await page.getByLabel("Name").fill("siemens");
      await page.getByText("Siemens Aktiengesellschaft").waitFor();
      expect(await findSeriousFaults(page)).toEqual([]);
      await browser.close();
      expect(troubles).toEqual([]);
    },
  );
});
