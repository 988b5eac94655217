import { type Claim, claimId } from "../claims/claim.ts";
import type { ReadableReport } from "../report-reader.ts";
import type { SearchTerms } from "../retrieval/question-terms.ts";
import { contentTermsOf } from "../text/terms.ts";
import { locateSentence, type Sentence, sentencesOf } from "./sentences.ts";

export interface QuoteSearch {
  /** Pages, the closest to the question first. */
  ranked: readonly number[];
  terms: SearchTerms;
  isRare: (term: string) => number;
}

const PAGES_READ = 5;
/** A quote must cover at least this share of the search. */
const COVERAGE_MIN = 0.3;
const PAGE_DECAY = 0.06;
/** A line of a table of contents says where something is, not what it is. */
const LEADERS = /(?:[.…·]\s*){4,}/;

interface ScoredSentence extends Sentence {
  score: number;
  coverage: number;
}

/** A sentence of a report, verified on its page. */
export interface Quote {
  page: number;
  text: string;
  box: [number, number, number, number];
  /** The share of the searched words it contains, 0 to 1. */
  coverage: number;
}

/** The sentences closest to the search, the closest first; without table rows. */
export function findQuotes(report: ReadableReport, search: QuoteSearch, count: number): Quote[] {
  const quotes: Quote[] = [];
  for (const sentence of rankSentences(report, search)) {
    if (quotes.length === count) break;
    if (sentence.coverage < COVERAGE_MIN || LEADERS.test(sentence.text)) continue;
    if (quotes.some(({ text }) => text === sentence.text)) continue;
    const page = report.pages.find((one) => one.page === sentence.page);
    const box = page ? locateSentence(page, sentence) : null;
    if (box) quotes.push({ page: sentence.page, text: sentence.text, box, coverage: sentence.coverage });
  }
  return quotes;
}

/** A quote as a claim: a place and a text, without a number. */
export function claimQuote(report: ReadableReport, label: string, { page, text, box }: Quote): Claim {
  return {
    claim_id: claimId(report, [page, box, text]),
    verdict: "found",
    label,
    value: null,
    unit: null,
    scale: "one",
    period: null,
    page,
    box: [...box],
    quote: text,
    document_sha256: report.sha256,
    expression: null,
    computed_from: [],
    link: null,
  };
}

function rankSentences(report: ReadableReport, { ranked, terms, isRare }: QuoteSearch): ScoredSentence[] {
  const byNumber = new Map(report.pages.map((page) => [page.page, page]));
  const scored: ScoredSentence[] = [];
  for (const [rank, number] of ranked.slice(0, PAGES_READ).entries()) {
    const page = byNumber.get(number);
    if (!page) continue;
    for (const sentence of sentencesOf(page)) {
      if (sentence.kind === "row") continue;
      const { score, coverage } = scoreSentence(sentence, terms, isRare);
      if (score > 0) scored.push({ ...sentence, coverage, score: score * (1 - PAGE_DECAY * rank) });
    }
  }
  return scored.sort((a, b) => b.score - a.score);
}

/** How much of the topic a sentence has, each word by its rarity. */
function scoreSentence(
  sentence: Sentence,
  { topic }: SearchTerms,
  isRare: (term: string) => number,
): { score: number; coverage: number } {
  const present = new Set(contentTermsOf(sentence.text));
  let score = 0;
  let most = 0;
  for (const term of topic) {
    const weight = isRare(term);
    most += weight;
    if (present.has(term)) score += weight;
  }
  return { score, coverage: most === 0 ? 0 : score / most };
}
