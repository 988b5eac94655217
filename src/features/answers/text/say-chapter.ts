import type { Sentence } from "../passages/sentences.ts";
import type { Chapter } from "./chapters.ts";
import type { Draft } from "./draft.ts";

const PARTS_SAID = 8;

/** The parts of a chapter by their headings. One with a number could only be said with its own place; one in small letters is torn. */
export function partTitles({ parts, title: own }: Chapter): string[] {
  return [...new Set(parts.map(({ title }) => title))].filter(
    (title) => title !== own && /^\p{Lu}\D*$/u.test(title),
  );
}

/** The title of a chapter with those of its parts, then some of its sentences; false where none can be quoted. */
export function sayChapter(
  draft: Draft,
  chapter: Chapter,
  { titles, sentences }: { titles: readonly string[]; sentences: readonly Sentence[] },
): boolean {
  const said = titles.slice(0, PARTS_SAID).join("; ");
  const more = titles.length > PARTS_SAID ? "; and others" : "";
  draft.cite(`“${chapter.title}”`, chapter.page).add(said === "" ? ". " : `: ${said}${more}. `);
  return sentences.filter((sentence) => draft.quote(sentence)).length > 0;
}
