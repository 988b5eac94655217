import type { PageTransform } from "../page.ts";

/** Passes on the words of a page unchanged; the carry counts pages. */
export const transformPage: PageTransform = (page, carry) => {
  const pagesBefore = typeof carry === "number" ? carry : 0;
  const { width, height, words } = page;
  return { result: { pagesBefore, width, height, words }, body: "", carry: pagesBefore + 1 };
};
