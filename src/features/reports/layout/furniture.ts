import type { LayoutLine } from "./layout.ts";

/** What stands at the top and bottom of page after page: running titles, page numbers. */
export type SeenLines = [text: string, times: number][];

/** So many lines at either end of a page may be furniture. */
const EDGE_LINES = 3;
/** Seen on this many pages before, a line is furniture. */
const TIMES_MIN = 2;
const SEEN_MAX = 48;
const SENTENCE_LETTERS_MIN = 40;
const PAGE_NUMBER =
  /^(?:page\s*)?[-–—]?\s*(?:[A-Z]{0,2}-?\d{1,4}|[ivxlc]{1,6})\s*(?:(?:of|\/)\s*\d{1,4})?\s*[-–—]?$/i;

/** Which lines of a page are furniture, by position, and what to remember for the next page. */
export function findFurniture(
  lines: readonly LayoutLine[],
  seen: SeenLines,
): { furniture: Set<number>; seen: SeenLines } {
  const furniture = new Set<number>();
  const before = new Map(seen);
  const counts = new Map(seen);
  for (const at of edges(lines.length)) {
    const text = lines[at]?.text ?? "";
    const pattern = text.toLowerCase().replace(/\d+/g, "0").replace(/\s+/g, "");
    // Lines of this page that are alike count once: only other pages make a line furniture.
    const times = before.get(pattern) ?? 0;
    if ((times >= TIMES_MIN && !isSentence(text)) || PAGE_NUMBER.test(text)) furniture.add(at);
    // Set anew, so that what was seen last stands last and what was not seen for long is forgotten.
    counts.delete(pattern);
    counts.set(pattern, times + 1);
  }
  return { furniture, seen: [...counts].slice(-SEEN_MAX) };
}

/** Text that happens to begin alike on several pages is still text. */
function isSentence(text: string): boolean {
  return text.length > SENTENCE_LETTERS_MIN && /[.;:]$/.test(text);
}

function edges(count: number): Set<number> {
  const positions = new Set<number>();
  for (let at = 0; at < Math.min(EDGE_LINES, count); at++) positions.add(at).add(count - 1 - at);
  return positions;
}
