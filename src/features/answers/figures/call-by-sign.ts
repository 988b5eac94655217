import type { Expression } from "./expression.ts";

/** Figures that are a profit above zero and a loss below it. */
const PROFITS: ReadonlySet<string> = new Set([
  "net_income",
  "net_income_attributable",
  "operating_income",
  "pretax_income",
  "gross_profit",
  "eps_basic",
  "eps_diluted",
]);

/** A loss that was asked for and is a profit is called one: "Net loss: $250 million" would say the opposite. */
export function callBySign(subject: string, expression: Expression, value: number): string {
  if (value <= 0 || expression.kind !== "figure" || !PROFITS.has(expression.concept)) return subject;
  return subject
    .replace(/\bloss(?:es)?(?= per share)/i, "earnings")
    .replace(/\bloss(?:es)?\b/i, (found) => (found.startsWith("L") ? "Profit" : "profit"));
}
