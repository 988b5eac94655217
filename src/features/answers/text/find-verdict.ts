import type { Opinion } from "../retrieval/readings.ts";
import { amountsIn } from "./amounts.ts";
import type { Candidate, WeighedTerm } from "./candidates.ts";
import { affirmsNothing, leavesOpen } from "./denials.ts";
import {
  type Evidence,
  type Possible,
  readEvidence,
  sentenceEvidence,
  statedShare,
  weigh,
} from "./evidence.ts";
import { timeEvidence } from "./find-value.ts";
import { isOtherPurchase } from "./own-shares.ts";
import type { TextRequest } from "./request.ts";

export interface Verdict extends Possible {
  candidate: Candidate;
  yes: boolean;
  support: number;
}

/** Words that say that something is not so. */
const NEGATION = new RegExp(
  String.raw`\b(?:not|no|never|none|neither|nor|cannot|unused|inactive|didn['’]t|doesn['’]t|hasn['’]t|haven['’]t` +
    String.raw`|isn['’]t|aren['’]t|wasn['’]t|nil|(?<=\b(?:is|are|was|were|been|remain(?:s|ed)?|turned) )negative)\b`,
  "i",
);
const ENDED = /\b(?:ceased?|discontinued|closed|terminated|suspended|expired|withdrawn|sold)\b/i;
/** What is the rule, or allowed, was perhaps not done. */
const GENERAL =
  /\b(?:entitled|eligible|subject to|required to|intends?|seeks?|policy|generally|typically|from time to time|whether|cannot assure)\b/i;
/** "Are the locks effective?": decided by what says of something that it is effective, or is not. */
const ASKS_STATE = /^(?:is|are|was|were) (?!there\b)/i;
const STATES = /\b(?:still|operating|active|open|current|continue|remain)\b/i;
const LATER = /\b(?:may|might|could|risk|can|will)\b/i;
const SENTENCES_READ = 25;

/** Whether a sentence decides a yes/no question, and how. */
export function findVerdict(
  request: TextRequest,
  candidates: readonly Candidate[],
  terms: readonly WeighedTerm[],
): Verdict | null {
  return weigh(possibleVerdicts(request, candidates, terms), "verdict")[0] ?? null;
}

/** What each sentence would decide, with what speaks for it. */
function possibleVerdicts(
  request: TextRequest,
  candidates: readonly Candidate[],
  terms: readonly WeighedTerm[],
): (Possible & { candidate: Candidate; yes: boolean })[] {
  return (
    candidates
      .slice(0, SENTENCES_READ)
      // A line that introduces a table says nothing yet.
      .filter(
        ({ sentence }) => !sentence.text.endsWith(":") && saysDirection(request.question, sentence.text),
      )
      .filter(
        (candidate) =>
          !isOtherPurchase(request.question, candidate.sentence.text) &&
          (!ASKS_STATE.test(request.question) || saysState(request, candidate)),
      )
      .flatMap((candidate) => {
        const { text } = candidate.sentence;
        const negated = isNegated(candidate, terms, request.question);
        const decidesNothing = negated ? leavesOpen : affirmsNothing;
        if (decidesNothing(request.question, text)) return [];
        const ended = STATES.test(request.question) && ENDED.test(text);
        const opposite = isOpposite(request.question, text);
        const own = sentenceEvidence(candidate, terms);
        const opinion = candidate.opinionOf();
        const evidence: Evidence = {
          ...own,
          ...timeEvidence(request, candidate, amountsIn(text)),
          supposed: own.supposed === true && !LATER.test(request.question),
          general: GENERAL.test(text),
          negated,
          opposite: ended || opposite,
          compact: compactness(candidate, terms),
          ...readEvidence(opinion),
        };
        const yes = !(negated || ended || opposite);
        evidence.agreed = agreement(opinion, yes);
        evidence.disagreed = agreement(opinion, !yes);
        return [{ candidate, yes, evidence, key: yes ? "yes" : "no" }];
      })
  );
}

/** Whether a sentence says the state that is asked for, the last word of the question, or one of the two last. */
function saysState({ question }: TextRequest, candidate: Candidate): boolean {
  const { places } = candidate;
  const last = / or \S+(?: (?:in|for|at|during) [^?]*)?\W*$/i.test(question)
    ? places.slice(-2)
    : places.slice(-1);
  return last.length === 0 || last.some((list) => list.length > 0) || statedShare(candidate) >= STATED_MIN;
}

const STATED_MIN = 0.5;

/** How much the passage reader takes a sentence for a yes, or for a no. */
function agreement(opinion: Opinion | null, yes: boolean): number {
  if (!opinion) return 0;
  return opinion.passage * opinion.statement * (yes ? opinion.yes : 1 - opinion.yes);
}

const COMPACT_TOKENS = 12;

/** How close together a sentence has what it has of the question. */
function compactness({ places }: Candidate, terms: readonly WeighedTerm[]): number {
  const firsts = places.flatMap((list, at) => (terms[at]?.own ? [] : list.slice(0, 1)));
  if (firsts.length < 2) return 0;
  const spread = Math.max(...firsts) - Math.min(...firsts) + 1 - firsts.length;
  return 1 / (1 + spread / COMPACT_TOKENS);
}

const UP = /\b(?:increas|grow|grew|ris(?:e|ing)|rose|expand|improv|higher|remain(?:ed|s)? flat|widen)/i;
const DOWN =
  /\b(?:decreas|declin|shrink|fall|fell|drop|reduc|contract(?:ion|ed)|lower|compress|worsen|remain(?:ed|s)? flat)/i;

/** Whether something rose is not decided by a sentence that says neither that it rose nor that it fell. */
function saysDirection(question: string, text: string): boolean {
  return !asksMovement(question) || UP.test(text) || DOWN.test(text) || NEGATION.test(text);
}

/** Whether a yes or no is asked about how something moved: true for up, false for down, null for neither or both. */
export function askedDirection(question: string): boolean | null {
  const [up, down] = [UP.test(question), DOWN.test(question)];
  return up === down ? null : up;
}

const asksMovement = (question: string) => askedDirection(question) !== null;

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

function isNegated(
  { sentence, tokens, places }: Candidate,
  terms: readonly WeighedTerm[],
  question: string,
): boolean {
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
    // "Not only", "no remaining", "no later than" and "not less than" deny nothing.
    if (
      /^(?:not only|no remaining|no later|not less|no less|no more than|not more than)\b/i.test(
        text.slice(match.index),
      )
    )
      continue;
    // What is negative is so, where that is asked.
    if (/negative/i.test(match[0]) && /negative/i.test(question)) continue;
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
