import type { Evidence } from "./figures/reading.ts";

/** What is known about a figure beyond its row. */
export interface Circumstances {
  /** The scale was said at the statement itself. */
  scaleSaid: boolean;
  /** The statement repeats an amount of another for two years, so both are of one entity. */
  linked: boolean;
}

/** How often a figure with this evidence was right in reports read by hand. */
export function confidenceOf(evidence: Evidence, { scaleSaid, linked }: Circumstances): number {
  let doubt = 0.01;
  if (evidence.label < 1) doubt += (1 - evidence.label) * 0.3;
  if (!evidence.proven && !evidence.identity) doubt += 0.03;
  if (evidence.rows > 1) doubt += 0.05;
  doubt += Math.min(evidence.rivals, 3) * 0.02;
  if (!scaleSaid) doubt += 0.06;
  if (!linked) doubt += 0.03;
  return Number(Math.max(0.05, 1 - doubt).toFixed(3));
}
