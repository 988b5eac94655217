import type { PageRecord } from "../../reports/index.ts";
import type { SearchChunk } from "./page-ranker.ts";

/** About 200 tokens. */
const LETTERS_MAX = 900;
const HEADING_LEVELS = 3;

/** The passages of a report in reading order, each with the headings above it. None crosses a page or a heading. */
export function passagesOf(pages: readonly PageRecord[]): SearchChunk[] {
  const passages: SearchChunk[] = [];
  const headings: (string | null)[] = Array.from({ length: HEADING_LEVELS }, () => null);
  for (const { page, blocks } of pages) {
    let isOpen = false;
    for (const { kind, level, text } of blocks) {
      if (kind === "heading") setHeading(headings, level, text);
      else addText(passages, { page, heading: pathOf(headings), text }, isOpen);
      isOpen = kind !== "heading";
    }
  }
  return passages;
}

function setHeading(headings: (string | null)[], level: number | null, text: string): void {
  const at = Math.min(HEADING_LEVELS, Math.max(1, level ?? HEADING_LEVELS)) - 1;
  headings[at] = text;
  headings.fill(null, at + 1);
}

function pathOf(headings: readonly (string | null)[]): string | null {
  return headings.filter((one) => one !== null).join(" · ") || null;
}

/** Short blocks are joined with the passage before them, if that is still open. */
function addText(passages: SearchChunk[], { text, ...place }: SearchChunk, isOpen: boolean): void {
  let last = isOpen ? passages.at(-1) : undefined;
  for (const piece of pieces(text)) {
    if (last && last.text.length + piece.length <= LETTERS_MAX) last.text += `\n${piece}`;
    else {
      last = { ...place, text: piece };
      passages.push(last);
    }
  }
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
