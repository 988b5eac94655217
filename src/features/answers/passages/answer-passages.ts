import { readFigure } from "../../reports/index.ts";
import type { DraftAnswer } from "../answer.ts";
import { type Claim, claimId, dropDuplicates } from "../claims/claim.ts";
import { rereads } from "../claims/verify.ts";
import type { FigureAnswer } from "../figures/answer-figure.ts";
import type { ReadableReport } from "../report-reader.ts";
import type { SearchTerms } from "../retrieval/question-terms.ts";
import { contentTermsOf } from "../text/terms.ts";
import { locateNumbers, locateSentence, type Sentence, sentencesOf } from "./sentences.ts";

export interface PassageSearch {
  /** Figures the question mentions, computed and verified. */
  supporting: readonly FigureAnswer[];
  /** Pages, the closest to the question first. */
  ranked: readonly number[];
  terms: SearchTerms;
  /** Why no figure was computed; null when none was requested. */
  reason: string | null;
  isRare: (term: string) => number;
}

export const NOT_ANSWERED = "The report does not answer this question.";

const PAGES_READ = 5;
const SENTENCES_MAX = 3;
const CLAIMS_MAX = 40;
/** The best sentence must cover at least this share of the question. */
const COVERAGE_MIN = 0.3;
/** A table row says less than a sentence with the same words. */
const ROW_FACTOR = 0.8;
/** Similar to the question is not yet an answer to it. */
const CONFIDENCE_MAX = 0.6;
const PAGE_DECAY = 0.06;
/** A line of a table of contents says where something is, not what it is. */
const LEADERS = /(?:[.…·]\s*){4,}/;

interface ScoredSentence extends Sentence {
  score: number;
  coverage: number;
}

/** The sentences of the report closest to the question, verbatim; or a statement that there are none. */
export function answerPassages(report: ReadableReport, search: PassageSearch): DraftAnswer {
  const quoted: { sentence: ScoredSentence; claims: Claim[] }[] = [];
  for (const sentence of rankSentences(report, search)) {
    if (quoted.length === SENTENCES_MAX) break;
    if (sentence.coverage < COVERAGE_MIN || LEADERS.test(sentence.text)) continue;
    const claims = claimNumbers(report, sentence);
    if (claims) quoted.push({ sentence, claims });
  }
  const reason = search.reason === null ? "" : `${search.reason}. `;
  const figures = search.supporting.map(({ text }) => text).join(" ");
  if (quoted.length === 0 && figures === "") {
    const text = `${reason}${NOT_ANSWERED}`;
    return { text, kind: "not_found", claims: [], pages: [], confidence: 0, figure: null };
  }
  const quotes = quoted.map(({ sentence }) => `“${sentence.text}” (page ${sentence.page})`).join(" ");
  const parts = [
    figures && `Figures the question is about: ${figures}`,
    quotes && `The passages of the report nearest to the question: ${quotes}`,
  ];
  const best = quoted[0]?.sentence.coverage ?? 0;
  const claims = [...search.supporting, ...quoted].flatMap((part) => part.claims);
  const quotedPages = quoted.map(({ sentence }) => sentence.page);
  const figurePages = search.supporting.flatMap((part) => part.claims.flatMap(({ page }) => page ?? []));
  return {
    text: `${reason}${parts.filter(Boolean).join(" ")}`,
    kind: "passages",
    claims: dropDuplicates(claims).slice(0, CLAIMS_MAX),
    pages: [...new Set([...quotedPages, ...figurePages])],
    confidence: Math.min(CONFIDENCE_MAX, best * CONFIDENCE_MAX),
    figure: null,
  };
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
export function findQuotes(
  report: ReadableReport,
  search: Pick<PassageSearch, "ranked" | "terms" | "isRare">,
  count: number,
): Quote[] {
  const quotes: Quote[] = [];
  for (const sentence of rankSentences(report, search)) {
    if (quotes.length === count) break;
    if (sentence.kind === "row" || sentence.coverage < COVERAGE_MIN || LEADERS.test(sentence.text)) continue;
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

function rankSentences(
  report: ReadableReport,
  { ranked, terms, isRare }: Pick<PassageSearch, "ranked" | "terms" | "isRare">,
): ScoredSentence[] {
  const byNumber = new Map(report.pages.map((page) => [page.page, page]));
  const scored: ScoredSentence[] = [];
  for (const [rank, number] of ranked.slice(0, PAGES_READ).entries()) {
    const page = byNumber.get(number);
    if (!page) continue;
    for (const sentence of sentencesOf(page)) {
      const { score, coverage } = scoreSentence(sentence, terms, isRare);
      if (score > 0) scored.push({ ...sentence, coverage, score: score * (1 - PAGE_DECAY * rank) });
    }
  }
  return scored.sort((a, b) => b.score - a.score);
}

function scoreSentence(
  sentence: Sentence,
  { groups }: SearchTerms,
  isRare: (term: string) => number,
): { score: number; coverage: number } {
  const present = new Set(contentTermsOf(sentence.text));
  let score = 0;
  let most = 0;
  for (const group of groups) {
    const weights = group.ways.map((way) => way.weight * group.weight * meanOf(way.terms.map(isRare)));
    // The weight of the whole question in its own words.
    most += weights[0] ?? 0;
    const found = weights.filter((_, at) => group.ways[at]?.terms.every((term) => present.has(term)));
    score += Math.max(0, ...found);
  }
  return {
    score: sentence.kind === "row" ? score * ROW_FACTOR : score,
    coverage: most === 0 ? 0 : Math.min(1, score / most),
  };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** Every number of a sentence as a claim; null when the sentence is not on its page verbatim. */
function claimNumbers(report: ReadableReport, sentence: Sentence): Claim[] | null {
  const page = report.pages.find((one) => one.page === sentence.page);
  const located = page ? locateNumbers(page, sentence) : null;
  if (!page || !located) return null;
  return located.flatMap(({ text, box }) => {
    const figure = readFigure(text.replace(/[.,;:]+$/, ""), ".");
    if (!figure || !rereads(page, box, figure.value)) return [];
    return [
      {
        claim_id: claimId(report, [sentence.page, box, text]),
        verdict: "found" as const,
        label: "",
        value: figure.value,
        unit: figure.percent ? "%" : null,
        scale: "one" as const,
        period: null,
        page: sentence.page,
        box,
        quote: sentence.text,
        document_sha256: report.sha256,
        expression: null,
        computed_from: [],
        link: null,
      },
    ];
  });
}
