import type { PageRecord } from "../../reports/index.ts";
import { type Sentence, sentencesOf } from "../passages/sentences.ts";
import type { Nearness } from "../retrieval/nearness.ts";
import type { Opinion, Readings } from "../retrieval/readings.ts";
import type { RequestTerm } from "./request.ts";
import { placesByRoot, placesOf, type RootPlaces } from "./root-places.ts";
import { type Token, tokensOf } from "./roots.ts";

/** A sentence with what stands around it, and how much of the question it has. */
export interface Candidate {
  sentence: Sentence;
  tokens: Token[];
  /** The headings above it, and the sentences before it in its paragraph. */
  heading: string;
  before: string;
  /** For each term of the request where the sentence has it: positions of tokens, empty when it does not. */
  places: (readonly number[])[];
  /** For each term whether the headings above or the sentences before have it. */
  around: boolean[];
  /** Share of the question's weight found in the sentence itself, and with what stands around it. */
  own: number;
  coverage: number;
  /** Whether it lacks, with what stands around it, the rarest thing that the question names. */
  lacksSubject: boolean;
  /** How close its passage is to the question in meaning, 0 to 1; null without vectors. */
  meaning: number | null;
  /** What the passage reader says of a part of it, if it has read its passage. */
  opinionOf: (start?: number, end?: number) => Opinion | null;
  /** 0 for the nearest page. */
  rank: number;
  page: PageRecord;
  /** Its place among the sentences of its page. */
  at: number;
}

const HEADING_SHARE = 0.6;
const BEFORE_SHARE = 0.5;
const OTHER_WORDING = 0.9;
/** A line of a list of contents says where something is, not what. */
const LEADERS = /(?:[.…·]\s*){4,}/;

/** A term with the weight of each of its wordings: how rare its words are. */
export interface WeighedTerm extends RequestTerm {
  weight: number;
  weights: number[];
}

const NAME_WEIGHT = 1.3;
const ASIDE_WEIGHT = 0.4;
/** An ordinary word that the report never uses may be only the asker's. */
const ABSENT_WORD = 0.6;
/** The company's own name is rarely where its report speaks of it. */
const OWN_NAME_WEIGHT = 0.3;
/** And it is in much of it. */
const OWN_NAME_RARITY = 0.5;

/**
 * What the report never says is weighed by the wording that it has instead: only where it has none, the word counts as
 * missing.
 */
export function weighTerms(terms: readonly RequestTerm[], rarity: (word: string) => number): WeighedTerm[] {
  const missing = rarity("\0");
  return terms.map((term) => {
    const weights = term.wordings.map(({ words }) => {
      const each = words.map(rarity);
      return each.some((one) => one >= missing) ? 0 : each.reduce((sum, one) => sum + one, 0) / each.length;
    });
    const [literal = 0] = weights;
    const absent = term.exact ? missing : ABSENT_WORD * missing;
    const weight = literal > 0 ? literal : Math.max(...weights) || absent;
    const isOwn = term.own && weight <= OWN_NAME_RARITY * missing;
    const name = isOwn ? OWN_NAME_WEIGHT : term.exact ? NAME_WEIGHT : 1;
    const factor = term.aside || term.soft ? name * ASIDE_WEIGHT : name;
    return { ...term, weight: weight * factor, weights: weights.map((one) => one * factor) };
  });
}

const SENTENCES_MAX = 90;

interface CandidateSearch {
  nearness: Nearness | null;
  readings: Readings | null;
  /** Whether a sentence is a header or a footer. */
  isRunning: (text: string) => boolean;
}

/** The sentences of the report that have most of the question, the best first. */
export function collectCandidates(
  terms: readonly WeighedTerm[],
  ranked: readonly PageRecord[],
  { nearness, readings, isRunning }: CandidateSearch,
): Candidate[] {
  const total = totalWeight(terms);
  const likely = ranked.flatMap((page, rank) => {
    const isRead = readings?.pages.has(page.page) ?? false;
    const sentences = likelySentences(page, rank, terms, isRead);
    return sentences
      .filter(({ sentence }) => !isRunning(sentence.text))
      .flatMap((one) => {
        const meaning = nearness && meaningOf(nearness.at(page.page, one.sentence.box));
        const read = isRead ? (readings?.at(page.page, one.sentence.text) ?? null) : null;
        // A sentence that has no word of the question may still state the answer.
        if (!one.hasTerm && (read?.statement ?? 0) < STATEMENT_MIN) return [];
        const opinionOf = (start?: number, end?: number) =>
          read && start !== undefined
            ? (readings?.at(page.page, one.sentence.text, start, end) ?? null)
            : read;
        const stated = read ? read.passage * read.statement : 0;
        const likely = one.likely / total + MEANING_SHARE * (meaning ?? 0) + STATED_SHARE * stated;
        return [{ ...one, meaning, opinionOf, likely }];
      });
  });
  return likely
    .sort((a, b) => b.likely - a.likely)
    .slice(0, SENTENCES_MAX)
    .map((one) => readCandidate(one, terms))
    .sort((a, b) => scoreOf(b) - scoreOf(a));
}

/** A question may have no word of its own: "What does the company do?" */
const totalWeight = (terms: readonly WeighedTerm[]) => sum(terms.map(({ weight }) => weight)) || 1;

/** Standard deviations above the mean passage: here nothing speaks for a passage, and here nothing could be closer. */
const MEANING_LOW = 1;
const MEANING_HIGH = 3.5;

export function meaningOf(deviations: number): number {
  return Math.min(1, Math.max(0, (deviations - MEANING_LOW) / (MEANING_HIGH - MEANING_LOW)));
}

/** From this share on a sentence is read without a word of the question; and how much it counts. */
const STATEMENT_MIN = 0.05;
const STATED_SHARE = 0.5;

interface LikelySentence extends Surrounded {
  page: PageRecord;
  rank: number;
  at: number;
  meaning: number | null;
  opinionOf: Candidate["opinionOf"];
  likely: number;
  hasTerm: boolean;
}

/** What a sentence may have of the question, seen without taking it apart; one with nothing is left out. */
function likelySentences(
  page: PageRecord,
  rank: number,
  terms: readonly WeighedTerm[],
  isRead: boolean,
): Omit<LikelySentence, "meaning" | "opinionOf">[] {
  const patterns = terms.map((term) => patternOf(term));
  const headings = new Map<string, boolean[]>();
  const hits: boolean[][] = [];
  const found: Omit<LikelySentence, "meaning" | "opinionOf">[] = [];
  for (const [at, one] of withSurroundings(page).entries()) {
    const own = patterns.map((pattern) => pattern.test(one.sentence.text));
    const above = headings.get(one.heading) ?? patterns.map((pattern) => pattern.test(one.heading));
    headings.set(one.heading, above);
    hits.push(own);
    const near = [above, hits[at - 1], hits[at - 2]];
    const likely = sum(
      terms.map(({ weight }, index) => {
        if (own[index]) return weight;
        return near.some((list) => list?.[index]) ? BEFORE_SHARE * weight : 0;
      }),
    );
    const hasTerm = own.includes(true) || above.includes(true);
    if ((hasTerm || isRead) && !LEADERS.test(one.sentence.text))
      found.push({ ...one, page, rank, at, hasTerm, likely: likely * rankFactor(rank) });
  }
  return found;
}

const patterns = new WeakMap<WeighedTerm, RegExp>();

function patternOf(term: WeighedTerm): RegExp {
  const known = patterns.get(term);
  if (known) return known;
  const roots = term.wordings.flatMap((one) => one.roots.slice(0, 1)).map(escapeForPattern);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${roots.join("|")})`, "iu");
  patterns.set(term, pattern);
  return pattern;
}

const SUBJECT_LACKING = 0.8;
const RANK_MAX = 15;
const RANK_DECAY = 0.012;

function rankFactor(rank: number): number {
  return 1 - RANK_DECAY * Math.min(RANK_MAX, rank);
}

/** How much meaning counts next to words. */
export const MEANING_SHARE = 0.3;

export function scoreOf(
  { coverage, own, rank, lacksSubject, meaning }: Candidate,
  share = MEANING_SHARE,
): number {
  const words = (0.6 * coverage + 0.4 * own) * (lacksSubject ? SUBJECT_LACKING : 1);
  return meaning === null ? words * rankFactor(rank) : (1 - share) * words + share * meaning;
}

function readCandidate(one: LikelySentence, terms: readonly WeighedTerm[]): Candidate {
  const total = totalWeight(terms);
  const tokens = tokensOf(one.sentence.text);
  const around = [
    { places: placesByRoot(tokensOf(one.heading)), share: HEADING_SHARE },
    { places: placesByRoot(tokensOf(one.before)), share: BEFORE_SHARE },
  ];
  const ownPlaces = placesByRoot(tokens);
  const matches = terms.map((term) => matchTerm(term, ownPlaces, around));
  const own = sum(matches.map((match) => match.own));
  const heaviest = Math.max(...terms.map(({ weight }) => weight));
  return {
    ...one,
    tokens,
    places: matches.map(({ places }) => places),
    around: matches.map((match) => match.with > match.own),
    own: own / total,
    coverage: sum(matches.map((match) => match.with)) / total,
    lacksSubject: terms.some(({ weight }, index) => weight === heaviest && matches[index]?.with === 0),
  };
}

interface TermMatch {
  /** Weight found in the sentence, and with what stands around it. */
  own: number;
  with: number;
  places: readonly number[];
}

function matchTerm(
  { wordings, weights, weight }: WeighedTerm,
  own: RootPlaces,
  around: readonly { places: RootPlaces; share: number }[],
): TermMatch {
  for (const [index, { roots }] of wordings.entries()) {
    const places = placesOf(roots, own);
    if (places.length === 0) continue;
    const found = index === 0 ? weight : OTHER_WORDING * Math.min(weight, weights[index] ?? 0);
    return { own: found, with: found, places };
  }
  const near = around.map(({ places, share }) => {
    const index = wordings.findIndex(({ roots }) => placesOf(roots, places).length > 0);
    return index < 0 ? 0 : share * Math.min(weight, weights[index] ?? 0);
  });
  return { own: 0, with: Math.max(0, ...near), places: [] };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

interface Surrounded {
  sentence: Sentence;
  heading: string;
  before: string;
}

const surroundings = new WeakMap<PageRecord, Surrounded[]>();

/** The sentences of a page in reading order, each with its headings and the two sentences before it. */
export function withSurroundings(page: PageRecord): Surrounded[] {
  const known = surroundings.get(page);
  if (known) return known;
  const sentences = sentencesOf(page).filter(({ kind }) => kind === "text");
  const headings = page.blocks.filter(({ kind }) => kind === "heading");
  const surrounded = sentences.map((sentence, at) => {
    const above = headings.filter(({ box }) => box[1] <= sentence.box[1] + 1).slice(-2);
    return {
      sentence,
      heading: above.map(({ text }) => text).join("\n"),
      before: [sentences[at - 2]?.text ?? "", sentences[at - 1]?.text ?? ""].join(" "),
    };
  });
  surroundings.set(page, surrounded);
  return surrounded;
}

function escapeForPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
