import type { PageRecord } from "../../reports/index.ts";
import type { Statements } from "../figures/statement-book.ts";
import { TermReader } from "../text/terms.ts";
import { LexicalIndex } from "./lexical-index.ts";
import { fuse } from "./page-vectors.ts";
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

/** How much each sign counts beside the words, which count 1 for pages and 1 for chunks. */
const WEIGHTS = {
  page: 1,
  chunk: 0.6,
  named: 1,
  implied: 0.55,
  density: 0.35,
  heading: 0.5,
  causal: 0.4,
  operand: 0.9,
};

/** Finds the pages of one report that a question is about. Every page has a score; none is left out. */
export class PageRanker {
  readonly #pages: readonly PageRecord[];
  readonly #chunks: readonly SearchChunk[];
  readonly #pageIndex: LexicalIndex;
  readonly #chunkIndex: LexicalIndex;
  readonly #headingIndex: LexicalIndex;
  readonly #density: Float64Array;
  readonly #reasons: Float64Array;
  readonly #book: Statements;

  constructor(pages: readonly PageRecord[], chunks: readonly SearchChunk[], book: Statements) {
    this.#pages = pages;
    this.#chunks = chunks;
    this.#book = book;
    const reader = new TermReader();
    const passages = chunks.map(({ text }) => reader.contentTerms(text));
    const headings = pages.map((page) => reader.contentTerms(headingsOf(page)));
    this.#chunkIndex = new LexicalIndex(withHeadings(chunks, passages, reader), reader);
    this.#headingIndex = new LexicalIndex(headings, reader);
    this.#pageIndex = new LexicalIndex(joinByPage(pages, chunks, { passages, headings }), reader);
    this.#density = Float64Array.from(pages, numberDensity);
    this.#reasons = normalise(Float64Array.from(pages, countReasons));
  }

  /** `operands` are pages that hold figures the question names; `nearness` says how near pages are in meaning. */
  rankPages(
    terms: SearchTerms,
    operands: ReadonlySet<number> = new Set(),
    nearness: ReadonlyMap<number, number> | null = null,
  ): RankedPage[] {
    const ranked = this.#rankByWords(terms, operands);
    return nearness ? fuse(ranked, nearness) : ranked;
  }

  #rankByWords(terms: SearchTerms, operands: ReadonlySet<number>): RankedPage[] {
    const words = normalise(this.#pageIndex.score(terms.groups));
    const passages = normalise(this.#poolChunks(this.#chunkIndex.score(terms.groups)));
    const headings = normalise(this.#headingIndex.score(terms.groups));
    const statements = this.#statementScores(terms);
    return this.#pages
      .map(({ page }, at) => ({
        page,
        score:
          WEIGHTS.page * (words[at] ?? 0) +
          WEIGHTS.chunk * (passages[at] ?? 0) +
          WEIGHTS.heading * (headings[at] ?? 0) +
          (statements.get(page) ?? 0) +
          (terms.causal ? WEIGHTS.causal * (this.#reasons[at] ?? 0) : 0) +
          (!terms.causal && operands.has(page) ? WEIGHTS.operand : 0) +
          (terms.numeric && !terms.causal ? WEIGHTS.density * (this.#density[at] ?? 0) : 0),
      }))
      .sort((a, b) => b.score - a.score || a.page - b.page);
  }

  /** The passages nearest to what is looked for; on the pages given first, in their order of merit. */
  rankPassages(terms: SearchTerms, pages: readonly number[], count: number): SearchChunk[] {
    const scores = this.#chunkIndex.score(terms.groups);
    const merit = new Map(pages.map((page, at) => [page, 1 / (1 + at)]));
    return this.#chunks
      .map((chunk, at) => ({ chunk, score: (scores[at] ?? 0) * (1 + (merit.get(chunk.page) ?? 0)) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, count)
      .map(({ chunk }) => chunk);
  }

  /** How telling it is for a passage to have a term. */
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

  #statementScores({ named, implied, numeric, causal }: SearchTerms): Map<number, number> {
    const scores = new Map<number, number>();
    if (causal) return scores;
    for (const kind of new Set([...named, ...implied])) {
      const weight = named.has(kind) ? WEIGHTS.named : numeric ? WEIGHTS.implied : WEIGHTS.implied / 2;
      for (const page of this.#book.statementPages(kind).own) {
        if (this.#book.statements.get(kind)?.some((one) => one.page === page))
          scores.set(page, (scores.get(page) ?? 0) + weight);
      }
    }
    return scores;
  }
}

/** A passage's own words and those of the headings above it, which are the same for many. */
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
  { passages, headings }: { passages: readonly number[][]; headings: readonly number[][] },
): number[][] {
  const byPage = new Map<number, number[]>(pages.map(({ page }, at) => [page, [...(headings[at] ?? [])]]));
  for (const [at, { page }] of chunks.entries()) {
    const terms = byPage.get(page);
    for (const term of passages[at] ?? []) terms?.push(term);
  }
  return pages.map(({ page }) => byPage.get(page) ?? []);
}

function headingsOf(page: PageRecord): string {
  return page.blocks
    .filter((block) => block.kind === "heading")
    .map((block) => block.text)
    .join(" ");
}

/** The share of words that are figures, up to half. */
function numberDensity({ text }: PageRecord): number {
  const words = text.match(/\S+/g)?.length ?? 0;
  if (words === 0) return 0;
  const figures = text.match(/(?<=^|\s)[($€£]*\d[\d,.]*[)%]*(?=\s|$)/g)?.length ?? 0;
  return Math.min(1, (2 * figures) / words);
}

const REASON =
  /due to|driven by|resulted? (?:from|in)|attributable to|reflect(?:s|ing|ed)|offset by|because of|result of/gi;

function countReasons({ text }: PageRecord): number {
  return text.match(REASON)?.length ?? 0;
}

/** To 1 for the best, so that scores of different indexes can be added. */
function normalise(scores: Float64Array): Float64Array {
  const best = Math.max(0, ...scores);
  return best === 0 ? scores : scores.map((score) => score / best);
}
