import type { Claim } from "./claims/claim.ts";
import type { ClaimSpan } from "./claims/quotation.ts";

/** A reader's answer to a question about a report. */
export interface ReportAnswer {
  text: string;
  kind: "figure" | "passages" | "not_found";
  claims: Claim[];
  /** Which characters of the text each claim proves, where that is known. */
  spans?: ClaimSpan[];
  /** Pages that support the answer; empty when there is no answer. */
  pages: number[];
  /** Those pages, then the ones closest to the question. */
  pagesConsidered: number[];
  confidence: number;
  /** The requested number, in the requested unit. */
  figure: { value: number; unit: string | null } | null;
}

/** Before the other pages of the report were considered. */
export type DraftAnswer = Omit<ReportAnswer, "pagesConsidered">;
