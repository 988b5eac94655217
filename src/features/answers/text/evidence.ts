import { type Feature, NONE, READ_NONE, READ_WEIGHTS, WEIGHTS } from "../data/text-weights.ts";
import type { Opinion } from "../retrieval/readings.ts";
import type { Candidate, WeighedTerm } from "./candidates.ts";

/** What speaks for or against an answer: a share or a fact. */
export type Evidence = Partial<Record<Feature, number | boolean>>;

/** Something that may be the answer. */
export interface Possible {
  evidence: Evidence;
  /** Possible answers with the same key say the same. */
  key: string;
}

export type Weighing = keyof typeof WEIGHTS;

/**
 * How likely each of several answers is. They compete with each other and with there being no answer, whose weight is
 * `NONE`; what several sentences say counts together.
 */
export function weigh<One extends Possible>(
  possible: readonly One[],
  kind: Weighing,
): (One & { support: number })[] {
  const isRead = possible.some(({ evidence }) => evidence.answering !== undefined);
  const weights = isRead ? READ_WEIGHTS[kind] : WEIGHTS[kind];
  const none = isRead ? READ_NONE[kind] : NONE[kind];
  const scored = possible.map((one) => ({ one, score: Math.exp(scoreEvidence(one.evidence, weights)) }));
  const total = scored.reduce((sum, { score }) => sum + score, Math.exp(none));
  const groups = [...Map.groupBy(scored, ({ one }) => one.key).values()];
  return groups
    .flatMap((group) => {
      const best = group.reduce((a, b) => (b.score > a.score ? b : a));
      return { ...best.one, support: group.reduce((sum, { score }) => sum + score, 0) / total };
    })
    .sort((a, b) => b.support - a.support);
}

function scoreEvidence(evidence: Evidence, weights: Partial<Record<Feature, number>>): number {
  let score = 0;
  for (const [feature, value] of Object.entries(evidence) as [Feature, number | boolean][])
    score += Number(value) * (weights[feature] ?? 0);
  return score;
}

/** What the passage reader says for a sentence or a cell; `unread` where it has not read it. */
export function readEvidence(opinion: Opinion | null): Evidence {
  if (!opinion || opinion.passage === 0) return { unread: true };
  const { passage, statement, answer } = opinion;
  return { answering: passage, statement: passage * statement, asAnswer: passage * answer };
}

/** How likely a sentence states the answer, by the passage reader; 0 where it has not read it. */
export function statedShare({ opinionOf }: Candidate): number {
  const opinion = opinionOf();
  return opinion ? opinion.passage * opinion.statement : 0;
}

const SURE = 0.8;

/**
 * What the passage reader takes for the answer without doubt, though little else speaks for it. Where names or the rarest
 * word of the question are missing, it may be the answer to another one.
 */
export const isSure = ({ evidence: { asAnswer = 0, otherTime, strange, subject } }: Possible): boolean =>
  Number(asAnswer) >= SURE && !otherTime && Number(strange) === 0 && Number(subject) > 0;

export const findSure = <One extends Possible>(weighed: readonly One[]): One | undefined =>
  weighed.find(isSure);

/**
 * What the passage reader takes for a statement of the answer without doubt, in other words than those of the question:
 * an ordinary word may be only the asker's own, a name may not.
 */
export const isSureStatement = (candidate: Candidate, terms: readonly WeighedTerm[]): boolean =>
  statedShare(candidate) >= SURE && sentenceEvidence(candidate, terms).strange === 0;

/** A sentence about what might be says nothing of what is; what would be if something else were, still less. */
const SUPPOSED = /\b(?:may|might|could|should|unless|in the event|no assurance)\b/;
const HYPOTHETICAL = /\b(?:[Ii]f|would|[Hh]ypothetical|[Aa]ssum(?:es?|ing)|[Hh]ad the)\b/;

/** What a sentence itself has of the question. */
export function sentenceEvidence(candidate: Candidate, terms: readonly WeighedTerm[]): Evidence {
  const { own, coverage, meaning, rank, places, around, sentence } = candidate;
  const heaviest = terms.reduce((best, one, at) => (one.weight > (terms[best]?.weight ?? 0) ? at : best), 0);
  const subject = (places[heaviest]?.length ?? 0) > 0 ? 1 : around[heaviest] ? 0.5 : 0;
  const exact = terms.flatMap((term, at) => (term.exact && !term.aside ? [at] : []));
  const named = exact.filter((at) => (places[at]?.length ?? 0) > 0 || around[at]);
  const absent = terms.filter(({ exact: isExact, weights }) => !isExact && weights.every((one) => one === 0));
  return {
    own,
    around: coverage - own,
    meaning: meaning ?? Math.max(0, 1 - rank / 10),
    subject,
    strange: exact.length === 0 ? 0 : 1 - named.length / exact.length,
    absent: absent.length / Math.max(1, terms.length),
    supposed: SUPPOSED.test(sentence.text),
    hypothetical: HYPOTHETICAL.test(sentence.text),
  };
}
