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
  | "agreed"
  | "alone"
  | "answering"
  | "apposed"
  | "asAnswer"
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
  | "disagreed"
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
  | "statement"
  | "strange"
  | "subject"
  | "supposed"
  | "unread";

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

/**
 * The same where the passage reader has read a passage that one of the answers is in. Fitted from the weights above, to
 * 523 questions over 21 reports, none of those that count as unseen, with a penalty on what they changed.
 */
export const READ_WEIGHTS: typeof WEIGHTS = {
  value: {
    absent: 0.71,
    alone: 0.68,
    answering: 1.06,
    around: 0.34,
    asAnswer: 1.16,
    attribute: -1.07,
    bound: -0.56,
    bracketed: -1.23,
    cell: 4,
    cellSupport: 6.23,
    confirmed: 0.95,
    counts: 0.41,
    hypothetical: 0.33,
    limit: -1.03,
    meaning: 4.97,
    near: 3.46,
    nearest: 1.84,
    ofThese: 2.23,
    otherTime: -3.16,
    own: 3.41,
    perUnit: -0.72,
    prior: -0.99,
    ratio: -0.43,
    sameTime: 0.56,
    stated: 0.51,
    statement: 0.88,
    strange: -0.74,
    subject: -0.16,
    supposed: -0.45,
    unread: -0.32,
  },
  name: {
    absent: -1.37,
    alias: 1.24,
    alone: -0.65,
    answering: 0.59,
    apposed: 1.47,
    around: 1.57,
    asAnswer: 1.98,
    close: 0.8,
    common: -1.34,
    first: 1.05,
    hypothetical: -0.06,
    legal: 0.66,
    located: 0.27,
    long: 0.9,
    meaning: 3.42,
    nearest: 0.93,
    ofKind: 0.95,
    otherRelation: 1.41,
    otherTime: -1.99,
    own: 1.47,
    relation: 1.45,
    sameTime: 2.47,
    statement: 1.58,
    strange: -2,
    subject: 0.49,
    supposed: -0.64,
    unread: -0.7,
  },
  verdict: {
    absent: -1.15,
    agreed: 0.6,
    answering: 0.72,
    around: 0.26,
    asAnswer: 0.75,
    compact: 0.82,
    disagreed: 0.1,
    general: -3.28,
    hypothetical: -2.23,
    meaning: 3.22,
    negated: 2.69,
    opposite: 1.82,
    otherTime: -0.16,
    own: 5.67,
    sameTime: 2.24,
    statement: 0.7,
    strange: 0.62,
    subject: 0.78,
    supposed: 0.18,
    unread: -0.4,
  },
};

export const READ_NONE: typeof NONE = { value: 8.54, name: 7.65, verdict: 6.71 };
