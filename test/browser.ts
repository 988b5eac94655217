import { readFileSync } from "node:fs";
import type { LaunchOptions, Page } from "playwright-core";
import { ensureInstalled } from "./debian.ts";

const CHROMIUM = "/usr/bin/chromium";

/** A real browser for the tests that look at pages. */
export const hasBrowser = ensureInstalled(CHROMIUM, ["chromium"]);

export const browserOptions: LaunchOptions = {
  executablePath: CHROMIUM,
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};

/** What keeps some people from using a page, as axe sees it. */
export async function seriousFaults(page: Page): Promise<string[]> {
  // By evaluation, since a page's own policy lets no foreign script in.
  await page.evaluate(readFileSync("node_modules/axe-core/axe.min.js", "utf8"));
  return page.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: axe puts itself on the window
    const { violations } = await (globalThis as any).axe.run();
    return violations
      .filter(({ impact }: { impact: string }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }: { id: string; nodes: { html: string }[] }) => `${id}: ${nodes[0]?.html}`);
  });
}
