import { type Claim, claimId } from "../claims/claim.ts";
import { DOWN } from "../claims/direction-words.ts";
import type { ComputedEvidence, Evidence } from "../claims/evidence.ts";
import { scaleName } from "../claims/figure-claims.ts";
import { PENCE } from "../claims/match-label.ts";
import type { ClaimSpan } from "../claims/quotation.ts";
import type { ReferredNumber } from "../claims/verify-statement.ts";
import { QUESTION_GRAMMAR } from "../data/question-grammar/index.ts";
import type { SentenceLanguage } from "../data/sentence-words.ts";
import { MEASURES } from "../figures/concepts.ts";
import { printMoney, printNumber, roundHalfUp, type Scale } from "../figures/units.ts";
import type { ReportReader } from "../report-reader.ts";
import { type ComputedNumber, evaluateExpression, requireComparable } from "./expressions.ts";
import { emptyClaim, type ReferencedNumber, type References } from "./references.ts";
import { findLanguage, localiseNumber, readNumbers, readWords } from "./sentence-language.ts";

/** A sentence with its references replaced by numbers. */
export interface RenderedSentence {
  /** As it is shown. */
  text: string;
  /** As the verifier reads it: numbers and scales in English. */
  statement: string;
  /** Null for English. */
  language: SentenceLanguage | null;
  /** The numbers that were referred to, as the statement has them, in order: nothing else proves them. */
  referred: ReferredNumber[];
  claims: Claim[];
  spans: ClaimSpan[];
}

const REFERENCE = /\{\s*=?\s*([^{}]{1,200}?)\s*\}/g;
const LOSS_BEFORE = /\b(?:loss(?:es)?|deficit|outflow|used|verlust|perte|pérdida|perdita|verlies)\b/iu;
const RESULT = /\b(?:income|profit|earnings|loss|result|cash flow|ergebnis|gewinn)\b/iu;

/** Computes and writes the numbers of a sentence. Throws `BadReference` for one that cannot be computed. */
export function renderSentence(template: string, references: References): RenderedSentence {
  const language = findLanguage(template.replace(REFERENCE, " "));
  const read = (part: string) => (language === null ? part : readNumbers(part, language));
  const referred: ReferredNumber[] = [];
  const claims: Claim[] = [];
  const spans: ClaimSpan[] = [];
  let [text, statement, end] = ["", "", 0];
  for (const match of template.matchAll(REFERENCE)) {
    const before = template.slice(end, match.index);
    const number = printReference(match[1] ?? "", { references, before: template.slice(0, match.index) });
    const shown = language === null ? number.printed : localiseNumber(number.printed, language);
    text += before;
    const [main] = number.claims;
    if (main) spans.push({ start: text.length, end: text.length + shown.length, claim_id: main.claim_id });
    text += shown;
    statement += read(before) + number.printed;
    referred.push({ printed: number.printed, evidence: number.evidence });
    claims.push(...number.claims);
    end = match.index + match[0].length;
  }
  text += template.slice(end);
  statement += read(template.slice(end));
  return {
    // An abbreviation at the end of a sentence has its full stop already.
    text: text.replace(/\.\.$/, "."),
    statement: language === null ? statement : readWords(statement, language),
    language,
    referred,
    claims,
    spans,
  };
}

interface PrintedReference {
  printed: string;
  evidence: Evidence;
  /** The number itself first, then what it was computed from. */
  claims: Claim[];
}

function printReference(
  expression: string,
  { references, before }: { references: References; before: string },
): PrintedReference {
  const number = evaluateExpression(expression, references);
  if (!("operation" in number))
    return { printed: printCell(number, before), evidence: number.evidence, claims: [number.claim] };
  requireComparable(number);
  return printComputed(number, { reader: references.reader, before });
}

/** Costs are often printed as negative amounts and said without a sign; so is a loss that is called one. */
function printCell({ value, scale, unit, currency, evidence }: ReferencedNumber, before: string): string {
  const isSaid = LOSS_BEFORE.test(before) || DOWN.test(lastWords(before)) || !RESULT.test(evidence.label);
  const shown = value < 0 && isSaid ? -value : value;
  switch (unit) {
    case "percent":
      return `${String(shown)}%`;
    case "money":
    case "per_share":
      if (currency === "GBP" && PENCE.test(evidence.label)) return `${printNumber(shown, null)} pence`;
      return printMoney(shown * scale, currency, scale);
    case "shares":
    case "count":
      return printMoney(shown * scale, null, scale);
  }
}

const lastWords = (text: string) => text.split(/\s+/).slice(-4).join(" ");

function printComputed(
  number: ComputedNumber,
  { reader, before }: { reader: ReportReader; before: string },
): PrintedReference {
  const { unit, currency, cells, operation, isPercent } = number;
  const scale: Scale = unit === "money" || unit === "shares" ? (cells[0]?.scale ?? 1) : 1;
  const value = isPercent ? roundHalfUp(number.value * 100, 1) : roundHalfUp(number.value / scale, 2);
  const shown = value < 0 && DOWN.test(lastWords(before)) ? -value : value;
  const printed = isPercent
    ? `${printNumber(shown, 1)}%`
    : printMoney(shown * scale, unit === "money" || unit === "per_share" ? currency : null, scale);
  const years = [...new Set(cells.flatMap(({ evidence }) => evidence.year ?? []))].sort((a, b) => b - a);
  const sources = cells.map(({ claim }) => claim);
  const claim: Claim = {
    ...emptyClaim(reader.report.sha256),
    claim_id: claimId(reader.report, [number.text, sources.map(({ claim_id }) => claim_id), value]),
    verdict: "computed",
    label: number.text,
    value,
    unit: isPercent ? "%" : currency,
    scale: scaleName(scale),
    period: years.length === 0 ? null : years.toReversed().join(" to "),
    expression: number.text,
    computed_from: sources.map(({ claim_id }) => claim_id),
  };
  const evidence: ComputedEvidence = {
    kind: "computed",
    operation,
    value,
    scale,
    isPercent,
    currency: unit === "money" || unit === "per_share" ? currency : null,
    cells: cells.map((cell) => cell.evidence),
    labels: [...new Set(cells.map(({ evidence: { label } }) => label))],
    years,
    measureIn: (statement) => findMeasure(statement, reader, years[0]),
  };
  return { printed, evidence, claims: [claim, ...sources] };
}

const MEASURE_NAMES: readonly (readonly [said: string, name: string])[] = [
  ...MEASURES.flatMap(({ names }) => names.map((name) => [name, names[0] ?? name] as const)),
  ...Object.values(QUESTION_GRAMMAR).flatMap(({ ratios }) => Object.entries(ratios)),
].sort(([a], [b]) => b.length - a.length);

/** The measure that a statement names, as the built-in reader computes it. */
function findMeasure(
  statement: string,
  reader: ReportReader,
  year: number | undefined,
): number | null | undefined {
  const text = statement.toLowerCase();
  const [, name] =
    MEASURE_NAMES.find(([said]) => new RegExp(`(?<!\\p{L})${said}(?!\\p{L})`, "u").test(text)) ?? [];
  if (name === undefined) return undefined;
  return reader.findFigure(name, year ?? "year").answer?.figure?.value ?? null;
}
