import type { ArticleRow } from "../search/store.ts";
import { breakWords } from "../text/break-words.ts";
import { splitSentences } from "../text/sentences.ts";
import { stemWord } from "../text/stem-word.ts";
import { isAbout } from "./is-about.ts";
import { findPlace } from "./place-forms.ts";
import { readSubject } from "./question-subject.ts";
import { QUESTION_WORDS } from "./question-words.ts";
import { meansSame } from "./word-groups.ts";

export interface Claim {
  /** Verbatim from the articles. */
  sentence: string;
  /** Positions in `used`, counted from 1. */
  sources: number[];
}

export interface NewsAnswer {
  answer: string;
  claims: Claim[];
  used: ArticleRow[];
}

interface Candidate {
  sentence: string;
  /** The sentences just before it, in the first article that has it. */
  before: readonly string[];
  terms: ReadonlySet<string>;
  articles: number[];
  worth: number;
}

const SENTENCES_MAX = 3;
const SENTENCES_PER_ARTICLE = 40;
const SENTENCE_CHARACTERS = { min: 15, max: 600 };
/** A sentence that, with its headline, covers less of the question than this does not answer it. */
const SHARE_MIN = 0.5;
/** A further sentence must be nearly as relevant as the best one. */
const NEXT_SHARE = 0.75;
const SAME_SHARE = 0.6;

const NOTHING_FOUND = "No articles were found for these keywords, dates and language.";
const NOT_ANSWERED = "Not found in these articles.";
const SENTENCES_BEFORE = 2;

/**
 * Answers with verbatim sentences from the articles: the answer cannot contain anything that no article says. Copies
 * of a sentence are one claim with several sources.
 */
export function answerFromArticles(
  articles: readonly ArticleRow[],
  question: string,
  language: string,
): NewsAnswer {
  if (articles.length === 0) return { answer: NOTHING_FOUND, claims: [], used: [] };
  const query = listTerms(question, language);
  const candidates = listCandidates(articles, language);
  const subject = readSubject(question, language);
  const weigh = weighTerms(candidates, articles, language);
  const total = [...query].reduce((sum, term) => sum + weigh(term), 0);
  for (const candidate of candidates)
    candidate.worth =
      total === 0 ? 0 : relevanceOf(candidate, { query, weigh, question, articles, language }) / total;
  const relevant = candidates.filter(
    (candidate) =>
      candidate.worth >= SHARE_MIN && isAbout(readContext(candidate, articles), subject, language),
  );
  const chosen = choose(relevant.toSorted((a, b) => b.worth - a.worth));
  if (chosen.length === 0) return { answer: NOT_ANSWERED, claims: [], used: [] };
  return writeAnswer(chosen, articles);
}

function readContext({ sentence, before, articles: places }: Candidate, articles: readonly ArticleRow[]) {
  const { title = "", published_at = "" } = articles[places[0] ?? 0] ?? {};
  return { sentence, before, headline: title, publishedYear: Number(published_at.slice(0, 4)) };
}

function listTerms(text: string, language: string): Set<string> {
  const words = breakWords(text, language).flatMap((run) => (run.characters > 2 ? run.pairs : run.words));
  return new Set(words.filter((word) => !QUESTION_WORDS.has(word)).map((word) => stemWord(word, language)));
}

function listCandidates(articles: readonly ArticleRow[], language: string): Candidate[] {
  const bySentence = new Map<string, Candidate>();
  for (const [index, { snippet, body }] of articles.entries()) {
    const text = body.length >= snippet.length ? body : snippet;
    const sentences = splitSentences(text, language).slice(0, SENTENCES_PER_ARTICLE);
    for (const [at, sentence] of sentences.entries()) {
      if (sentence.length < SENTENCE_CHARACTERS.min || sentence.length > SENTENCE_CHARACTERS.max) continue;
      const known = bySentence.get(sentence);
      if (known) known.articles.push(index);
      else
        bySentence.set(sentence, {
          sentence,
          before: sentences.slice(Math.max(0, at - SENTENCES_BEFORE), at),
          terms: listTerms(sentence, language),
          articles: [index],
          worth: 0,
        });
    }
  }
  return [...bySentence.values()];
}

/** A word in few sentences is more distinctive; one in none weighs most, so that an unrelated question fails. */
function weighTerms(
  candidates: readonly Candidate[],
  articles: readonly ArticleRow[],
  language: string,
): (term: string) => number {
  const counts = new Map<string, number>();
  const texts = [
    ...candidates.map(({ terms }) => terms),
    ...articles.map(({ title }) => listTerms(title, language)),
  ];
  for (const terms of texts) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return (term) => Math.log(1 + texts.length / (1 + (counts.get(term) ?? 0)));
}

const ASKS_FOR_NUMBER =
  /\bhow (?:much|many|long|far|large|big|high|often)\b|\bwhen\b|\bwie (?:viel|hoch|lange)|\bwann\b|いくら|何(?:人|円|年|月|日|社)|いつ|多少|几/iu;
const ASKS_FOR_AMOUNT = /\bhow (?:much|many)\b|\bwie viele?\b/iu;
const NUMBER =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}+teen|\p{L}+ty|hundred|thousand|half|twice|double|doubled)\b/iu;
/** A word in the headline or just before counts less than one in the sentence. */
const CONTEXT_SHARE = 0.6;

function relevanceOf(
  { sentence, before, terms, articles: places }: Candidate,
  about: {
    query: ReadonlySet<string>;
    weigh: (term: string) => number;
    question: string;
    articles: readonly ArticleRow[];
    language: string;
  },
): number {
  const { query, weigh, question, articles, language } = about;
  const title = articles[places[0] ?? 0]?.title ?? "";
  const context = listTerms([title, ...before].join(" "), language);
  let worth = 0;
  for (const term of query) {
    if (covers(terms, term)) worth += weigh(term);
    else if (covers(context, term)) worth += CONTEXT_SHARE * weigh(term);
  }
  if (ASKS_FOR_AMOUNT.test(question) && !NUMBER.test(sentence)) return 0;
  return ASKS_FOR_NUMBER.test(question) && !/\d/.test(sentence) ? worth * 0.6 : worth;
}

/** Whether a text has a word, another form of it, or the adjective of a country. */
function covers(terms: ReadonlySet<string>, term: string): boolean {
  if (terms.has(term)) return true;
  const place = findPlace(term);
  for (const other of terms)
    if (meansSame(other, term) || (place !== null && findPlace(other) === place)) return true;
  return false;
}

function choose(ranked: readonly Candidate[]): Candidate[] {
  const chosen: Candidate[] = [];
  const best = ranked[0]?.worth ?? 0;
  for (const candidate of ranked) {
    if (candidate.worth < best * NEXT_SHARE) break;
    const same = chosen.find((other) => shareOf(other.terms, candidate.terms) >= SAME_SHARE);
    // Almost the same words with the same numbers: another source of the same claim.
    if (same && numbersOf(same.sentence) === numbersOf(candidate.sentence))
      same.articles.push(...candidate.articles);
    else if (!same && chosen.length < SENTENCES_MAX)
      chosen.push({ ...candidate, articles: [...candidate.articles] });
  }
  return chosen;
}

function shareOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = a.intersection(b).size;
  return common / Math.max(1, a.size + b.size - common);
}

function numbersOf(sentence: string): string {
  return (sentence.match(/\d[\d.,]*/g) ?? []).sort().join(" ");
}

function writeAnswer(chosen: readonly Candidate[], articles: readonly ArticleRow[]): NewsAnswer {
  const order: number[] = [];
  const claims = chosen.map(({ sentence, articles: places }) => {
    const unique = [...new Set(places)];
    for (const place of unique) if (!order.includes(place)) order.push(place);
    return { sentence, sources: unique.map((place) => order.indexOf(place) + 1) };
  });
  const answer = claims
    .map(({ sentence, sources }) => `${sentence} ${sources.map((source) => `[${source}]`).join("")}`)
    .join(" ");
  return { answer, claims, used: order.flatMap((place) => articles[place] ?? []) };
}
