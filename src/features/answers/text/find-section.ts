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

const LEADS = 25;
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
  return { sentences, support: scoreOf(lead) };
}

/** How well a passage begins with a sentence: what it has of the question, and what follows it. */
function leadScore(request: TextRequest, lead: Candidate, candidates: readonly Candidate[]): number {
  const following = candidates.filter(
    ({ page, at }) => page === lead.page && at > lead.at && at <= lead.at + FOLLOWING,
  );
  const time = timeFactor(request, lead, amountsIn(lead.sentence.text));
  const lists = LISTS.test(lead.sentence.text) ? LIST_FACTOR : 1;
  const headed = isHeaded(request, lead) ? HEADED_FACTOR : 1;
  const after = following.reduce((sum, one) => sum + scoreOf(one), 0) / (2 * FOLLOWING);
  return scoreOf(lead) * Math.min(1.05, time) * lists * headed + after;
}

const FOLLOWING = 6;

/** Whether the nearest heading names what the question is about. */
function isHeaded({ terms }: TextRequest, { heading }: Candidate): boolean {
  const roots = new Set(tokensOf(heading).map(({ root }) => root));
  const named = terms.filter(({ own }) => !own);
  const found = named.filter(({ wordings }) => wordings[0]?.roots.every((root) => roots.has(root)));
  return found.length * 2 >= Math.max(1, named.length);
}
