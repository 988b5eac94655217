import { contentTermsOf } from "../../answers/index.ts";
import type { PageRecord } from "../../reports/index.ts";
import type { Field } from "../builders/field-mapping.ts";

type Block = PageRecord["blocks"][number];

export interface PlacedBlock {
  page: PageRecord;
  block: Block;
}

/** The content below a heading, up to the next one. */
export interface Section {
  heading: string;
  level: number;
  /** The words of its heading and of its parent headings. */
  terms: string[];
  above: string[];
  blocks: PlacedBlock[];
}

export interface MatchedSection {
  section: Section;
  /** Position in the outline. */
  at: number;
  /** How well the heading matches, 0 to 1. */
  score: number;
}

const LEVELS = 3;
/** Text repeated on more pages than this is a page header or footer. */
const REPEATED_PAGES_MAX = 4;
const RUNNING_TITLE_LENGTH_MAX = 160;
const HEADING_LENGTH_MAX = 120;
const HEADING_SHARE_MIN = 0.5;
const SCORE_MIN = 0.55;
const NAME_WORDS_MAX = 4;
const NUMBERING = /^(?:(?:note|item|part)\s+)?[\divxa-c]{1,4}[.:)]?\s+(?=\p{L})/iu;
const LEADERS = /(?:[.…·]\s*){4,}/;
/** Words of headings and labels that do not distinguish one thing from another. */
const LIGHT = new Set(
  "date fiscal year coming next period company report total main principal key significant".split(" "),
);

/** The report as sections, without page headers and footers and without its table of contents. */
export function outlineOf(pages: readonly PageRecord[]): Section[] {
  const running = findRunning(pages);
  const sections: Section[] = [];
  const path: (Section | null)[] = Array.from({ length: LEVELS }, () => null);
  for (const page of pages) {
    for (const block of page.blocks) {
      if (LEADERS.test(block.text) || running.has(withoutDigits(block.text))) continue;
      if (block.kind !== "heading") {
        sections.at(-1)?.blocks.push({ page, block });
        continue;
      }
      const level = Math.min(LEVELS, Math.max(1, block.level ?? LEVELS));
      const above = path.slice(0, level - 1).flatMap((one) => one?.terms ?? []);
      const heading = block.text.replace(/\s+/g, " ");
      const terms = contentTermsOf(heading.replace(NUMBERING, ""));
      const section: Section = { heading, level, terms, above, blocks: [] };
      path[level - 1] = section;
      path.fill(null, level);
      sections.push(section);
    }
  }
  return sections;
}

function findRunning(pages: readonly PageRecord[]): Set<string> {
  const pagesOf = new Map<string, number>();
  for (const { blocks } of pages) {
    const short = blocks.filter(({ text }) => text.length <= RUNNING_TITLE_LENGTH_MAX);
    for (const text of new Set(short.map((block) => withoutDigits(block.text))))
      pagesOf.set(text, (pagesOf.get(text) ?? 0) + 1);
  }
  return new Set([...pagesOf].filter(([, count]) => count > REPEATED_PAGES_MAX).map(([text]) => text));
}

function withoutDigits(text: string): string {
  return text.replace(/[\d\s]+/g, "");
}

/** The sections below one, up to the next of the same level. */
export function sectionsBelow(outline: readonly Section[], at: number): Section[] {
  const level = outline[at]?.level ?? LEVELS;
  const end = outline.findIndex((section, index) => index > at && section.level <= level);
  return outline.slice(at + 1, end < 0 ? undefined : end);
}

/** The distinctive words of a label; all of them when none is distinctive. */
export function distinctiveTerms(label: string): string[] {
  return distinctiveOf(contentTermsOf(label));
}

function distinctiveOf(all: readonly string[]): string[] {
  const terms = [...new Set(all.filter((term) => !/\d/.test(term)))];
  const distinctive = terms.filter((term) => !LIGHT.has(term));
  return distinctive.length > 0 ? distinctive : terms;
}

/** Names reports may use: the label, and short names in the description, separated by commas. */
export function namesOf(label: string, { description = "" }: Field): string[] {
  const others = description.split(/[,;]/).map((name) => name.trim());
  return [label, ...others.filter((name) => name !== "" && name.split(/\s+/).length <= NAME_WORDS_MAX)];
}

/** Sections whose heading, with its parents, matches one of the names and little else; the best first. */
export function matchSections(outline: readonly Section[], names: readonly string[]): MatchedSection[] {
  const matched = names.flatMap((name) => matchName(outline, name));
  const best = new Map<number, MatchedSection>();
  for (const one of matched) if (one.score > (best.get(one.at)?.score ?? 0)) best.set(one.at, one);
  return [...best.values()].sort((a, b) => b.score - a.score || a.at - b.at);
}

function matchName(outline: readonly Section[], name: string): MatchedSection[] {
  const wanted = new Set(distinctiveTerms(name));
  const whole = new Set(contentTermsOf(name));
  return outline.flatMap((section, at) => {
    const { heading, terms, above } = section;
    if (heading.length > HEADING_LENGTH_MAX || !terms.some((term) => wanted.has(term))) return [];
    const own = distinctiveOf(terms);
    const share = own.filter((term) => wanted.has(term)).length / Math.max(1, own.length);
    const context = new Set([...own, ...above]);
    if (share < HEADING_SHARE_MIN || ![...wanted].every((term) => context.has(term))) return [];
    const same = terms.filter((term) => whole.has(term)).length;
    const similarity = (2 * same) / (terms.length + whole.size);
    const score = Math.min(1, (share + similarity) / 2);
    return score < SCORE_MIN ? [] : [{ section, at, score }];
  });
}
