import type { PageRecord } from "../../reports/index.ts";
import { withSurroundings } from "./candidates.ts";

/** A sentence on such a share of the pages, and on so many of a short report, is a header or a footer: it says nothing of them. */
const PAGES_SHARE = 0.25;
const PAGES_MIN = 4;

const known = new WeakMap<readonly PageRecord[], ReadonlySet<string>>();

/** Without the number of the page. */
const bare = (text: string) => text.replace(/^\d+\s+|\s+\d+$/g, "");

/** Whether a sentence is a header or a footer of the report's pages. */
export function runningLines(pages: readonly PageRecord[]): (text: string) => boolean {
  const lines = known.get(pages) ?? findRunningLines(pages);
  known.set(pages, lines);
  return (text) => lines.has(bare(text));
}

function findRunningLines(pages: readonly PageRecord[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const page of pages) {
    const own = new Set(withSurroundings(page).map(({ sentence }) => bare(sentence.text)));
    for (const text of own) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const least = Math.max(PAGES_MIN, PAGES_SHARE * pages.length);
  return new Set([...counts].flatMap(([text, count]) => (count >= least ? [text] : [])));
}
