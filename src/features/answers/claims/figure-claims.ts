import type { Expression } from "../figures/expression.ts";
import type { FoundFigure } from "../figures/find-figure.ts";
import { printPeriod } from "../figures/periods.ts";
import { scaleWord } from "../figures/units.ts";
import { type Claim, type ClaimedDocument, claimId } from "./claim.ts";

/** A figure printed in the report, as a claim. */
export function figureClaim(figure: FoundFigure, document: ClaimedDocument): Claim {
  const { label, printed, page, box, head, scale, period } = figure;
  return {
    claim_id: claimId(document, [page, box, printed]),
    verdict: "found",
    label,
    value: figure.value / scale,
    unit: unitOf(figure),
    scale: scaleName(scale),
    period: head || printPeriod(period),
    page,
    box,
    quote: `${label} ${printed}`.trim(),
    document_sha256: document.sha256,
    expression: null,
    computed_from: [],
    link: null,
  };
}

function unitOf({ unit, currency }: FoundFigure): string | null {
  if (unit === "shares") return "shares";
  if (unit === "percent") return "%";
  if (unit === "count") return null;
  return unit === "per_share" ? `${currency ?? ""}/share` : currency;
}

export function scaleName(scale: FoundFigure["scale"]): Claim["scale"] {
  const word = scaleWord(scale);
  return word === "" ? "one" : (word as Claim["scale"]);
}

const PRECEDENCE: Record<string, number> = { "+": 1, "-": 1, "*": 2, "/": 2, "^": 3 };

/** The computation in readable form, with the names of the rows. */
export function printExpression(
  expression: Expression,
  name: (figure: { concept: string; period: { year: number } }) => string,
  above = 0,
): string {
  switch (expression.kind) {
    case "number":
      return String(Number(expression.value.toPrecision(6)));
    case "figure":
      return name(expression);
    case "optional":
      return printExpression(expression.of, name, above);
    case "operation": {
      const own = PRECEDENCE[expression.operator] ?? 0;
      const left = printExpression(expression.left, name, own);
      const right = printExpression(expression.right, name, own + 1);
      const text = `${left} ${expression.operator} ${right}`;
      return own < above ? `(${text})` : text;
    }
  }
}
