import { contentTermsOf, type Quote } from "../../answers/index.ts";
import type { Field } from "../builders/field-mapping.ts";
import type { FieldSource } from "./field-source.ts";
import { distinctiveTerms } from "./outline.ts";

const QUOTES_CONSIDERED = 10;
/** The words are there and close together, but the sentence was not parsed. */
const CONFIDENCE_MAX = 0.6;
const CONFIDENCE_MIN = 0.38;
/** For labels of three words and more; a shorter label must match completely. */
const SHARE_MIN = 2 / 3;
const PREFIX_LETTERS = 5;
/** Up to this many other words between the label's words cost nothing. */
const GAP_WORDS = 2;
const EARLY_WORDS = 5;
/** An expectation is not a fact: only a label that looks ahead may match a sentence that does. */
const AHEAD = /\b(?:expect|anticipat|forecast|guidance|outlook|target|plan(?:s|ned)?\b)/i;
const SINGLE_WORD_CLOSENESS = 0.75;

export interface SentenceAbout extends Quote {
  confidence: number;
}

/** Refers to another place, or announces something, instead of stating it. */
const POINTER = new RegExp(
  String.raw`^(?:see|refer to|for (?:more|further|additional|a (?:discussion|description)|information))\b` +
    String.raw`|\b(?:is|are) (?:incorporated|included|set forth|contained|discussed` +
    String.raw`|described)\b.{0,60}\b(?:by reference|item|note|part|under|in)\b` +
    String.raw`|^not applicable|:\s*$`,
  "i",
);

export function isPointer(text: string): boolean {
  return POINTER.test(text);
}

/** A sentence that mentions only years before the report's own describes the past. */
export function isAboutThePast(sentence: string, { fiscalYear }: Pick<FieldSource, "fiscalYear">): boolean {
  const years = (sentence.match(/\b(?:19|20)\d\d\b/g) ?? []).map(Number);
  return fiscalYear !== null && years.length > 0 && Math.max(...years) < fiscalYear;
}

/** Complete sentences with the label's words close together, the most confident first. */
export function sentencesAbout(label: string, field: Field, { reader }: FieldSource): SentenceAbout[] {
  const topic = [label, field.description ?? ""].join(" ").trim();
  const near = [
    ...reader.findQuotes(topic, QUOTES_CONSIDERED),
    ...reader.findQuotes(label, QUOTES_CONSIDERED),
  ];
  const distinct = [...new Map(near.map((quote) => [quote.text, quote])).values()];
  return (
    distinct
      // A sentence that refers elsewhere may still mention the date.
      .filter(({ text }) => isComplete(text) && (field.type === "date" || !isPointer(text)))
      .map((quote) => ({ ...quote, confidence: CONFIDENCE_MAX * closeness(label, quote.text) }))
      .filter(({ confidence }) => confidence >= CONFIDENCE_MIN)
      .sort((a, b) => b.confidence - a.confidence)
  );
}

/** A sentence cut by a page break may say something else. */
function isComplete(text: string): boolean {
  return /^[^\p{Ll}]/u.test(text) && /[.!?][”"’')\]]*$/.test(text);
}

/** How close together the label's words are in a sentence, 0 to 1; 0 when too few of them occur. */
function closeness(label: string, sentence: string): number {
  if (AHEAD.test(label) && !AHEAD.test(sentence)) return 0;
  const wanted = distinctiveTerms(label);
  const words = contentTermsOf(sentence);
  // A single word is the subject of a sentence when it comes early.
  const [only] = wanted;
  if (only !== undefined && wanted.length === 1)
    return words.slice(0, EARLY_WORDS).includes(only) ? SINGLE_WORD_CLOSENESS : 0;
  const everyPlace = wanted.map((term) => words.flatMap((word, at) => (isSameWord(term, word) ? [at] : [])));
  const places = everyPlace.filter((at) => at.length > 0);
  // The last word names the kind of thing: a supply chain is not a supply chain risk.
  if (everyPlace.at(-1)?.length === 0 || places.length < wanted.length * (wanted.length <= 2 ? 1 : SHARE_MIN))
    return 0;
  const share = places.length / wanted.length;
  return share * Math.min(1, (places.length + GAP_WORDS) / narrowestSpan(places));
}

/** The shortest run of words that contains one position of each kind. */
function narrowestSpan(places: readonly number[][]): number {
  const starts = places.flat();
  return Math.min(
    ...starts.map((start) => {
      const ends = places.map((own) => Math.min(...own.filter((at) => at >= start)));
      return Math.max(...ends) - start + 1;
    }),
  );
}

/** "Expected" and "expects", "revolving" and "revolver". */
function isSameWord(a: string, b: string): boolean {
  if (a === b) return true;
  return a.length >= PREFIX_LETTERS && a.slice(0, PREFIX_LETTERS) === b.slice(0, PREFIX_LETTERS);
}
