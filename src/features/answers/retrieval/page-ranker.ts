import type { PageRecord } from "../../reports/index.ts";
import type { StatementKind } from "../figures/statements.ts";
import { TermReader } from "../text/terms.ts";
import { LexicalIndex } from "./lexical-index.ts";
import type { SearchTerms } from "./question-terms.ts";

export interface SearchChunk {
  page: number;
  heading: string | null;
  text: string;
}

export interface RankedPage {
  page: number;
  score: number;
}

/** The pages of each primary statement of a report. */
export type StatementPages = (kind: StatementKind) => readonly number[];

/**
 * How much each signal counts. Those of words and meaning are standardised over the pages of the report, so that 1 is
 * one standard deviation; the others are added for pages of statements and for pages with figures that the question
 * names. Without vectors, words have to carry more.
 */
const WITH_MEANING = { meaning: 1, passage: 0.2, page: 0.2, named: 2, figure: 1, read: 2 };
const BY_WORDS = { meaning: 0, passage: 1, page: 1, named: 3, figure: 3, read: 0 };
type Weights = typeof WITH_MEANING;

/** Finds the pages of one report that a question is about. Every page gets a score. */
export class PageRanker {
  readonly #pages: readonly PageRecord[];
  readonly #chunks: readonly SearchChunk[];
  readonly #chunkIndex: LexicalIndex;
  readonly #pageIndex: LexicalIndex;
  readonly #statementPages: StatementPages;

  constructor(
    pages: readonly PageRecord[],
    chunks: readonly SearchChunk[],
    statementPages: StatementPages = () => [],
  ) {
    this.#pages = pages;
    this.#chunks = chunks;
    this.#statementPages = statementPages;
    const reader = new TermReader();
    const passages = chunks.map(({ text }) => reader.contentTerms(text));
    this.#chunkIndex = new LexicalIndex(withHeadings(chunks, passages, reader), reader);
    this.#pageIndex = new LexicalIndex(joinByPage(pages, chunks, passages), reader);
  }

  /**
   * `figurePages` have figures that the question names; `nearness` is the semantic similarity of pages, and `readings`
   * how likely the passages of some pages answer, if known.
   */
  rankPages(
    terms: SearchTerms,
    figurePages: ReadonlySet<number> = new Set(),
    nearness?: ReadonlyMap<number, number> | null,
    readings?: ReadonlyMap<number, number> | null,
  ): RankedPage[] {
    const weights = nearness ? WITH_MEANING : BY_WORDS;
    const passage = standardise(this.#poolChunks(this.#chunkIndex.score(terms.words)));
    const page = standardise(this.#pageIndex.score(terms.words));
    const meaning = standardise(this.#similarities(nearness));
    const added = this.#addedScores(terms, figurePages, weights);
    return this.#pages
      .map(({ page: number }, at) => ({
        page: number,
        score:
          weights.meaning * (meaning[at] ?? 0) +
          weights.passage * (passage[at] ?? 0) +
          weights.page * (page[at] ?? 0) +
          weights.read * (readings?.get(number) ?? 0) +
          (added.get(number) ?? 0),
      }))
      .sort((a, b) => b.score - a.score || a.page - b.page);
  }

  /** The passages closest to the search, with a preference for the given pages in their order. */
  rankPassages(terms: SearchTerms, pages: readonly number[], count: number): SearchChunk[] {
    const scores = this.#chunkIndex.score(terms.words);
    const merit = new Map(pages.map((page, at) => [page, 1 / (1 + at)]));
    return this.#chunks
      .map((chunk, at) => ({ chunk, score: (scores[at] ?? 0) * (1 + (merit.get(chunk.page) ?? 0)) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, count)
      .map(({ chunk }) => chunk);
  }

  /** How distinctive a term is for a passage. */
  rarity(term: string): number {
    return this.#chunkIndex.rarity(term);
  }

  #poolChunks(scores: Float64Array): Float64Array {
    const byPage = new Map<number, number>();
    for (const [at, { page }] of this.#chunks.entries()) {
      const score = scores[at] ?? 0;
      if (score > (byPage.get(page) ?? 0)) byPage.set(page, score);
    }
    return Float64Array.from(this.#pages, ({ page }) => byPage.get(page) ?? 0);
  }

  /** A page without passages is as far as the farthest. */
  #similarities(nearness: ReadonlyMap<number, number> | null | undefined): Float64Array {
    const lowest = Math.min(...(nearness?.values() ?? []), 1);
    return Float64Array.from(this.#pages, ({ page }) => nearness?.get(page) ?? lowest);
  }

  /** A question for a reason is answered in the text, not in the statements. */
  #addedScores(
    { named, causal }: SearchTerms,
    figurePages: ReadonlySet<number>,
    weights: Weights,
  ): Map<number, number> {
    const scores = new Map<number, number>();
    if (causal) return scores;
    const add = (page: number, weight: number) => scores.set(page, (scores.get(page) ?? 0) + weight);
    for (const kind of named) for (const page of this.#statementPages(kind)) add(page, weights.named);
    for (const page of figurePages) add(page, weights.figure);
    return scores;
  }
}

/** A passage's own words and those of the headings above it, which many passages share. */
function withHeadings(
  chunks: readonly SearchChunk[],
  passages: readonly number[][],
  reader: TermReader,
): number[][] {
  const known = new Map<string, number[]>();
  return chunks.map(({ heading }, at) => {
    const own = passages[at] ?? [];
    if (heading === null) return own;
    const above = known.get(heading) ?? reader.contentTerms(heading);
    known.set(heading, above);
    return above.concat(own);
  });
}

function joinByPage(
  pages: readonly PageRecord[],
  chunks: readonly SearchChunk[],
  passages: readonly number[][],
): number[][] {
  const byPage = new Map<number, number[]>(pages.map(({ page }) => [page, []]));
  for (const [at, { page }] of chunks.entries()) {
    const terms = byPage.get(page);
    for (const term of passages[at] ?? []) terms?.push(term);
  }
  return pages.map(({ page }) => byPage.get(page) ?? []);
}

/** In standard deviations from the mean, so that scores of different kinds can be added. */
function standardise(scores: Float64Array): Float64Array {
  const mean = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
  const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / Math.max(1, scores.length);
  const deviation = Math.sqrt(variance);
  return deviation < 1e-9
    ? new Float64Array(scores.length)
    : scores.map((score) => (score - mean) / deviation);
}
