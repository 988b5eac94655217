import type { Sentence } from "../passages/sentences.ts";
import { amountsIn } from "./amounts.ts";
import type { Reading } from "./answer-text.ts";
import { type Candidate, scoreOf, withSurroundings } from "./candidates.ts";
import { matches } from "./coverage.ts";
import { isSureStatement, statedShare } from "./evidence.ts";
import { timeFactor } from "./find-value.ts";
import { headingShare } from "./headings.ts";
import type { TextRequest } from "./request.ts";
import { tokensOf } from "./roots.ts";
import { BULLET, isWhole } from "./whole-sentence.ts";

export interface Section {
  sentences: { sentence: Sentence }[];
  support: number;
  /** Whether the passage reader also takes its passage for the answer. */
  isRead: boolean;
}

const LEADS = 40;
/** A sentence that introduces what is asked for. */
const LISTS =
  /:$|\b(?:following|as follows|include[sd]?|including|consists? of|(?:two|three|four|five|six|seven) (?:\w+ )?\w+s)\b/i;
const LIST_FACTOR = 1.1;
const HEADED_FACTOR = 1.25;
const LETTERS_MAX = 1_400;
const SENTENCES_MAX = 8;

/** The passage that is most about the question: from its best sentence on, to the end of what is under that heading. */
export function findSection(request: TextRequest, candidates: readonly Candidate[]): Section | null {
  const leads = candidates
    .filter(({ sentence }) => isWhole(sentence))
    .slice(0, LEADS)
    .map((lead) => ({ lead, score: leadScore(request, lead, candidates) }));
  const [best] = leads.sort((a, b) => b.score - a.score);
  if (!best) return null;
  const { lead } = best;
  const isRead = wasFound(lead);
  const wasRead = candidates.some((one) => one.opinionOf() !== null);
  // One word is in many sentences that are about something else.
  const isChance = wasRead && !isRead && isThin(request) && headedShare(request, lead) < 1;
  const worded = isChance ? 0 : baseScore(request, lead);
  const sentences = passageFrom(request, lead, candidates);
  return { sentences, support: Math.max(worded, statedShare(lead)), isRead };
}

/** Whether the passage reader takes the passage of a sentence for one that answers. */
const wasFound = ({ opinionOf }: Candidate) => (opinionOf()?.passage ?? 0) >= PASSAGE_MIN;

/** From a sentence on, what belongs to its answer. */
function passageFrom(
  request: TextRequest,
  lead: Candidate,
  candidates: readonly Candidate[],
): { sentence: Sentence }[] {
  const sentences: { sentence: Sentence }[] = [];
  let letters = 0;
  const around = withSurroundings(lead.page);
  const isPart = partOf(request, lead, candidates);
  const start = Math.min(
    listStart(around, lead.at),
    wasFound(lead) ? paragraphStart(around, lead.at) : lead.at,
  );
  for (const one of around.slice(start)) {
    if (one.sentence !== lead.sentence && !isPart(one)) continue;
    letters += one.sentence.text.length;
    const isLong = sentences.length === SENTENCES_MAX || (letters > LETTERS_MAX && sentences.length > 0);
    const isFull = isLong && one.sentence !== lead.sentence;
    if (isFull || (one.heading !== lead.heading && sentences.length > 3)) break;
    sentences.push(one);
  }
  return sentences;
}

/** A question with one word of its own. */
export const isThin = ({ terms }: TextRequest) => terms.filter(({ own }) => !own).length < 2;

const ENDED = /[.!?:;,]["”’')\]]*$/;

/** Whether what follows a sentence belongs to its answer: points of its list, and what is about the question as well. */
function partOf(request: TextRequest, lead: Candidate, candidates: readonly Candidate[]) {
  const { text } = lead.sentence;
  const isRead = wasFound(lead);
  const isList = text.endsWith(":") || BULLET.test(text);
  const named = request.terms.filter(({ own }) => !own);
  const stated = new Set(
    candidates.filter((one) => statedShare(one) >= PART_MIN).map(({ sentence }) => sentence),
  );
  return ({ sentence, heading }: { sentence: Sentence; heading: string }) => {
    if (BULLET.test(sentence.text)) return true;
    // A paragraph that answers is said as a whole.
    if (isRead && sentence.box === lead.sentence.box && isWhole(sentence)) return true;
    if (isList) return ENDED.test(sentence.text);
    if (!isWhole(sentence)) return false;
    const tokens = tokensOf(sentence.text);
    return (
      stated.has(sentence) ||
      named.some((term) => matches(term, tokens)) ||
      headingShare(heading, named) === 1
    );
  };
}

const PASSAGE_MIN = 0.5;

const LIST_MAX = 6;

/** A point of a list is read from the first one on, with the sentence that introduces it. */
function listStart(around: readonly { sentence: Sentence }[], at: number): number {
  let start = at;
  while (start > 0 && at - start < LIST_MAX && BULLET.test(around[start]?.sentence.text ?? "")) start -= 1;
  return start;
}

const BEFORE_MAX = 2;

/** What comes before a sentence in its paragraph says what it is about. */
function paragraphStart(around: readonly { sentence: Sentence }[], at: number): number {
  let start = at;
  while (start > 0 && at - start < BEFORE_MAX && around[start - 1]?.sentence.box === around[at]?.sentence.box)
    start -= 1;
  return start;
}

/** What is under a heading of the question's own words is about it, whatever its words. */
function baseScore(request: TextRequest, lead: Candidate): number {
  const headed = headedShare(request, lead);
  const supposed =
    SUPPOSED.test(lead.sentence.text) && !ASKS_RISK.test(request.question) ? SUPPOSED_FACTOR : 1;
  return Math.max(scoreOf(lead, MEANING_SHARE), HEADED_SCORE * headed) * supposed;
}

const HEADED_SCORE = 0.8;
/** A passage is about a topic as a whole, so that single words count less than for a value. */
const MEANING_SHARE = 0.5;
/** A sentence about what may go wrong answers only a question for risks. */
const SUPPOSED = /\b(?:may|might|could|no assurance|cannot assure|if (?:we|the|a|any|our))\b/i;
const ASKS_RISK = /\b(?:risks?|threats?|challenges?|uncertaint|if|could|may|might)/i;
const SUPPOSED_FACTOR = 0.75;

/** How well a passage begins with a sentence: what it has of the question, and what follows it. */
function leadScore(request: TextRequest, lead: Candidate, candidates: readonly Candidate[]): number {
  // "What does the company do?" has no word that a passage could be found by.
  if (request.terms.length === 0) return statedShare(lead);
  const following = candidates.filter(
    ({ page, at }) => page === lead.page && at > lead.at && at <= lead.at + FOLLOWING,
  );
  const time = timeFactor(request, lead, amountsIn(lead.sentence.text));
  const lists = LISTS.test(lead.sentence.text) ? LIST_FACTOR : 1;
  const headed = headedShare(request, lead) >= 0.5 ? HEADED_FACTOR : 1;
  const after = following.reduce((sum, one) => sum + scoreOf(one), 0) / (2 * FOLLOWING);
  return baseScore(request, lead) * Math.min(1.05, time) * lists * headed + after;
}

const FOLLOWING = 6;

/** The share of the question's own words that the headings above a sentence have, if they are about nothing else. */
function headedShare({ terms }: TextRequest, { heading }: Candidate): number {
  return headingShare(
    heading,
    terms.filter(({ own }) => !own),
  );
}

/** What the passage reader takes for the answer: its likeliest sentence and those around it that state a part of it. */
export function findStatement({
  request,
  candidates,
  terms,
}: Pick<Reading, "request" | "candidates" | "terms">): Omit<Section, "isRead"> | null {
  const [lead] = candidates.toSorted((a, b) => statedShare(b) - statedShare(a));
  if (!lead || (lead.lacksSubject && !isSureStatement(lead, terms))) return null;
  const time = timeFactor(request, lead, amountsIn(lead.sentence.text));
  const sentences = candidates
    .filter((one) => one.page === lead.page && Math.abs(one.at - lead.at) <= STATED_NEAR)
    .filter((one) => one === lead || statedShare(one) >= PART_MIN)
    .sort((a, b) => a.at - b.at);
  const support = sentences.reduce((sum, one) => sum + statedShare(one), 0) * Math.min(1, time);
  const isTopic = request.operation === "summary";
  return { sentences: isTopic ? passageFrom(request, lead, candidates) : sentences, support };
}

const STATED_NEAR = 3;
const PART_MIN = 0.05;
