import { contentTermsOf } from "../../answers/index.ts";
import type { Field } from "../builders/field-mapping.ts";
import type { FieldSource } from "./field-source.ts";
import { distinctiveTerms } from "./outline.ts";
import { quotedReading } from "./quoted-reading.ts";
import { notFound, type Reading } from "./reading.ts";
import { isAboutThePast, sentencesAbout } from "./sentences-about.ts";

const NEGATION =
  /\b(?:not|no|none|never|neither|nor|without|failed to|nicht|kein\w*|ne|pas|aucun\w*)\b|n['’]t\b/gi;
/** Something only possible, examined, desired or excepted is neither a yes nor a no. */
const DOUBT = new RegExp(
  String.raw`\b(?:if|when|until|upon|may|might|could|would|should|whether|unless|can|cannot|will|likely` +
    "|potential(?:ly)?|possibl[ey]|expects?|intends?|plans?|seeks?|believes?|except|other than" +
    String.raw`|assurance|must|required|entitled|shall|ensure|in order|responsib\w+|design\w*|risks?` +
    String.raw`|assess\w*|evaluat\w*|procedures?|wenn|falls|könnte\w*|si)\b`,
  "i",
);
const CLAUSE_END = /[,;:—–]\s|\b(?:and|but|although|though|while|whereas|und|aber|et|mais)\b/i;
const VERB =
  /\b(?:is|are|was|were|has|have|had|do|does|did|remains?|ist|sind|war|waren|hat|haben|est|sont|a|ont|\p{L}+ed)\b/iu;

/** Yes or no, only where a sentence with all of the label's words states it and none states the opposite. */
export function readBooleanField(label: string, field: Field, source: FieldSource): Reading {
  const said = sentencesAbout(label, field, source).flatMap((quote) => {
    const value = isAboutThePast(quote.text, source) ? null : polarityOf(label, quote.text);
    return value === null ? [] : [{ quote, value }];
  });
  const [first] = said;
  if (!first) return notFound(`No sentence of the report says clearly whether: ${label}`);
  if (said.some(({ value }) => value !== first.value))
    return notFound(`Sentences of the report contradict each other on: ${label}`);
  const { value, quote } = first;
  return quotedReading(label, source, { value, quotes: [quote], confidence: quote.confidence });
}

/**
 * Whether a sentence affirms or denies a label; null when neither is clear. The clause with most of the
 * label's words decides, and it must contain at least that share of them.
 */
export function polarityOf(label: string, sentence: string, shareMin = 1): boolean | null {
  const wanted = distinctiveTerms(label);
  const [reported] = sentence
    .split(CLAUSE_END)
    .map((clause) => {
      const present = new Set(contentTermsOf(clause));
      return { clause, share: wanted.filter((term) => present.has(term)).length / wanted.length };
    })
    .sort((a, b) => b.share - a.share);
  if (!reported || reported.share < shareMin || !VERB.test(reported.clause) || DOUBT.test(reported.clause))
    return null;
  if (/^if\b|\?\s*$/i.test(sentence)) return null;
  const [selected = 0, answered = 0] = [label, reported.clause].map(
    (text) => text.match(NEGATION)?.length ?? 0,
  );
  return answered > 1 ? null : (selected === 1) === (answered === 1);
}
