import type { Claim } from "./claims/claim.ts";

/** What a reader of reports says to a question. */
export interface ReportAnswer {
  text: string;
  kind: "figure" | "passages" | "not_found";
  claims: Claim[];
  /** Pages that support the answer; none when there is none. */
  pages: number[];
  /** Those, and then the pages nearest to the question. */
  pagesConsidered: number[];
  confidence: number;
  /** The number asked for, in the unit asked for. */
  figure: { value: number; unit: string | null } | null;
}

/** Before the other pages of the report were looked at. */
export type DraftAnswer = Omit<ReportAnswer, "pagesConsidered">;
