import type { Claim } from "../../answers/index.ts";
import type { Evidence, Value } from "../artifacts/artifact.ts";

/** The result of reading one field in one report: a value and its source, or why there is none. */
export type Reading =
  | { found: true; value: Value; about: FoundEvidence; claims: Claim[] }
  | { found: false; reason: string; verdict: "not_found" | "not_verified" };

export type FoundEvidence = Pick<
  Evidence,
  | "verdict"
  | "confidence"
  | "unit"
  | "period"
  | "page"
  | "box"
  | "quote"
  | "expression"
  | "claim_ids"
  | "operands"
  | "engine"
>;

/** The page confirms the model's quote; that it is what the field means, only the model says. */
export const MODEL_CONFIDENCE = 0.6;

export function notFound(reason: string): Reading {
  return { found: false, reason, verdict: "not_found" };
}

/** A value was found, but it cannot be what the field wants, or could not be verified. */
export function notVerified(reason: string): Reading {
  return { found: false, reason, verdict: "not_verified" };
}
