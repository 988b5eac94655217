import { contentTermsOf, type Quote } from "../../answers/index.ts";
import type { Field } from "../builders/field-mapping.ts";
import type { FieldSource } from "./field-source.ts";
import { distinctiveTerms } from "./outline.ts";

const QUOTES_LOOKED_AT = 10;
/** The words are there and near each other, but nobody understood the sentence. */
const CONFIDENCE_MAX = 0.6;
const CONFIDENCE_MIN = 0.38;
/** Of a label with three words and more; of a shorter one each must be there. */
const SHARE_MIN = 2 / 3;
const PREFIX_LETTERS = 5;
/** So many other words may stand between those of the label at no loss. */
const GAP_WORDS = 2;
const EARLY_WORDS = 5;
/** What is expected is not what was: where a label looks ahead, the sentence has to. */
const AHEAD = /\b(?:expect|anticipat|forecast|guidance|outlook|target|plan(?:s|ned)?\b)/i;
const SINGLE_WORD_CLOSENESS = 0.75;

export interface SentenceAbout extends Quote {
  confidence: number;
}

/** Says where something stands, or that something follows, instead of saying it. */
const POINTER =
  /^(?:see|refer to|for (?:more|further|additional|a (?:discussion|description)|information))\b|\b(?:is|are) (?:incorporated|included|set forth|contained|discussed|described)\b.{0,60}\b(?:by reference|item|note|part|under|in)\b|^not applicable|:\s*$/i;

export function isPointer(text: string): boolean {
  return POINTER.test(text);
}

/** A sentence that names only years before the report's own tells what was. */
export function isOfThePast(sentence: string, { fiscalYear }: Pick<FieldSource, "fiscalYear">): boolean {
  const years = (sentence.match(/\b(?:19|20)\d\d\b/g) ?? []).map(Number);
  return fiscalYear !== null && years.length > 0 && Math.max(...years) < fiscalYear;
}

/** Whole sentences that have the label's words near each other, the surest first. */
export function sentencesAbout(label: string, field: Field, { reader }: FieldSource): SentenceAbout[] {
  const topic = [label, field.description ?? ""].join(" ").trim();
  const near = [...reader.findQuotes(topic, QUOTES_LOOKED_AT), ...reader.findQuotes(label, QUOTES_LOOKED_AT)];
  const distinct = [...new Map(near.map((quote) => [quote.text, quote])).values()];
  return (
    distinct
      // A sentence that points elsewhere may still name the day.
      .filter(({ text }) => isWhole(text) && (field.type === "date" || !isPointer(text)))
      .map((quote) => ({ ...quote, confidence: CONFIDENCE_MAX * closeness(label, quote.text) }))
      .filter(({ confidence }) => confidence >= CONFIDENCE_MIN)
      .sort((a, b) => b.confidence - a.confidence)
  );
}

/** A sentence that a page break has cut says something else than it did. */
function isWhole(text: string): boolean {
  return /^[^\p{Ll}]/u.test(text) && /[.!?][”"’')\]]*$/.test(text);
}

/** How near each other the label's words stand in a sentence, 0 to 1; 0 when too few of them are there. */
function closeness(label: string, sentence: string): number {
  if (AHEAD.test(label) && !AHEAD.test(sentence)) return 0;
  const wanted = distinctiveTerms(label);
  const words = contentTermsOf(sentence);
  // A single word is what a sentence is about when it comes early.
  const [only] = wanted;
  if (only !== undefined && wanted.length === 1)
    return words.slice(0, EARLY_WORDS).includes(only) ? SINGLE_WORD_CLOSENESS : 0;
  const everyPlace = wanted.map((term) => words.flatMap((word, at) => (isSameWord(term, word) ? [at] : [])));
  const places = everyPlace.filter((at) => at.length > 0);
  // The last word says what kind of thing it is: a supply chain is no supply chain risk.
  if (everyPlace.at(-1)?.length === 0 || places.length < wanted.length * (wanted.length <= 2 ? 1 : SHARE_MIN))
    return 0;
  const share = places.length / wanted.length;
  return share * Math.min(1, (places.length + GAP_WORDS) / narrowestSpan(places));
}

/** The fewest words in a row that hold one place of each kind. */
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
