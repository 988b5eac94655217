import type { Claim } from "../../answers/index.ts";
import type { Evidence, Value } from "../artifacts/artifact.ts";

/** What reading one field in one report gave: a value and where it stands, or why there is none. */
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

/** The page bears out what a language model said; that it is what the field means, only the model says. */
export const MODEL_CONFIDENCE = 0.6;

export function notFound(reason: string): Reading {
  return { found: false, reason, verdict: "not_found" };
}

/** A value was there, and it cannot be what the field wants, or could not be read again. */
export function notVerified(reason: string): Reading {
  return { found: false, reason, verdict: "not_verified" };
}
