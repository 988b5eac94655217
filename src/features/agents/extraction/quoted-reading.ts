import { type Claim, claimQuote, locateSentence, type Quote } from "../../answers/index.ts";
import type { PageRecord } from "../../reports/index.ts";
import type { Value } from "../artifacts/artifact.ts";
import type { FieldSource } from "./field-source.ts";
import type { Reading } from "./reading.ts";

type Box = PageRecord["blocks"][number]["box"];

/** A value backed by quotes from the report; the first quote is shown as its source, all are stored. */
export function quotedReading(
  label: string,
  source: FieldSource,
  { value, quotes, confidence }: { value: Value; quotes: readonly [Quote, ...Quote[]]; confidence: number },
): Reading {
  const [first] = quotes;
  const claims: Claim[] = quotes.map((quote) => claimQuote(source.reader.report, label, quote));
  return {
    found: true,
    value,
    claims,
    about: {
      verdict: "quoted",
      confidence: Number(confidence.toFixed(2)),
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

/** The text as a quote, verified against the given part of the page; null when it is not there. */
export function quoteWithin(page: PageRecord, box: Box, text: string): Quote | null {
  const found = locateSentence(page, { page: page.page, text, kind: "text", box });
  return found && { page: page.page, text, box: found, coverage: 1 };
}
