import type { Sentence } from "../passages/sentences.ts";
import { amountsIn } from "./amounts.ts";
import { type Candidate, scoreOf, withSurroundings } from "./candidates.ts";
import { timeFactor } from "./find-value.ts";
import type { TextRequest } from "./request.ts";
import { tokensOf } from "./roots.ts";

export interface Section {
  sentences: { sentence: Sentence }[];
  support: number;
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
    .slice(0, LEADS)
    .map((lead) => ({ lead, score: leadScore(request, lead, candidates) }));
  const [best] = leads.sort((a, b) => b.score - a.score);
  if (!best) return null;
  const { lead } = best;
  const sentences: { sentence: Sentence }[] = [];
  let letters = 0;
  for (const one of withSurroundings(lead.page).slice(lead.at)) {
    letters += one.sentence.text.length;
    const full = sentences.length === SENTENCES_MAX || (letters > LETTERS_MAX && sentences.length > 0);
    if (full || (one.heading !== lead.heading && sentences.length > 3)) break;
    sentences.push(one);
  }
  return { sentences, support: baseScore(request, lead) };
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

/** The share of the question's own words that the headings above a sentence have. */
function headedShare({ terms }: TextRequest, { heading }: Candidate): number {
  const roots = new Set(tokensOf(heading).map(({ root }) => root));
  const named = terms.filter(({ own }) => !own);
  const found = named.filter(({ wordings }) => wordings[0]?.roots.every((root) => roots.has(root)));
  return found.length / Math.max(1, named.length);
}
