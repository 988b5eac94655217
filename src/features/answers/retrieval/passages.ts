import type { PageRecord } from "../../reports/index.ts";
import type { SearchChunk } from "./page-ranker.ts";

const LETTERS_MAX = 900;
const HEADING_LEVELS = 3;

/** The passages of a report in reading order, each with the headings it stands under. */
export function passagesOf(pages: readonly PageRecord[]): SearchChunk[] {
  const passages: SearchChunk[] = [];
  const headings: (string | null)[] = Array.from({ length: HEADING_LEVELS }, () => null);
  for (const { page, blocks } of pages) {
    for (const { kind, level, text } of blocks) {
      if (kind === "heading") {
        const at = Math.min(HEADING_LEVELS, Math.max(1, level ?? HEADING_LEVELS)) - 1;
        headings[at] = text;
        headings.fill(null, at + 1);
        continue;
      }
      const heading = headings.filter((one) => one !== null).join(" · ");
      for (const piece of pieces(text)) passages.push({ page, heading: heading || null, text: piece });
    }
  }
  return passages;
}

/** Long tables and paragraphs are divided at line ends, so that one passage is about one thing. */
function pieces(text: string): string[] {
  if (text.length <= LETTERS_MAX) return [text];
  const parts: string[] = [];
  let part = "";
  for (const line of text.split(/(?<=\n)|(?<=[.;]\s)/)) {
    if (part !== "" && part.length + line.length > LETTERS_MAX) {
      parts.push(part);
      part = "";
    }
    part += line;
  }
  return [...parts, part];
}
