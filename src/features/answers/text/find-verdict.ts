import { amountsIn } from "./amounts.ts";
import { type Candidate, scoreOf, type WeighedTerm } from "./candidates.ts";
import { timeFactor } from "./find-value.ts";
import type { TextRequest } from "./request.ts";

export interface Verdict {
  candidate: Candidate;
  yes: boolean;
  support: number;
}

/** Words that say that something is not so. */
const NEGATION =
  /\b(?:not|no|never|none|neither|nor|without|cannot|didn['’]t|doesn['’]t|hasn['’]t|haven['’]t|isn['’]t|aren['’]t|wasn['’]t|nil)\b/i;
const ENDED = /\b(?:ceased?|discontinued|closed|terminated|suspended|expired|withdrawn|sold)\b/i;
/** A sentence about what might be decides nothing. */
const SUPPOSED =
  /\b(?:may|might|could|would|should|if|unless|whether|in the event|cannot assure|no assurance|entitled|eligible|subject to|required to|intends?|seeks?|policy|generally|typically|from time to time)\b/i;
const SUPPOSED_FACTOR = 0.7;
const STATES = /\b(?:still|operating|active|open|current|continue|remain)\b/i;
const LATER = /\b(?:may|might|could|risk|can|will)\b/i;

/** The sentence that decides a yes/no question, and how. */
export function findVerdict(
  request: TextRequest,
  candidates: readonly Candidate[],
  terms: readonly WeighedTerm[],
): Verdict | null {
  const verdicts = candidates
    .slice(0, CANDIDATES_READ)
    // A line that introduces a table says nothing yet.
    .filter(({ sentence }) => !sentence.text.endsWith(":"))
    .map((candidate) => judge(request, candidate, terms))
    .sort((a, b) => b.support - a.support);
  const [best] = verdicts;
  // A sentence about the topic may say nothing of whether it is so; one that denies it does.
  const denial = verdicts.find(({ yes }) => !yes);
  return best && denial && denial.support >= DENIAL_SHARE * best.support ? denial : (best ?? null);
}

function judge(request: TextRequest, candidate: Candidate, terms: readonly WeighedTerm[]): Verdict {
  const { text } = candidate.sentence;
  const supposed = SUPPOSED.test(text) && !LATER.test(request.question) ? SUPPOSED_FACTOR : 1;
  const time = timeFactor(request, candidate, amountsIn(text));
  const negated = isNegated(candidate, terms);
  // A report that says something is not so answers exactly this question.
  const explicit = negated ? 1.2 : 1;
  const ended = STATES.test(request.question) && ENDED.test(text);
  return {
    candidate,
    yes: !(negated || ended || isOpposite(request.question, text)),
    support: (0.4 * scoreOf(candidate) + 0.6 * candidate.own) * supposed * time * explicit,
  };
}

const CANDIDATES_READ = 40;
const DENIAL_SHARE = 0.75;

const UP = /\b(?:increas|grow|grew|ris(?:e|ing)|rose|expand|improv|higher|remain(?:ed|s)? flat|widen)/i;
const DOWN =
  /\b(?:decreas|declin|shrink|fall|fell|drop|reduc|contract(?:ion|ed)|lower|compress|worsen|remain(?:ed|s)? flat)/i;

/** The question is for one direction and the sentence reports only the other. */
function isOpposite(question: string, text: string): boolean {
  const [up, down] = [UP.test(question), DOWN.test(question)];
  if (up === down) return false;
  return up
    ? DOWN.test(text) && !UP.test(text)
    : UP.test(text) && !/\b(?:decreas|declin|shrink|fall|fell|drop|reduc|compress)/i.test(text);
}

/** Denied is what is in the clause of the negation, if that is most of what the sentence has of the question. */
const DENIED_SHARE = 0.5;

function isNegated({ sentence, tokens, places }: Candidate, terms: readonly WeighedTerm[]): boolean {
  const { text } = sentence;
  const weightBetween = (from: number, to: number) =>
    places.reduce((sum, list, index) => {
      const inside = list.some((place) => {
        const start = tokens[place]?.start ?? -1;
        return start >= from && start < to;
      });
      return inside ? sum + (terms[index]?.weight ?? 0) : sum;
    }, 0);
  const whole = weightBetween(0, text.length);
  for (const match of text.matchAll(new RegExp(NEGATION, "gi"))) {
    // "Not only", "no later than" and "not less than" deny nothing.
    if (/^(?:not only|no later|not less|no less|no more than|not more than)\b/i.test(text.slice(match.index)))
      continue;
    const [from, to] = clauseAround(text, match.index);
    if (weightBetween(from, to) >= DENIED_SHARE * whole) return true;
  }
  return false;
}

const CLAUSE_END =
  /[;]|,(?! (?:19|20)\d\d)(?!\d)\s(?:but|which|who|and|however|this|we|the|as)\b|\bbut\b|\bhowever\b/gi;

function clauseAround(text: string, at: number): [number, number] {
  let from = 0;
  for (const { index } of text.matchAll(CLAUSE_END)) {
    if (index > at) return [from, index];
    from = index;
  }
  return [from, text.length];
}
