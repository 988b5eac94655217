import { readFigure } from "../../reports/index.ts";
import { locateNumbers, type Sentence } from "../passages/sentences.ts";
import type { ReadableReport } from "../report-reader.ts";
import { type Amount, amountsIn } from "../text/amounts.ts";
import { type Claim, claimId } from "./claim.ts";
import { rereads } from "./verify.ts";

/** A part of a text that a claim proves: characters from `start` up to `end`. */
export interface ClaimSpan {
  start: number;
  end: number;
  claim_id: string;
}

export interface Quotation {
  claims: Claim[];
  /** Places of the claims in the sentence. */
  spans: ClaimSpan[];
}

/**
 * The numbers of a sentence as claims, with unit and scale; years and dates are none. Null when the sentence cannot be
 * found on its page letter by letter.
 */
export function claimNumbers(report: ReadableReport, sentence: Sentence, dollar: string): Quotation | null {
  const page = report.pages.find((one) => one.page === sentence.page);
  const words = page ? locateNumbers(page, sentence) : null;
  if (!page || !words) return null;
  const claims: Claim[] = [];
  const spans: ClaimSpan[] = [];
  const left = [...words];
  for (const amount of amountsIn(sentence.text, dollar)) {
    if (amount.kind === "year" || amount.kind === "date") continue;
    const at = left.findIndex(({ text }) => text.includes(amount.digits));
    const word = left[at];
    if (!word) continue;
    left.splice(0, at + 1);
    const printed = readFigure(word.text.replace(/[.,;:]+$/, ""), ".")?.value ?? amount.value;
    if (!rereads(page, word.box, printed) || Math.abs(printed) !== amount.value) continue;
    const claim = numberClaim(report, sentence, amount, word);
    claims.push(claim);
    spans.push({ start: amount.start, end: amount.end, claim_id: claim.claim_id });
  }
  return { claims, spans };
}

function numberClaim(
  report: ReadableReport,
  sentence: Sentence,
  { value, unit, scale }: Amount,
  { text, box }: { text: string; box: [number, number, number, number] },
): Claim {
  return {
    claim_id: claimId(report, [sentence.page, box, text]),
    verdict: "found",
    label: "",
    value,
    unit,
    scale,
    period: null,
    page: sentence.page,
    box,
    quote: sentence.text,
    document_sha256: report.sha256,
    expression: null,
    computed_from: [],
    link: null,
  };
}
