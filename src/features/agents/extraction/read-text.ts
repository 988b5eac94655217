import { type Quote, sentencesOf } from "../../answers/index.ts";
import type { Field } from "../builders/field-mapping.ts";
import { findDates } from "./dates.ts";
import type { FieldSource } from "./field-source.ts";
import { matchSections, namesOf, type Section, sectionsBelow } from "./outline.ts";
import { quotedReading, quoteWithin } from "./quoted-reading.ts";
import { notFound, type Reading } from "./reading.ts";
import { isAboutThePast, isPointer, sentencesAbout } from "./sentences-about.ts";

const SECTIONS_CONSIDERED = 4;
const BLOCKS_CONSIDERED = 3;
const LEAD_LENGTH = 320;
const CONFIDENCE = 0.8;
const DATE_CONFIDENCE_MIN = 0.5;

/** Text: the content below the heading of that name, or the sentence with the label's words; verbatim. */
export function readTextField(label: string, field: Field, source: FieldSource): Reading {
  if (field.enum) return readChoice(label, field, source);
  const { outline } = source;
  const matched = matchSections(outline, namesOf(label, field)).slice(0, SECTIONS_CONSIDERED);
  for (const { section, at, score } of matched) {
    const [below] = sectionsBelow(outline, at);
    const lead = leadOf(section) ?? (below && section.blocks.length === 0 ? leadOf(below) : null);
    if (!lead) continue;
    const confidence = CONFIDENCE * score;
    return quotedReading(label, source, { value: lead.text, quotes: [lead], confidence });
  }
  const [best] = sentencesAbout(label, field, source);
  if (!best) return notFound(`Nothing in the report is clearly about ${label}`);
  const { text: value, confidence } = best;
  return quotedReading(label, source, { value, quotes: [best], confidence });
}

/**
 * The first sentences below a heading, enough for the start of a paragraph; null when they refer elsewhere.
 */
function leadOf({ blocks }: Section): Quote | null {
  for (const { page, block } of blocks
    .filter((one) => one.block.kind === "text")
    .slice(0, BLOCKS_CONSIDERED)) {
    const sentences = sentencesOf({ ...page, blocks: [block], rows: [] }).map(({ text }) => text);
    const [first, ...others] = sentences;
    if (first === undefined || /:\s*$/.test(first)) continue;
    if (isPointer(first)) return null;
    let lead = first;
    for (const next of others) {
      if (lead.length + next.length > LEAD_LENGTH) break;
      lead = `${lead} ${next}`;
    }
    return quoteWithin(page, block.box, lead) ?? quoteWithin(page, block.box, first);
  }
  return null;
}

/** One of the allowed values, when the sentences about the label mention only that one. */
function readChoice(label: string, field: Field, source: FieldSource): Reading {
  const named = sentencesAbout(label, field, source).map((quote) => ({
    quote,
    words: (field.enum ?? []).filter((word) => mentions(quote.text, word)),
  }));
  const words = new Set(named.flatMap((one) => one.words));
  const [value] = words;
  const first = named.find((one) => one.words.length === 1);
  if (value === undefined || !first)
    return notFound(`No sentence about ${label} mentions exactly one of the allowed values`);
  if (words.size > 1) return notFound(`Sentences about ${label} mention more than one of the allowed values`);
  const { confidence } = first.quote;
  return quotedReading(label, source, { value, quotes: [first.quote], confidence });
}

/** The reporting date is not the date the field asks for. */
export const REPORTING_DAY =
  /\b(?:as of|as at|at|ended|ending|through|dated|after|before|since)\s+(?=\p{L}*\s?\d)/giu;

/** Only a sentence with a single date is unambiguous. */
export function readDateField(label: string, field: Field, source: FieldSource): Reading {
  for (const quote of sentencesAbout(label, field, source)) {
    const [value, ...others] = findDates(quote.text);
    const isReporting = findDates(quote.text.replace(REPORTING_DAY, "0")).length === 0;
    const { confidence } = quote;
    if (value === undefined || others.length > 0 || isReporting || isAboutThePast(quote.text, source))
      continue;
    if (confidence < DATE_CONFIDENCE_MIN) continue;
    return quotedReading(label, source, { value, quotes: [quote], confidence });
  }
  return notFound(`No sentence about ${label} has a single date`);
}

export function mentions(text: string, word: string): boolean {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, "iu").test(text);
}
