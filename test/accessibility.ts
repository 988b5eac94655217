import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

const axe = readFileSync("test/node_modules/axe-core/axe.min.js", "utf8");

/** A colour on its way to another one has a contrast that no one has time to see. */
const TRANSITIONS_END = `Promise.allSettled(
  document.getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().iterations === 1)
    .map(({ finished }) => finished),
).then(() => null)`;

/** What keeps people from using a page: the serious and critical findings of axe. */
export async function findSeriousFaults(page: Page): Promise<string[]> {
  // By evaluation, since the page's own policy lets no foreign script in.
  await page.evaluate(axe);
  await page.evaluate(TRANSITIONS_END);
  return page.evaluate(async () => {
    // Style sheets are not fetched again: the one rule that would read them is off by default.
    // biome-ignore lint/suspicious/noExplicitAny: axe puts itself on the window
    const { violations } = await (globalThis as any).axe.run({ resultTypes: ["violations"], preload: false });
    return violations
      .filter(({ impact }: { impact: string }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }: { id: string; nodes: { html: string }[] }) => `${id}: ${nodes[0]?.html}`);
  });
}
