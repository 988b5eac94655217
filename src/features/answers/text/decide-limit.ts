import { CLAIM_SCALES } from "../../claims/index.ts";
import type { FigureAnswer } from "../figures/answer-figure.ts";
import { ABOVE, BELOW } from "../figures/limit-words.ts";
import { findCurrency } from "../figures/units.ts";
import { type Amount, amountsIn } from "./amounts.ts";
import type { TextContext } from "./text-context.ts";

/** "Was the revenue above 900 million?", "Did net income exceed $2 billion in 2024?" */
const ASKED = new RegExp(
  String.raw`^(?:is|was|are|were|did|does|do|has|have|had)\s+(?:the |its |their )?(?<subject>.+?)\s+` +
    String.raw`(?:(?:been|be|come in|amount(?:ed)? to|total(?:led)?|reach(?:ed)?)\s+)?` +
    String.raw`(?:(?<above>${ABOVE}|top(?:s|ped)?)|(?<below>${BELOW}))\s+(?=\S{0,4}\d)(?<limit>[^?]+)`,
  "i",
);
const TIME =
  /\s*\b(?:in|for|during|at the end of)?\s*(?:the )?(?:fiscal |financial )?(?:year |FY\s?)?(?:19|20)\d\d\b/gi;

/** Whether a figure is above or below an amount that the question names; null where it names none, or not of that kind. */
export function decideLimit(
  question: string,
  year: number | null,
  { figureOf, presentYear }: TextContext,
): { isSo: boolean; figure: FigureAnswer } | null {
  const { subject = "", above, below = "", limit = "" } = ASKED.exec(question)?.groups ?? {};
  const when = year ?? presentYear;
  const [amount, other] = amountsIn(limit.replace(TIME, ""));
  if (!amount || other || when === null) return null;
  const figure = figureOf(subject.replace(TIME, "").trim(), when);
  const [claim] = figure?.claims ?? [];
  if (!figure || claim?.value == null || !isComparable(amount, limit, claim.unit)) return null;
  const value = claim.value * CLAIM_SCALES[claim.scale];
  const most = amount.value * CLAIM_SCALES[amount.scale];
  const isEqual = value === most && /^at\b/i.test(above ?? below);
  return { isSo: isEqual || (above === undefined ? value < most : value > most), figure };
}

/** A bare "900 million" is of the figure's own currency. */
function isComparable({ kind, unit, scale }: Amount, limit: string, own: string | null): boolean {
  if (kind === "percent") return own === "%";
  if (kind === "money") return own === unit;
  const named = findCurrency(limit);
  const isBare = scale === "one" && own !== null;
  return own !== "%" && kind === "count" && !isBare && (named === null || named === own);
}
