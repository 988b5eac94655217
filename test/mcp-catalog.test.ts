import { chromium } from "playwright-core";
import { describe, expect, it } from "vitest";
import { findSeriousFaults } from "./accessibility.ts";
import { startTestApp } from "./app.ts";
import { browserOptions, hasBrowser } from "./browser.ts";

const app = await startTestApp();

describe.runIf(hasBrowser)("the MCP catalog page", () => {
  it("shows what clients see, and calls a tool, a resource and a prompt with the reader's key", async () => {
    const { key } = await app.addAccount();
    const browser = await chromium.launch(browserOptions);
    try {
      const context = await browser.newContext();
      const page = await context.newPage();
      const troubles: string[] = [];
      page.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
      page.on("pageerror", (error) => troubles.push(String(error)));
      page.on("request", (request) => {
        if (!request.url().startsWith(app.baseUrl)) troubles.push(`elsewhere: ${request.url()}`);
      });
      await page.goto(`${app.baseUrl}/mcp/docs`);
      await page.getByLabel("API key for trying things here").fill(key);
      const tool = page.locator("article#balance");
      await tool.getByRole("button", { name: "Call" }).click();
      await expect.poll(() => tool.locator(".result").textContent()).toContain('"available": 1000');
      const failing = page.locator("article#find_company");
      await failing.getByRole("button", { name: "Call" }).click();
      await expect.poll(() => failing.locator(".result.failed").textContent()).toContain("Validation error");
      const resource = page.locator("#resources article").first();
      await resource.getByRole("button", { name: "Read" }).click();
      await expect.poll(() => resource.locator(".result").textContent()).toContain("lv3_id");
      const prompt = page.locator("#prompts article").first();
      await prompt.locator("input").first().fill("Kestrel");
      await prompt.getByRole("button", { name: "Write" }).click();
      await expect.poll(() => prompt.locator(".result").textContent()).toContain("Kestrel");
      expect(await findSeriousFaults(page)).toEqual([]);
      expect(troubles).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
