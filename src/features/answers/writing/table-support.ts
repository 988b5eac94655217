/** What a statement about cells of tables asserts besides their numbers. */
import { CLAIM_SCALES } from "../../claims/index.ts";
import type { PageRecord } from "../../reports/index.ts";
import { bindAmounts } from "../claims/bind-amounts.ts";
import { DOWN, removeDirections, UP } from "../claims/direction-words.ts";
import type { CellEvidence, Evidence } from "../claims/evidence.ts";
import { contentRoots, expandedRoots, namesRow, namesSaid } from "../claims/match-label.ts";
import type { SentenceLanguage } from "../data/sentence-words.ts";
import { namesIn, nameWords } from "../figures/lexicon.ts";
import { tokensOf } from "../text/roots.ts";
import { assertsTheSame, NEGATION } from "./same-assertion.ts";
import { isMultiple, isRightWay, isShownChange, isShownExcess } from "./shown-change.ts";
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
  const said = [
    ...assertedWords(statement, options.language),
    ...findOperationWords(statement, options.support),
  ].filter(
    ({ text, root, isRestriction }) =>
      (isRestriction || !own.has(root)) && !isShown(text, statement, options),
  );
  if (labels.length === 0) {
    const words = options.isDirectionShown ? removeDirections(statement) : statement;
    // Sentences of different pages do not follow each other.
    const missing = options.pages.map((page) => findMissingInText(words, said, evidenceSentences(page)));
    if (missing.includes(null)) return null;
    return missing.reduce<string[]>(
      (best, one) => (one && one.length < best.length ? one : best),
      said.map(({ text }) => text),
    );
  }
  const unproven = findUnproven(statement, labels, options);
  return unproven === null ? findMissingWords(statement, said, { ...options, labels }) : [unproven];
}

const isShown = (word: string, statement: string, options: SupportOptions): boolean =>
  (/^lost$/i.test(word) && cellsIn(options.support).some(({ value }) => value < 0)) ||
  isShownExtreme(word, statement, options) ||
  isShownChange(word, statement, options.support) ||
  isShownExcess(word, statement, options.support);

const OPERATION_WORD = /^(?:average|mean|difference|share|ratio|rate|sum)$/i;

/** An amount that is printed is no average, share or rate, unless its row is one. */
function findOperationWords(statement: string, support: readonly Evidence[]): AssertedWord[] {
  const isPrinted = support.length > 0 && support.every((one) => one.kind === "cell" && !one.isPercent);
  if (!isPrinted) return [];
  return tokensOf(statement).flatMap(({ text, root }) =>
    OPERATION_WORD.test(text) ? [{ text, root, isRestriction: false }] : [],
  );
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
    ...contentRoots([...names, ...headingsOver(support, pages)].join("\n")),
  ]);
  const missing = said.filter(({ root, isRestriction }) => isRestriction || !known.has(root));
  if (missing.length === 0) return null;
  const others = new Set(contentRoots(otherSections(support, pages).join("\n")));
  const isSaid = pages
    .flatMap((page) => windowsOf(evidenceSentences(page)))
    .some(
      (window) =>
        !missing.some(({ root }) => others.has(root)) &&
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
  const headings = headingsOver(support, pages);
  const isAboutFuture = FUTURE.test([...labels, ...headings].join(" "));
  const supposition = isAboutFuture ? null : SUPPOSITION.exec(statement);
  return (
    NEGATION.exec(statement)?.[0] ??
    supposition?.[0] ??
    findOtherYear(statement, { support, pages }) ??
    findOtherPart(statement, headings) ??
    findOtherFigure(statement, labels, headings) ??
    findOtherDirection(statement, { labels, cells }) ??
    findWrongComparison(statement, support)
  );
}

const labelsOf = (support: readonly Evidence[]): string[] =>
  support.flatMap((one) => (one.kind === "cell" ? [one.label] : one.kind === "computed" ? one.labels : []));

const cellsIn = (support: readonly Evidence[]): readonly CellEvidence[] =>
  support.flatMap((one) => (one.kind === "cell" ? one : one.kind === "computed" ? one.cells : []));

/** The page's title, the heading, caption and heads of the tables of the numbers, and the sections of their rows. */
function headingsOver(support: readonly Evidence[], pages: readonly PageRecord[]): string[] {
  const texts = cellsIn(support).flatMap((cell) => {
    const page = pages.find((one) => one.page === cell.page);
    const row = page?.rows[cell.row];
    const table = row && page.tables[row.table];
    if (!table) return [];
    const above = page.blocks.filter(({ kind, box }) => kind === "heading" && box[1] <= table.box[1] + 2);
    const headings = [above.at(0), above.at(-1)].flatMap((block) => block?.text ?? []);
    return [
      ...headings.filter((text) => !isInstruction(text)),
      table.caption ?? "",
      ...table.columns.map(({ head }) => head),
      row.section ?? "",
    ];
  });
  return [...new Set(texts)];
}

/** The sections of the tables that the rows of the numbers are not in. */
function otherSections(support: readonly Evidence[], pages: readonly PageRecord[]): string[] {
  return cellsIn(support).flatMap((cell) => {
    const page = pages.find((one) => one.page === cell.page);
    const row = page?.rows[cell.row];
    const others = page?.rows.filter(
      ({ table, section }) => table === row?.table && section !== row?.section,
    );
    return others?.flatMap(({ section }) => section ?? []) ?? [];
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
function findOtherPart(statement: string, headings: readonly string[]): string | null {
  const [part] = PART_OF_YEAR.exec(statement) ?? [];
  return part === undefined || headings.join(" ").includes(part) ? null : part;
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
function findWrongComparison(statement: string, support: readonly Evidence[]): string | null {
  const limit = LIMIT.exec(statement);
  if (limit) return limit[0].trim();
  const comparison = COMPARISON.exec(statement);
  if (!comparison) return null;
  const [before, after] = [
    statement.slice(0, comparison.index),
    statement.slice(comparison.index + comparison[0].length),
  ];
  if (isMultiple(after)) return null;
  const way = { before, after, isMore: comparison[1] !== undefined };
  const isComputed = bindAmounts(before).at(-1)?.end === before.trimEnd().length;
  if (isComputed && support.some((one) => one.kind === "computed" && isRightWay(one, way))) return null;
  const place = comparison.index + comparison[0].length;
  const amounts = bindAmounts(statement);
  const [first, second] = [
    amounts.findLast(({ end }) => end <= place),
    amounts.find(({ start }) => start >= place),
  ];
  if (!first || !second || first.kind !== second.kind) return comparison[0];
  const difference = first.value * CLAIM_SCALES[first.scale] - second.value * CLAIM_SCALES[second.scale];
  return difference !== 0 && difference > 0 === (comparison[1] !== undefined) ? null : comparison[0];
}
