import type { Claim, FigureAnswer } from "../../answers/index.ts";
import { CLAIM_SCALES } from "../../claims/index.ts";
import { type Field, readUnit } from "../builders/field-mapping.ts";
import type { SelectedSource } from "./field-source.ts";
import { notFound, notVerified, type Reading } from "./reading.ts";

/** Below this the row is more likely to be something else than the field. */
const CONFIDENCE_MIN = 0.7;

/** A number, an amount of money or a percentage: looked up or computed, each operand verified on its page. */
export function readFigureField(label: string, field: Field, { source, when }: SelectedSource): Reading {
  const { answer, ...rest } = source.reader.findFigure(label, when);
  if (!answer)
    return notFound(("reason" in rest && rest.reason) || `The report has no figure called ${label}`);
  const [main] = answer.claims;
  if (main?.value == null) return notFound(`The report has no figure called ${label}`);
  if (answer.confidence < CONFIDENCE_MIN)
    return notVerified(`Only ${main.label} was found, which may be something else`);
  const measured = valueInUnit(field, main);
  if ("cause" in measured) return notVerified(measured.cause);
  return {
    found: true,
    value: measured.value,
    about: evidenceOf(answer, main, measured.unit),
    claims: answer.claims,
  };
}

type Measurement = { value: number; unit: string | null } | { cause: string };

/** A claim's value in the unit of the field, or why it cannot be converted. */
export function valueInUnit(field: Field, claim: Claim): Measurement {
  const { value, scale } = claim;
  // British companies print amounts per share in pence.
  const unit = /\bpence\b/i.test(claim.label) ? "pence/share" : claim.unit;
  const single = clean((value ?? 0) * CLAIM_SCALES[scale]) * signOf(claim);
  if (field.type === "percent")
    return unit === "%" ? { value: single, unit } : { cause: "The value found is not a percentage" };
  if (field.type === "number") {
    const factor = (field.unit && readUnit(field.unit)?.scale) || 1;
    return { value: clean(single / factor), unit: field.unit ?? unit };
  }
  return inMoney(field, single, unit);
}

function inMoney(field: Field, single: number, unit: string | null): Measurement {
  if (unit === "%" || unit === "shares") return { cause: "The value found is not an amount of money" };
  const wanted = field.unit ? readUnit(field.unit) : null;
  const currency = unit?.replace(/\/share$/, "") || null;
  if (wanted?.currency && currency && wanted.currency !== currency)
    return { cause: `The report is in ${currency}, not in ${wanted.currency}` };
  return { value: clean(single / (wanted?.scale ?? 1)), unit: field.unit ?? unit };
}

/**
 * A row called "expense (income)" is income when in brackets, one called "benefit (expense)" is an expense:
 * the magnitude alone would turn a benefit into a cost.
 */
function signOf({ label, value, quote }: Claim): 1 | -1 {
  if (value === null || value <= 0) return 1;
  const bracketed = /\([\d.,\s]+\)\s*$/.test(quote ?? "");
  if (/\((?:income|benefit|gain|credit)/i.test(label)) return bracketed ? -1 : 1;
  if (/\((?:expense|provision|cost)/i.test(label)) return bracketed ? 1 : -1;
  return 1;
}

/** Removes binary rounding noise: 16,865.2 million is 16865200000. */
function clean(value: number): number {
  return Number(value.toPrecision(15));
}

function evidenceOf(answer: FigureAnswer, main: Claim, unit: string | null) {
  const computed = main.verdict === "computed";
  const operands = answer.claims.filter(({ page }) => page !== null);
  return {
    verdict: computed ? ("computed" as const) : ("found" as const),
    confidence: answer.confidence,
    unit,
    period: main.period,
    page: main.page ?? operands[0]?.page ?? null,
    box: main.box,
    quote: main.quote,
    expression: main.expression,
    claim_ids: operands.map(({ claim_id }) => claim_id),
    operands: computed
      ? operands.map(({ claim_id, label, value, scale, page, box, quote }) => ({
          claim_id,
          label,
          value: clean((value ?? 0) * CLAIM_SCALES[scale]),
          page,
          box,
          quote,
        }))
      : [],
  };
}
