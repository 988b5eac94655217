import { type Claim, claimQuote, type Quote } from "../../answers/index.ts";
import type { Value } from "../artifacts/artifact.ts";
import type { Field } from "../builders/field-mapping.ts";
import { findDates } from "./dates.ts";
import type { FieldSource } from "./field-source.ts";
import { notFound, type Reading } from "./reading.ts";

const QUOTES_LOOKED_AT = 6;
const LIST_MAX = 6;
/** A sentence that says yes or no must be about all of it. */
const BOOLEAN_COVERAGE_MIN = 0.6;
const CONFIDENCE_MAX = 0.6;

/** Words, a list of them, a date or a yes: taken from the sentences nearest to the field, word by word. */
export function readWordsField(label: string, field: Field, source: FieldSource): Reading {
  const topic = [label, field.description ?? ""].join(" ").trim();
  const quotes = source.reader.findQuotes(topic, QUOTES_LOOKED_AT);
  if (quotes.length === 0) return notFound(`No sentence of the report is about ${label}`);
  const [chosen, value] = choose(field, quotes);
  const [first] = chosen;
  if (!first || value === null) return notFound(reasonFor(field, label));
  const claims: Claim[] = chosen.map((quote) => claimQuote(source.reader.report, label, quote));
  return {
    found: true,
    value,
    claims,
    about: {
      verdict: "quoted",
      confidence: Math.min(CONFIDENCE_MAX, first.coverage * CONFIDENCE_MAX),
      unit: null,
      period: null,
      page: first.page,
      box: [...first.box],
      quote: first.text,
      expression: null,
      claim_ids: claims.map(({ claim_id }) => claim_id),
      operands: [],
    },
  };
}

function choose(field: Field, quotes: readonly Quote[]): [Quote[], Value] {
  switch (field.type) {
    case "list":
      return chooseList(field, quotes.slice(0, LIST_MAX));
    case "date":
      return chooseDate(quotes);
    case "boolean":
      return chooseBoolean(quotes);
    default:
      return chooseText(field, quotes);
  }
}

function chooseText(field: Field, quotes: readonly Quote[]): [Quote[], Value] {
  if (!field.enum) return [quotes.slice(0, 1), quotes[0]?.text ?? null];
  for (const quote of quotes) {
    const said = field.enum.filter((word) => mentions(quote.text, word));
    if (said.length === 1) return [[quote], said[0] ?? null];
  }
  return [[], null];
}

function chooseList(field: Field, quotes: readonly Quote[]): [Quote[], Value] {
  if (!field.enum) return [[...quotes], quotes.map(({ text }) => text)];
  const found = field.enum.flatMap((word) => {
    const quote = quotes.find(({ text }) => mentions(text, word));
    return quote ? [{ word, quote }] : [];
  });
  const cited = [...new Set(found.map(({ quote }) => quote))];
  return [cited, found.length > 0 ? found.map(({ word }) => word) : null];
}

/** Only a sentence with a single date says which one is meant. */
function chooseDate(quotes: readonly Quote[]): [Quote[], Value] {
  for (const quote of quotes) {
    const [date, ...others] = findDates(quote.text);
    if (date !== undefined && others.length === 0) return [[quote], date];
  }
  return [[], null];
}

const NEGATION = /\b(?:not|no|never|neither|nor|without|failed to|nicht|kein\w*|ne|pas|aucun\w*)\b|n['’]t\b/i;

function chooseBoolean(quotes: readonly Quote[]): [Quote[], Value] {
  const sure = quotes.find(({ coverage }) => coverage >= BOOLEAN_COVERAGE_MIN);
  return sure ? [[sure], !NEGATION.test(sure.text)] : [[], null];
}

function mentions(text: string, word: string): boolean {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, "iu").test(text);
}

function reasonFor(field: Field, label: string): string {
  if (field.enum) return `No sentence about ${label} names just one of the allowed values`;
  if (field.type === "date") return `No sentence about ${label} has a single date`;
  return `No sentence of the report says whether: ${label}`;
}
