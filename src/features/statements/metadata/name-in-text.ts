import type { PageRecord } from "../../reports/index.ts";
import { LEGAL_FORM } from "./legal-forms.ts";

/** Whose statements, members or directors a report speaks of: an audit report and a directors' report name the company so. */
const OF = "of";
const STRONG_WORDS =
  /\b(?:financial (?:statements|report)|annual (?:report|accounts)|to the (?:members|shareholders|stockholders|unitholders|owners|board of directors)(?: and (?:the )?(?:board of )?directors)?)$/u;
const WORDS = new Set(
  "members shareholders stockholders unitholders directors owners statements report accounts".split(" "),
);
const WEAK_WORDS = new Set("members shareholders stockholders unitholders directors".split(" "));
const LETTERS_BEFORE = 70;
const WORD_LETTERS = 16;
const STRONG = 3;
const WEAK = 1;
const WEIGHT_MIN = 3;
const LETTERS_AFTER = 90;
const WORDS_MAX = 9;
const NAME_WORD = /^(?:[\p{Lu}\p{N}&(“"'].*|of|and|the|de|la|du|des|für|und|y|&|\p{Ll}{1,4}\p{Lu}.*)$/u;
/** What is no name, or the name of another: "members of the audit committee", "directors of our company". */
const NO_NAME =
  /^(?:the|our|its|their|this|that|such|each|any|all|a|an|other|both|which|certain|these|those|consolidated)$/i;
const PAGES_MAX = 60;
const CANDIDATES_MAX = 8;

interface Named {
  name: string;
  weight: number;
}

/** The company that most sentences name as the one the report is of; null where none does. */
export function findNameInText(pages: readonly PageRecord[]): string | null {
  const names = new Map<string, Named>();
  for (const { text } of pages) {
    for (const { before, after } of listPlaces(text)) {
      const weight = weighContext(before);
      const name = weight === 0 ? null : readName(after);
      if (name !== null) addName(names, name, weight);
    }
  }
  return mostNamed(pages, [...names.values()]);
}

/** What is before and after each "of" behind one of the words: a pattern over all text takes as long as all else. */
function listPlaces(text: string): { before: string; after: string }[] {
  const lower = text.toLowerCase();
  const found: { before: string; after: string }[] = [];
  for (let at = lower.indexOf(OF, 1); at > 0; at = lower.indexOf(OF, at + OF.length)) {
    const end = at + OF.length;
    if (
      !isSpace(lower[at - 1]) ||
      !isSpace(lower[end]) ||
      !WORDS.has(lastWord(lower.slice(Math.max(0, at - WORD_LETTERS), at - 1)))
    )
      continue;
    found.push({
      before: lower.slice(Math.max(0, at - LETTERS_BEFORE), at - 1).replace(/\s+/g, " "),
      after: text.slice(end, end + LETTERS_AFTER).trimStart(),
    });
  }
  return found;
}

const isSpace = (letter: string | undefined) => letter === " " || letter === "\n";

function lastWord(text: string): string {
  return text.slice(Math.max(text.lastIndexOf(" "), text.lastIndexOf("\n")) + 1);
}

function weighContext(before: string): number {
  if (STRONG_WORDS.test(before)) return STRONG;
  return WEAK_WORDS.has(lastWord(before)) ? WEAK : 0;
}

function addName(names: Map<string, Named>, name: string, weight: number): void {
  const known = names.get(name.toLowerCase());
  if (!known) names.set(name.toLowerCase(), { name, weight });
  else {
    known.weight += weight;
    if (isCapitals(known.name)) known.name = name;
  }
}

function isCapitals(name: string): boolean {
  return name === name.toUpperCase();
}

const LONGER_SHARE_MIN = 0.2;

/**
 * Named so, and on many pages: the companies that directors come from, and auditors, are on few. In full where it is
 * also named shorter.
 */
function mostNamed(pages: readonly PageRecord[], names: readonly Named[]): string | null {
  const likely = names
    .filter(({ weight }) => weight >= WEIGHT_MIN)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, CANDIDATES_MAX);
  if (likely.length < 2) return likely[0]?.name ?? null;
  const texts = pages.slice(0, PAGES_MAX).map(({ text }) => text.toLowerCase());
  const scored = likely
    .map(({ name, weight }) => {
      const lower = name.toLowerCase();
      return { name, lower, score: weight * (1 + texts.filter((text) => text.includes(lower)).length) };
    })
    .toSorted((a, b) => b.score - a.score);
  const [best] = scored;
  const [longest] = scored
    .filter(
      ({ lower, score }) =>
        lower.includes(best?.lower ?? "") && score >= (best?.score ?? 0) * LONGER_SHARE_MIN,
    )
    .toSorted((a, b) => b.name.length - a.name.length);
  return (longest ?? best)?.name ?? null;
}

/** The name that a text begins with; null where it does not end with a legal form. */
function readName(text: string): string | null {
  const words = dropJoiners(takeWords(text));
  const end = words.findLastIndex(({ bare, endsLine }, at) => {
    const isEnd = at === words.length - 1 || endsLine;
    return at > 0 && isEnd && LEGAL_FORM.test(bare);
  });
  if (end < 0) return null;
  const name = words.slice(0, end + 1).map(({ word }) => word);
  return [...name.slice(0, -1), words[end]?.bare ?? ""].join(" ");
}

/** "Harrow Corporation and its subsidiaries". */
function dropJoiners(words: readonly Word[]): readonly Word[] {
  const last = words.findLastIndex(({ word }) => !/^(?:of|and|the|&|und|et|y)$/.test(word));
  return words.slice(0, last + 1);
}

interface Word {
  word: string;
  /** Without the marks behind it. */
  bare: string;
  endsLine: boolean;
}

/** The words that may be part of the name. */
function takeWords(text: string): Word[] {
  const taken: Word[] = [];
  for (const match of text.matchAll(/(\S+)(\s*)/gu)) {
    const [, word = "", space = ""] = match;
    const isFirst = taken.length === 0;
    const bare = word
      .replace(/[,;:)”"’]+$/u, "")
      .replace(/(?<!\b(?:Inc|Corp|Co|Ltd|L\.P|N\.V|S\.A))\.$/iu, "");
    const isName = NAME_WORD.test(word) || LEGAL_FORM.test(bare) || (isFirst && /^\p{Ll}/u.test(word));
    if (!isName || word.startsWith("(") || (isFirst && NO_NAME.test(word)) || taken.length >= WORDS_MAX)
      break;
    taken.push({ word, bare, endsLine: space.includes("\n") });
    // "Harrow Holdings, Inc.", but not "Harrow Limited, London".
    const hasMore =
      word.endsWith(",") &&
      /^\s*(?:inc|ltd|llc|l\.p|n\.v|s\.a)\b/iu.test(text.slice(match.index + match[0].length));
    if (/[;:)”"]$/u.test(word) || (/[,.]$/u.test(word) && LEGAL_FORM.test(bare) && !hasMore)) break;
  }
  return taken;
}
