import type { PageTransform } from "../page.ts";

/** Never returns from the second page, like an engine stuck in an endless page. */
export const transformPage: PageTransform = (page) => {
  for (;;) if (page.number !== 2) return { result: null, body: "", carry: null };
};
