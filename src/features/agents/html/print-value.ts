import type { Evidence, Value } from "../artifacts/artifact.ts";
import type { Field } from "../builders/field-mapping.ts";

const SIGNS: Readonly<Record<string, string>> = { USD: "$", EUR: "€", GBP: "£", JPY: "¥" };
const LETTERS_MAX = 400;

/** A value formatted for display: "$1.58 bn", "34.2 %", "31 December 2024". */
export function printValue(value: Value, field: Pick<Field, "type">, unit: string | null): string {
  if (value === null) return "–";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "string") return shorten(value);
  if (typeof value === "number") return printFigure(value, field, unit);
  return (
    value
      .map((one) => (typeof one === "string" ? one : ""))
      .filter(Boolean)
      .join("; ") || `${value.length} rows`
  );
}

function printFigure(value: number, { type }: Pick<Field, "type">, unit: string | null): string {
  if (type === "percent") return `${printNumber(value)} %`;
  const currency = currencyOf(unit);
  if (type === "money" || currency !== null) {
    // A field in millions is printed in millions; single units are abbreviated.
    const scaled = unit !== null && /illion|thousand/i.test(unit);
    const sign = currency === null ? "" : (SIGNS[currency] ?? `${currency} `);
    const amount = scaled
      ? `${printNumber(Math.abs(value))} ${unit.split(" ").at(-1)}`
      : printShort(Math.abs(value));
    return `${value < 0 ? "−" : ""}${sign}${amount}`;
  }
  return printNumber(value);
}

/** The currency of a unit, for figures that can be compared. */
export function currencyOf(unit: string | null): string | null {
  return unit?.match(/\b[A-Z]{3}\b/)?.[0] ?? null;
}

function printShort(value: number): string {
  const steps = [
    [1e9, "bn"],
    [1e6, "m"],
  ] as const;
  for (const [size, word] of steps) if (value >= size) return `${printNumber(value / size)} ${word}`;
  return printNumber(value);
}

function printNumber(value: number): string {
  const digits = Math.abs(value) >= 1_000 ? 0 : 2;
  const text = new Intl.NumberFormat("en-US", { maximumFractionDigits: digits }).format(value);
  return text.replace("-", "−");
}

export function shorten(text: string): string {
  return text.length <= LETTERS_MAX ? text : `${text.slice(0, LETTERS_MAX)}…`;
}

export function labelOf(field: Field, name: string): string {
  const label = field.label ?? name.replaceAll("_", " ");
  if (field.period === "prior_year") return `${label}, year before`;
  return field.period?.startsWith("FY") ? `${label}, ${field.period}` : label;
}

export function isNumeric(evidence: Evidence): evidence is Evidence & { value: number } {
  return typeof evidence.value === "number";
}
