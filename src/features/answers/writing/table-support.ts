/** What a statement about cells of tables asserts besides their numbers. */
import type { PageRecord } from "../../reports/index.ts";
import { bindAmounts } from "../claims/bind-amounts.ts";
import { DOWN, removeDirections, UP } from "../claims/direction-words.ts";
import type { CellEvidence, Evidence } from "../claims/evidence.ts";
import { contentRoots, expandedRoots, namesRow, namesSaid } from "../claims/match-label.ts";
import { SCALES } from "../claims/verify-statement.ts";
import type { SentenceLanguage } from "../data/sentence-words.ts";
import { namesIn, nameWords } from "../figures/lexicon.ts";
import { assertsTheSame, NEGATION } from "./same-assertion.ts";
import { isShownExtreme } from "./shown-extreme.ts";
import {
  type AssertedWord,
  assertedWords,
  evidenceSentences,
  findMissingInText,
  findUnsaid,
  isInstruction,
} from "./word-support.ts";

/** Sentences that belong together. */
const WINDOW = 3;

interface SupportOptions {
  pages: readonly PageRecord[];
  /** What proves the numbers of the statement. */
  support: readonly Evidence[];
  /** The cells of the pages. */
  cells: readonly CellEvidence[];
  /** Of the company that the report is about. */
  names: readonly string[];
  /** The language it was written in; null for English. */
  language: SentenceLanguage | null;
  /** Its amounts show what rose or fell, so no sentence need say it. */
  isDirectionShown: boolean;
}

/** What a statement asserts besides its numbers must be said on its pages. Returns the words that are not, or null. */
export function findUnsupportedWords(statement: string, options: SupportOptions): string[] | null {
  const labels = labelsOf(options.support);
  const own = new Set([
    ...contentRoots(options.names.join(" ")),
    ...measureRoots(statement, options.support),
  ]);
  const said = assertedWords(statement, options.language).filter(
    ({ text, root, isRestriction }) => (isRestriction || !own.has(root)) && !isShownExtreme(text, options),
  );
  if (labels.length === 0) {
    const words = options.isDirectionShown ? removeDirections(statement) : statement;
    return findMissingInText(words, said, options.pages.flatMap(evidenceSentences));
  }
  const unproven = findUnproven(statement, labels, options);
  return unproven === null ? findMissingWords(statement, said, { ...options, labels }) : [unproven];
}

/** A measure that was computed is called by its name: "effective tax rate". */
function measureRoots(statement: string, support: readonly Evidence[]): string[] {
  if (!support.some(({ kind }) => kind === "computed")) return [];
  return namesIn(statement).flatMap(({ words, meaning }) =>
    meaning.kind === "measure" ? contentRoots(words.join(" ")) : [],
  );
}

/**
 * The words that neither the rows of the numbers nor the headings above them have, and that no sentence about these
 * rows says. Words of other rows prove nothing: revenue of Asia is not the row "Revenue" of a page that has Asia too.
 */
function findMissingWords(
  statement: string,
  said: readonly AssertedWord[],
  { labels, pages, support, names }: SupportOptions & { labels: readonly string[] },
): string[] | null {
  const known = new Set([
    ...expandedRoots(labels.join(" ")),
    ...labels.flatMap((label) => namesSaid(label, statement)),
    ...contentRoots([...names, ...pages.flatMap(headingsOf), ...sectionsOf(support, pages)].join("\n")),
  ]);
  const missing = said.filter(({ root, isRestriction }) => isRestriction || !known.has(root));
  if (missing.length === 0) return null;
  const isSaid = windowsOf(pages.flatMap(evidenceSentences)).some(
    (window) =>
      findUnsaid(missing, window).length === 0 &&
      labels.some((label) => namesRow(window, label)) &&
      assertsTheSame(statement, window),
  );
  return isSaid ? null : missing.map(({ text }) => text);
}

const SUPPOSITION =
  /\b(?:will|would|could|should|might|may|if|unless|expected|wird|würde|könnte|pourrait|podría|potrebbe)\b/u;
const FUTURE =
  /\b(?:due|payable|maturit|future|expected|commitment|remaining|thereafter|forecast|guidance|outlook|target)/i;

/** A word for what no table shows: a denial, a supposition, another year, the movement of another row, a comparison. */
function findUnproven(
  statement: string,
  labels: readonly string[],
  { pages, support, cells }: SupportOptions,
): string | null {
  const isAboutFuture = FUTURE.test([...labels, ...pages.flatMap(headingsOf)].join(" "));
  const supposition = isAboutFuture ? null : SUPPOSITION.exec(statement);
  return (
    NEGATION.exec(statement)?.[0] ??
    supposition?.[0] ??
    findOtherYear(statement, { support, pages }) ??
    findOtherPart(statement, pages) ??
    findOtherFigure(statement, labels, [...pages.flatMap(headingsOf), ...sectionsOf(support, pages)]) ??
    findOtherDirection(statement, { labels, cells }) ??
    findWrongComparison(statement)
  );
}

const labelsOf = (support: readonly Evidence[]): string[] =>
  support.flatMap((one) => (one.kind === "cell" ? [one.label] : one.kind === "computed" ? one.labels : []));

/** Titles, captions and the heads of columns: what is said of every row below them. */
function headingsOf({ blocks, tables }: PageRecord): string[] {
  return [
    ...blocks.flatMap(({ kind, text }) => (kind === "heading" && !isInstruction(text) ? text : [])),
    ...tables.flatMap(({ caption, columns }) => [caption ?? "", ...columns.map(({ head }) => head)]),
  ];
}

/** The headings inside a table that the rows of the numbers are below. */
function sectionsOf(support: readonly Evidence[], pages: readonly PageRecord[]): string[] {
  return support.flatMap((one) => {
    if (one.kind !== "cell") return [];
    return pages.find(({ page }) => page === one.page)?.rows[one.row]?.section ?? [];
  });
}

function windowsOf(sentences: readonly string[]): string[] {
  return sentences.flatMap((_, at) =>
    Array.from({ length: WINDOW }, (_none, count) => sentences.slice(at, at + count + 1).join(" ")),
  );
}

const YEAR = /\b(?:19|20)\d{2}\b/g;

/** A year that no number of the statement is of; the earlier year of a change is that of the row's other column. */
function findOtherYear(
  statement: string,
  { support, pages }: Pick<SupportOptions, "support" | "pages">,
): string | null {
  const years = new Set(
    support.flatMap((one) => (one.kind === "cell" ? [one.year] : one.kind === "computed" ? one.years : [])),
  );
  const isOpen =
    years.has(null) || UP.test(statement) || DOWN.test(statement) || /\bcompared\b/i.test(statement);
  const printed = isOpen ? new Set(pages.flatMap(({ text }) => text.match(YEAR) ?? [])) : new Set<string>();
  return statement.match(YEAR)?.find((year) => !years.has(Number(year)) && !printed.has(year)) ?? null;
}

/** The name of a figure that is called so nowhere: "interest income" is no row "interest" of a statement of income. */
function findOtherFigure(
  statement: string,
  labels: readonly string[],
  headings: readonly string[],
): string | null {
  const printed = [...labels, ...headings].map((text) => ` ${nameWords(text).join(" ")} `);
  const known = new Set([
    ...contentRoots(labels.join(" ")),
    ...labels.flatMap((label) => namesSaid(label, statement)),
  ]);
  const figures = new Set(labels.flatMap(namesIn).map(({ meaning }) => JSON.stringify(meaning)));
  const other = namesIn(statement).find(
    ({ words, meaning }) =>
      meaning.kind === "concept" &&
      words.length > 1 &&
      !figures.has(JSON.stringify(meaning)) &&
      !printed.some((text) => text.includes(` ${words.join(" ")} `)) &&
      !contentRoots(words.join(" ")).every((root) => known.has(root)),
  );
  return other ? other.words.join(" ") : null;
}

const MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)";
const PART_OF_YEAR = new RegExp(
  `\\b(?:Q[1-4]|(?<=\\b(?:in|during|for|of)\\s)${MONTH}(?=\\s+(?:of\\s+)?(?:19|20)\\d{2}))\\b`,
  "i",
);

/** A quarter or month that no heading gives: the amount of a year is not that of its last month. */
function findOtherPart(statement: string, pages: readonly PageRecord[]): string | null {
  const [part] = PART_OF_YEAR.exec(statement) ?? [];
  return part === undefined || pages.flatMap(headingsOf).join(" ").includes(part) ? null : part;
}

const CLAUSE_END = /[;,](?!\d)\s|\s(?:and|but|while|whereas|although|as|und|et|y|e|en)\s/iu;

/** A rise or fall of another row than those of the numbers, unless its cells show it. */
function findOtherDirection(
  statement: string,
  { labels, cells }: { labels: readonly string[]; cells: readonly CellEvidence[] },
): string | null {
  for (const clause of statement.split(CLAUSE_END)) {
    const [word] = UP.exec(clause) ?? DOWN.exec(clause) ?? [];
    if (word === undefined || labels.some((label) => namesRow(clause, label))) continue;
    const named = cells.filter(({ label }) => namesRow(clause, label));
    const isShown = named.some(
      ({ change }) => change !== null && change !== 0 && change > 0 === UP.test(word),
    );
    if (named.length > 0 && !isShown) return word;
  }
  return null;
}

const COMPARISON =
  /\b(?:(more|higher|greater|larger|bigger|better)|(?:less|lower|smaller|fewer|worse))\b[^.;]{0,60}?\bthan\b/i;
const LIMIT =
  /\b(?:over|under|beyond|at (?:least|most))\s+(?=[$€£¥]|[\d.,]+\s*(?:%|percent|million|billion|thousand))/i;

/** "A was more than B" needs both amounts, in this order; "over A" says that it was not A. */
function findWrongComparison(statement: string): string | null {
  const limit = LIMIT.exec(statement);
  if (limit) return limit[0].trim();
  const comparison = COMPARISON.exec(statement);
  if (!comparison) return null;
  const place = comparison.index + comparison[0].length;
  const amounts = bindAmounts(statement);
  const [first, second] = [
    amounts.findLast(({ end }) => end <= place),
    amounts.find(({ start }) => start >= place),
  ];
  if (!first || !second || first.kind !== second.kind) return comparison[0];
  const difference = first.value * SCALES[first.scale] - second.value * SCALES[second.scale];
  return difference !== 0 && difference > 0 === (comparison[1] !== undefined) ? null : comparison[0];
}
