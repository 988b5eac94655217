import type { Claim } from "./claims/claim.ts";

/** What a reader of reports says to a question. */
export interface ReportAnswer {
  text: string;
  kind: "figure" | "passages" | "not_found";
  claims: Claim[];
  /** Pages in the order of how much the answer rests on them, and then of how near they are to the question. */
  pages: number[];
  confidence: number;
  /** The number asked for, in the unit asked for. */
  figure: { value: number; unit: string | null } | null;
}
