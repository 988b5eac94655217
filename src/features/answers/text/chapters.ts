import type { PageRecord } from "../../reports/index.ts";
import { type Sentence, sentencesOf } from "../passages/sentences.ts";

type Block = PageRecord["blocks"][number];

/** A part of the report under one heading, with the headings inside it. */
export interface Chapter {
  title: string;
  page: number;
  parts: { title: string; page: number }[];
  letters: number;
  sentences: () => Sentence[];
}

const NUMBERED =
  /^(?:(?:item|note|part|section)\s*)?(?:\d{1,2}[A-Z]?|[IVX]{1,4})\s*[.:)—–-]\s*|^(?:item|note)\s+\d{1,2}[A-Z]?\s+/i;
/** A line that is repeated on every page is no part of a chapter. */
const REPEATED_MIN = 3;
const PART_LETTERS_MAX = 110;

/** A heading without its number. */
function bareTitle(text: string): string {
  return text
    .replace(NUMBERED, "")
    .replace(/[.:]+$/, "")
    .trim();
}

/** The chapters whose title is as wanted. One ends at the next heading that is as high, or numbered like it. */
export function findChapters(pages: readonly PageRecord[], isWanted: (title: string) => boolean): Chapter[] {
  const placed = pages.flatMap((page) => page.blocks.map((block) => ({ page, block })));
  const counts = new Map<string, number>();
  for (const { block } of placed)
    if (block.kind === "heading") counts.set(block.text, (counts.get(block.text) ?? 0) + 1);
  const isRepeated = ({ text }: Block) => (counts.get(text) ?? 0) >= REPEATED_MIN;
  return placed.flatMap(({ page, block }, at) => {
    if (block.kind !== "heading" || isRepeated(block) || !isWanted(bareTitle(block.text))) return [];
    const isOutside = (other: Block) =>
      other.kind === "heading" &&
      !isRepeated(other) &&
      (isAbove(other, block) || (isNumbered(other) && (isNumbered(block) || other.level === block.level)));
    const end = placed.findIndex((other, index) => index > at && isOutside(other.block));
    const inside = placed.slice(at + 1, end < 0 ? undefined : end);
    const text = inside.filter((one) => one.block.kind === "text");
    return [
      {
        title: bareTitle(block.text),
        page: page.page,
        parts: inside
          .filter(({ block: part }) => part.kind === "heading" && !isRepeated(part))
          .map(({ block: part, page: own }) => ({ title: bareTitle(part.text), page: own.page }))
          .filter(({ title }) => /\p{L}{3}/u.test(title) && title.length <= PART_LETTERS_MAX),
        letters: text.reduce((sum, one) => sum + one.block.text.length, 0),
        sentences: () =>
          [...Map.groupBy(text, (one) => one.page)].flatMap(([own, blocks]) =>
            sentencesOf(own).filter(({ box }) => blocks.some((one) => one.block.box === box)),
          ),
      },
    ];
  });
}

const isNumbered = ({ text }: Block) => NUMBERED.test(text);

/** Unnumbered headings as high as a numbered one are often its parts. */
function isAbove(other: Block, own: Block): boolean {
  const [level, base] = [other.level ?? 0, own.level ?? 0];
  return level < base || (level === base && !isNumbered(own));
}
