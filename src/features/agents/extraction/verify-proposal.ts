import { type Claim, claimQuote, isDenied, type Quote, verifyField } from "../../answers/index.ts";
import type { Field } from "../builders/field-mapping.ts";
import { findDates } from "./dates.ts";
import { isDateOf, isTextOf, type QuotePlace } from "./field-of-quote.ts";
import type { FieldSource, SelectedSource } from "./field-source.ts";
import { locateQuote, type PlacedQuote } from "./locate-quote.ts";
import type { Proposal } from "./model-answer.ts";
import { quotedReading } from "./quoted-reading.ts";
import { polarityOf } from "./read-boolean.ts";
import { valueInUnit } from "./read-figure.ts";
import { mentions } from "./read-text.ts";
import { MODEL_CONFIDENCE, notVerified, type Reading } from "./reading.ts";
import { isAboutThePast } from "./sentences-about.ts";

/** The share of a label's words a sentence must have to confirm or deny it. */
const BOOLEAN_SHARE_MIN = 0.5;

/** Verifies a model's proposals against the page; what is not there is not a value. */
export function verifyProposals(
  label: string,
  field: Field,
  selected: SelectedSource,
  proposals: readonly Proposal[],
): Reading {
  const placed = proposals.flatMap((proposal) => {
    const quote = locateQuote(selected.source, proposal);
    return quote ? [{ proposal, quote }] : [];
  });
  if (placed.length === 0) return notVerified("The language model's quote is not on the page");
  if (field.type === "list") return verifyList(label, field, selected.source, placed);
  let last: Reading = notVerified("The language model's value cannot be verified");
  for (const one of placed) {
    last = verifyOne(label, field, selected, one);
    if (last.found) break;
  }
  return last;
}

interface LocatedProposal {
  proposal: Proposal;
  quote: PlacedQuote;
}

function verifyOne(
  label: string,
  field: Field,
  selected: SelectedSource,
  { proposal, quote }: LocatedProposal,
): Reading {
  const { value } = proposal;
  const place: QuotePlace = { label, field, source: selected.source, quote };
  const quoted = (verified: string | boolean) =>
    quotedReading(label, selected.source, { value: verified, quotes: [quote], confidence: MODEL_CONFIDENCE });
  switch (field.type) {
    case "number":
    case "money":
    case "percent":
      return verifyFigure(label, { ...field, type: field.type }, selected, {
        quote,
        printed: String(value ?? ""),
      });
    case "date":
      if (typeof value !== "string" || !findDates(quote.text).includes(value))
        return notVerified("The language model's date is not in its quote");
      return isDateOf(value, place)
        ? quoted(value)
        : notVerified("The date belongs to something else than the field");
    case "boolean":
      return typeof value === "boolean" &&
        !isAboutThePast(quote.text, selected.source) &&
        polarityOf(label, quote.text, BOOLEAN_SHARE_MIN) === value
        ? quoted(value)
        : notVerified("The language model's quote does not say so clearly");
    default: {
      const verified = verifyText(field, proposal, place);
      return "refused" in verified ? notVerified(verified.refused) : quoted(verified.text);
    }
  }
}

/** The number a model named, as the one verifier of answers reads it, in the unit of the field. */
function verifyFigure(
  label: string,
  field: Field & { type: "number" | "money" | "percent" },
  { source, when }: SelectedSource,
  { quote, printed }: { quote: PlacedQuote; printed: string },
): Reading {
  const { reader, fiscalYear } = source;
  const names = [label, field.description ?? ""].filter((name) => name !== "");
  const verified = verifyField({ names, kind: field.type, when, printed }, quote, {
    fiscalYear,
    scale: reader.scale,
    dollar: reader.dollar,
  });
  if ("refused" in verified) return notVerified(verified.refused);
  const { box, ...number } = verified;
  const claim: Claim = { ...claimQuote(reader.report, label, { ...quote, box }), ...number };
  const measured = valueInUnit(field, claim);
  if ("cause" in measured) return notVerified(measured.cause);
  const about = {
    verdict: "found" as const,
    confidence: MODEL_CONFIDENCE,
    unit: measured.unit,
    period: null,
    page: quote.page,
    box: [...box],
    quote: quote.text,
    expression: null,
    claim_ids: [claim.claim_id],
    operands: [],
  };
  return { found: true, value: measured.value, about, claims: [claim] };
}

/** The text as printed on the page or, for allowed values, the one it names and does not deny. */
function verifyText(
  field: Field,
  { value }: Proposal,
  place: QuotePlace,
): { text: string } | { refused: string } {
  const { text } = place.quote;
  if (!field.enum)
    return isTextOf(place)
      ? { text }
      : { refused: "The language model's quote is about something else than the field" };
  const isNamed = typeof value === "string" && field.enum.includes(value) && mentions(text, value);
  return isNamed && !isDenied(text, value)
    ? { text: value }
    : { refused: "The language model's quote mentions none of the allowed values" };
}

function verifyList(
  label: string,
  field: Field,
  source: FieldSource,
  placed: readonly LocatedProposal[],
): Reading {
  const items = new Map<string, Quote>();
  let refused = "The language model's quote is not on the page";
  for (const { proposal, quote } of placed) {
    const item = verifyText(field, proposal, { label, field, source, quote });
    if ("refused" in item) refused = item.refused;
    else if (!items.has(item.text)) items.set(item.text, quote);
  }
  const [first, ...others] = items.values();
  if (!first) return notVerified(refused);
  const value = [...items.keys()];
  return quotedReading(label, source, { value, quotes: [first, ...others], confidence: MODEL_CONFIDENCE });
}
