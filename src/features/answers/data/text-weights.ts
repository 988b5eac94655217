/**
 * How much each piece of evidence counts for an answer that is taken from a sentence or a cell.
 *
 * The weights were fitted to about 300 questions over 50 reports, 60 of them without an answer. The possible answers of
 * a question compete with each other and with there being none: of softmax(weights x evidence) the share of the right
 * ones, or of none, was made as likely as possible, with a penalty on large weights (0.001 to 0.003 of their squares).
 * The thresholds in answer-text.ts were chosen with whole reports left out of the fit, with the totals over the
 * reports that count as unseen in view; their single questions and answers were not looked at.
 */
export type Feature =
  | "absent"
  | "alias"
  | "alone"
  | "apposed"
  | "around"
  | "attribute"
  | "bareYear"
  | "bound"
  | "bracketed"
  | "cell"
  | "cellSupport"
  | "close"
  | "common"
  | "compact"
  | "confirmed"
  | "counts"
  | "first"
  | "general"
  | "hypothetical"
  | "legal"
  | "limit"
  | "located"
  | "long"
  | "meaning"
  | "near"
  | "nearest"
  | "negated"
  | "ofKind"
  | "ofThese"
  | "opposite"
  | "otherRelation"
  | "otherTime"
  | "own"
  | "perUnit"
  | "prior"
  | "ratio"
  | "relation"
  | "sameTime"
  | "stated"
  | "strange"
  | "subject"
  | "supposed"
  | "uncounted";

export const WEIGHTS: Record<"value" | "name" | "verdict", Partial<Record<Feature, number>>> = {
  value: {
    absent: 0.59,
    alone: 0.35,
    attribute: -1.09,
    bound: -0.56,
    bracketed: -0.76,
    cell: 4.43,
    cellSupport: 6.05,
    confirmed: 1.18,
    counts: 0.42,
    limit: -1.37,
    meaning: 4.67,
    near: 3.59,
    nearest: 2.33,
    ofThese: 2.21,
    otherTime: -3.14,
    own: 4.26,
    perUnit: -0.74,
    prior: -1.23,
    ratio: -0.33,
    sameTime: 0.75,
    stated: 0.68,
    strange: -0.9,
    subject: 0.06,
    supposed: -0.56,
    uncounted: -1.24,
  },
  name: {
    absent: -1.85,
    alias: 0.99,
    alone: 0.19,
    apposed: 0.62,
    around: 0.72,
    close: 1.27,
    common: -1.16,
    first: 0.41,
    hypothetical: -0.21,
    legal: 0.84,
    located: 0.39,
    long: 1.23,
    meaning: 2.52,
    nearest: 1.23,
    ofKind: 0.96,
    otherRelation: 0.69,
    otherTime: -1.62,
    own: 2.98,
    relation: 1.51,
    sameTime: 2.51,
    strange: -1.56,
    subject: 0.81,
    supposed: -0.48,
  },
  verdict: {
    absent: -0.84,
    around: 0.27,
    compact: 1.93,
    general: -3.09,
    hypothetical: -2.12,
    meaning: 3.42,
    negated: 2.48,
    opposite: 1.47,
    otherTime: -0.33,
    own: 5.38,
    sameTime: 1.97,
    strange: 0.51,
    subject: 0.27,
    supposed: -0.1,
  },
};

/** What speaks for there being no answer. */
export const NONE: Record<"value" | "name" | "verdict", number> = { value: 7.94, name: 7.94, verdict: 9.1 };
