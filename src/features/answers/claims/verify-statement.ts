import { isReportingVerb } from "../data/sentence-words.ts";
import type { Amount } from "../text/amounts.ts";
import { rootOf } from "../text/roots.ts";
import { type BoundAmount, bindAmounts } from "./bind-amounts.ts";
import { DOWN, removeDirections, UP } from "./direction-words.ts";
import type { CellEvidence, ComputedEvidence, Evidence, TextEvidence } from "./evidence.ts";
import { contentRoots, expandedRoots, isRowOf, namesRow } from "./match-label.ts";

export const SCALES = { one: 1, thousand: 1e3, million: 1e6, billion: 1e9 } as const;

/** What a statement says about amounts, and what supports it. */
export interface StatementCheck {
  /** What no evidence supports: numbers as printed, or a word for a direction. */
  unverified: string[];
  /** Each amount with the evidence for it. */
  amounts: { amount: BoundAmount; support: Evidence[] }[];
  /** Two amounts of the statement show what rose or fell. */
  isDirectionShown: boolean;
}

export function checkStatement(statement: string, evidence: readonly Evidence[]): StatementCheck {
  const amounts = bindAmounts(statement).map((amount) => ({
    amount,
    support: evidence.filter((one) => supports(amount, one, statement)),
  }));
  const failed = amounts.filter(({ support }) => support.length === 0).map(({ amount }) => amount.text);
  const check = { unverified: failed, amounts, isDirectionShown: false };
  if (failed.length > 0 || amounts.length === 0) return check;
  const direction = readDirection(statement);
  if (direction === null) return check;
  const pair = comparedPair(
    statement,
    amounts.map(({ amount }) => amount),
  );
  const holds = pair
    ? pair.to !== pair.from && pair.to > pair.from === direction.up
    : amounts.some(({ support }) => support.some((one) => showsDirection(one, direction)));
  const isDirectionShown = pair !== null || amounts.every(({ support }) => support.some(comparesAmounts));
  return { ...check, unverified: holds ? [] : [direction.word], isDirectionShown };
}

/** The parts of a statement that no evidence supports: numbers as printed, or a word for a direction. */
export function findUnverified(statement: string, evidence: readonly Evidence[]): string[] {
  return checkStatement(statement, evidence).unverified;
}

function supports(amount: BoundAmount, evidence: Evidence, statement: string): boolean {
  switch (evidence.kind) {
    case "cell":
      return cellSupports(amount, evidence);
    case "text":
      return textSupports(amount, evidence);
    case "computed":
      return computedSupports(amount, evidence, statement);
  }
}

const CHANGE_WORD =
  /\b(?:chang|differen|grow|growth|variation|veränder|zuwachs|rückgang|variaci|évolution)/iu;
const AVERAGE_WORD = /\b(?:average|mean|durchschnitt|moyenne|promedio|media|gemiddeld)/iu;

/** A computed number is said as what it is, of the rows and the year it was computed from. */
function computedSupports(amount: BoundAmount, evidence: ComputedEvidence, statement: string): boolean {
  const { operation, value, scale, isPercent, currency, labels } = evidence;
  if ((amount.kind === "percent") !== isPercent) return false;
  if (amount.kind === "money" && (currency === null || !sameCurrency(amount.unit, currency))) return false;
  if (!sameValue(amount, Math.abs(value) * scale)) return false;
  if (!isYearOf(amount, evidence) || !saysOperation(statement, evidence)) return false;
  const measure = evidence.measureIn(statement);
  if (measure !== undefined && operation !== "growth")
    return measure !== null && sameValue(amount, Math.abs(measure) * scale);
  return labels.every((label) => namesRow(statement, label));
}

/** What spans two years may be said of either of them. */
function isYearOf({ year }: BoundAmount, { operation, years }: ComputedEvidence): boolean {
  const isOverTime = operation === "growth" || operation === "difference" || operation === "average";
  return year === null || (isOverTime ? years : [Math.max(...years)]).includes(year);
}

function saysOperation(statement: string, { operation, years }: ComputedEvidence): boolean {
  if (operation === "average") return AVERAGE_WORD.test(statement);
  const isChange = operation === "growth" || (operation === "difference" && years.length > 1);
  return !isChange || CHANGE_WORD.test(statement) || readDirection(statement) !== null;
}

/** Value, scale, sign, unit, year and row: a cell must agree in all of them. */
function cellSupports(amount: BoundAmount, cell: CellEvidence): boolean {
  if ((amount.kind === "percent") !== cell.isPercent) return false;
  if (amount.isChange && !cell.isPercent) return false;
  if (amount.kind === "money" && !sameCurrency(amount.unit, cell.currency)) return false;
  if (amount.year !== null && cell.year !== null && amount.year !== cell.year) return false;
  const scale = cell.isPercent ? 1 : cell.scale;
  // A scale that the table does not give is known only where the statement gives none either.
  if (scale === null && amount.scale !== "one") return false;
  if (!sameValue(amount, Math.abs(cell.value) * (scale ?? 1))) return false;
  return signAgrees(amount, cell) && isRowOf(amount.clause, cell);
}

/** "$" in a statement may be any dollar that the table is in. */
function sameCurrency(said: string | null, printed: string): boolean {
  return said === printed || (said === "USD" && /^(?:USD|CAD|AUD|NZD|HKD|SGD|TWD)$/.test(printed));
}

/** Equal, or rounded to the digits that the statement prints. */
function sameValue({ digits, value, scale }: Amount, printed: number): boolean {
  const decimals = digits.split(".")[1]?.length ?? 0;
  const unit = SCALES[scale];
  const half = (unit * 10 ** -decimals) / 2;
  const rounded = Math.abs(value * unit - printed) <= half * (1 + 1e-9);
  // Digits that were dropped must be decimals of a larger scale: "12" is not a rounding of 12.4 in the same scale.
  return Math.abs(value * unit - printed) <= 1e-9 * Math.max(1, printed) || (rounded && unit > 1);
}

const LOSS =
  /\b(?:loss(?:es)?|lost|loses?|deficit|outflow|used in|verlust|perte|pérdida|perdita|verlies)\b|損失|亏损/iu;
/** Positive by meaning: a negative amount of it is said as a loss. */
const PROFIT =
  /\b(?:profit|earn(?:ed|s)|gain|surplus|inflow|gewinn|bénéfice|beneficio|utile|winst)\b|利益|利润/iu;
const GAIN =
  /\b(?:profit|income|earnings|gain|surplus|inflow|provided by|gewinn|bénéfice|beneficio|utile|winst)\b|利益|利润/iu;

/** A negative amount is said as one: as a loss, or with its sign. */
function signAgrees({ clause, negative }: BoundAmount, { value, label }: CellEvidence): boolean {
  if (negative && value > 0) return false;
  if (value < 0 && PROFIT.test(clause) && !LOSS.test(clause)) return false;
  const saysLoss = LOSS.test(clause) && !GAIN.test(clause.replace(LOSS, ""));
  const isLoss = LOSS.test(label) && !GAIN.test(label.replace(LOSS, ""));
  if (saysLoss) return value < 0 || isLoss;
  if (isLoss && GAIN.test(clause)) return false;
  // Costs are often printed as negative amounts and said without a sign.
  return value >= 0 || negative || !GAIN.test(`${label} ${clause}`);
}

/** The same amount of the same thing and year in a sentence of the page. */
function textSupports(amount: BoundAmount, { text }: TextEvidence): boolean {
  const printed = bindAmounts(text);
  return printed.some((one) => {
    if (one.kind !== amount.kind || one.unit !== amount.unit || one.negative !== amount.negative)
      return false;
    if (one.isChange !== amount.isChange) return false;
    if (one.value * SCALES[one.scale] !== amount.value * SCALES[amount.scale]) return false;
    if (amount.year !== null && one.year !== null && amount.year !== one.year) return false;
    if (LOSS.test(amount.clause) !== LOSS.test(one.clause)) return false;
    return isClauseOf(amount.clause, one, printed);
  });
}

/** No word of the statement is said in the evidence only of another amount, and most of it is said somewhere. */
function isClauseOf(clause: string, own: BoundAmount, all: readonly BoundAmount[]): boolean {
  const words = removeDirections(clause).split(/\s+/);
  const said = contentRoots(words.filter((word) => !isReportingVerb(word)).join(" "));
  const here = new Set(contentRoots(own.clause));
  const elsewhere = new Set(all.filter((one) => one !== own).flatMap((one) => contentRoots(one.clause)));
  if (said.some((root) => elsewhere.has(root) && !here.has(root) && !WHEN.has(root))) return false;
  const expanded = expandedRoots(own.clause);
  const shared = said.filter((root) => expanded.has(root) || here.has(root)).length;
  return said.length === 0 || shared / said.length >= CLAUSE_SHARE;
}

const CLAUSE_SHARE = 0.5;
/** Words for a time tell no amount from another. */
const WHEN = new Set(["year", "period", "quarter", "month", "end", "fiscal"].map(rootOf));

interface Direction {
  word: string;
  up: boolean;
}

function readDirection(text: string): Direction | null {
  const [up, down] = [UP.exec(text), DOWN.exec(text)];
  const first = up && down ? (up.index < down.index ? up : down) : (up ?? down);
  return first && { word: first[0], up: first === up };
}

/** "B, compared with A a year earlier" says without a word for it what rose or fell. */
const comparesAmounts = (evidence: Evidence): boolean =>
  evidence.kind === "text" && /\bcompared (?:to|with)\b/i.test(evidence.text);

/** By the change of its row, or by a word or the amounts of the sentence of the page. */
function showsDirection(evidence: Evidence, { up }: Direction): boolean {
  if (evidence.kind === "text") {
    const said = readDirection(evidence.text);
    if (said) return said.up === up;
    const pair = comparesAmounts(evidence) ? comparedPair(evidence.text, bindAmounts(evidence.text)) : null;
    return pair !== null && pair.to !== pair.from && pair.to > pair.from === up;
  }
  const change = evidence.kind === "computed" ? evidence.value : evidence.change;
  return change !== null && change !== 0 && change > 0 === up;
}

/** "From A to B", "to B compared with A", or the amounts of two years. */
function comparedPair(
  statement: string,
  amounts: readonly BoundAmount[],
): { from: number; to: number } | null {
  const [first, second] = amounts;
  if (!first || !second || first.kind !== second.kind) return null;
  const signedValue = (one: BoundAmount) => one.value * SCALES[one.scale] * (one.negative ? -1 : 1);
  if (first.year !== null && second.year !== null && first.year !== second.year) {
    const [older, newer] = first.year < second.year ? [first, second] : [second, first];
    return { from: signedValue(older), to: signedValue(newer) };
  }
  const isFirstOlder = /\bfrom\s*$/i.test(statement.slice(0, first.start));
  const [from, to] = isFirstOlder ? [first, second] : [second, first];
  return { from: signedValue(from), to: signedValue(to) };
}
