import type { PageTransform } from "../page.ts";

/** Fails on the second page. */
export const transformPage: PageTransform = (page) => {
  if (page.number === 2) throw new Error("no way to lay this out");
  return { result: null, body: "", carry: null };
};
