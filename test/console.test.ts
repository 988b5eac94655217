import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { describe, expect, it } from "vitest";
import { startTestApp } from "./app.ts";
import { browserOptions, hasBrowser } from "./browser.ts";

const app = await startTestApp({ demo: true, rate_factor: 100 });
const axe = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

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
      expect(await seriousFaults(page)).toEqual([]);

      await page.getByLabel("API key").fill(key);
      await page.getByRole("button", { name: "Open" }).click();
      await page.getByText("1,000").waitFor();
      await page.getByLabel("Name").fill("siemens");
      await page.getByText("Siemens Aktiengesellschaft").waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      await browser.close();
      expect(troubles).toEqual([]);
    },
  );
});

async function seriousFaults(page: import("playwright-core").Page): Promise<string[]> {
  // By evaluation, since the page's own policy lets no foreign script in.
  await page.evaluate(axe);
  return page.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: axe puts itself on the window
    const { violations } = await (globalThis as any).axe.run();
    return violations
      .filter(({ impact }: { impact: string }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }: { id: string; nodes: { html: string }[] }) => `${id}: ${nodes[0]?.html}`);
  });
}
