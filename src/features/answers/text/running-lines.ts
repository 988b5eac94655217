import type { PageRecord } from "../../reports/index.ts";
import { withSurroundings } from "./candidates.ts";

/** A sentence on so many pages, apart from its numbers, is a header or a footer: it says nothing of what is on them. */
const PAGES_MIN = 4;

const known = new WeakMap<readonly PageRecord[], ReadonlySet<string>>();

const bare = (text: string) => text.replace(/[\d\s]+/g, " ").trim();

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
  return new Set([...counts].flatMap(([text, count]) => (count >= PAGES_MIN ? [text] : [])));
}
