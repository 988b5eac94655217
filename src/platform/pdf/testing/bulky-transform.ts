import type { PageTransform } from "../page.ts";

/**
 * Produces a large result for every page and reports when, so that a test can see whether a slow consumer holds it
 * back.
 */
export const transformPage: PageTransform = () => {
  return { result: { madeAt: Date.now() }, body: "x".repeat(500_000), carry: null };
};
