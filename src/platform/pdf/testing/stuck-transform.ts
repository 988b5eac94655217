import type { PageTransform } from "../page.ts";

/** Never comes back from the second page, as an engine caught in an endless page would not. */
export const transformPage: PageTransform = (page) => {
  for (;;) if (page.number !== 2) return { result: null, body: "", carry: null };
};
