import { CLAIM_SCALES } from "../../claims/index.ts";
import { isReportingVerb } from "../data/sentence-words.ts";
import type { Amount } from "../text/amounts.ts";
import { rootOf } from "../text/roots.ts";
import { type BoundAmount, bindAmounts } from "./bind-amounts.ts";
import { checkDirection, readDirection, type SupportedAmount } from "./check-direction.ts";
import { GAIN, LOSS, PROFIT, removeDirections } from "./direction-words.ts";
import type { CellEvidence, ComputedEvidence, Evidence, TextEvidence } from "./evidence.ts";
import { contentRoots, expandedRoots, isRowOf, namesRow, PENCE, shareSaid } from "./match-label.ts";

/** What a statement says about amounts, and what supports it. */
export interface StatementCheck {
  /** What no evidence supports: numbers as printed, or a word for a direction. */
  unverified: string[];
  /** Each amount with the evidence for it. */
  amounts: SupportedAmount[];
  /** Two amounts of the statement show what rose or fell. */
  isDirectionShown: boolean;
}

/** A number that a statement refers to instead of copying it. */
export interface ReferredNumber {
  /** As it is in the statement. */
  printed: string;
  evidence: Evidence;
}

/** `referred`: numbers in the order of the statement; each is proven by what it refers to alone. */
export function checkStatement(
  statement: string,
  evidence: readonly Evidence[],
  referred: readonly ReferredNumber[] = [],
): StatementCheck {
  const all = [...referred.map((one) => one.evidence), ...evidence];
  const referredAt = placesOf(statement, referred);
  const amounts = bindAmounts(statement).map((amount) => {
    const own = referredAt(amount);
    return { amount, support: (own ? [own] : all).filter((one) => supports(amount, one, statement)) };
  });
  const failed = amounts.filter(({ support }) => support.length === 0).map(({ amount }) => amount.text);
  const check = { unverified: failed, amounts, isDirectionShown: false };
  if (failed.length > 0 || amounts.length === 0) return check;
  const { wrong, isShown } = checkDirection(statement, amounts);
  return { ...check, unverified: wrong === null ? [] : [wrong], isDirectionShown: isShown };
}

/** The evidence of the reference that an amount was written for; figures that were given may be proven otherwise. */
function placesOf(statement: string, referred: readonly ReferredNumber[]) {
  let end = 0;
  const places = referred.map(({ printed, evidence }) => {
    const start = statement.indexOf(printed, end);
    if (start >= 0) end = start + printed.length;
    return { start, end, evidence };
  });
  return ({ start }: BoundAmount): Evidence | undefined => {
    const own = places.find(
      (place) => place.start >= 0 && start >= place.start && start < place.end,
    )?.evidence;
    return own?.kind === "cell" && own.row < 0 ? undefined : own;
  };
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
/** "15% more than in 2023"; whether it was more is compared with the words around it. */
const MORE = /\b(?:more|less|fewer)\b[^.;]*?\bthan\b/i;
const AVERAGE_WORD = /\b(?:average|mean|durchschnitt|moyenne|promedio|media|gemiddeld)/iu;

/** A computed number is said as what it is, of the rows and the year it was computed from. */
function computedSupports(amount: BoundAmount, evidence: ComputedEvidence, statement: string): boolean {
  const { operation, value, scale, isPercent, currency, labels } = evidence;
  if ((amount.kind === "percent") !== isPercent) return false;
  if (amount.kind === "money" && (currency === null || !sameCurrency(amount.unit, currency))) return false;
  if (!sameValue(amount, Math.abs(value) * scale)) return false;
  if (!isYearOf(amount, evidence) || !saysOperation(statement, evidence)) return false;
  if (amount.bound !== null || isTurnedRound(amount, evidence, statement)) return false;
  const measure = evidence.measureIn(statement);
  if (measure !== undefined && operation !== "growth")
    return measure !== null && sameValue(amount, Math.abs(measure) * scale);
  return labels.every((label) => namesRow(statement, label));
}

/** "48% of equity" where it is equity that is 48% of the assets. */
function isTurnedRound(
  amount: BoundAmount,
  { operation, labels }: ComputedEvidence,
  statement: string,
): boolean {
  const [, of] = OF.exec(statement.slice(amount.end)) ?? [];
  const base = labels.at(-1);
  if (operation !== "ratio" || of === undefined || base === undefined) return false;
  const share = shareSaid(of, base);
  return labels.slice(0, -1).some((label) => shareSaid(of, label) > share);
}

const OF = /^\s*(?:of|des|der|vom|du|de|del|della|dei|van)\s([^;,.]+)/i;

/** What spans two years may be said of either of them. */
function isYearOf({ year }: BoundAmount, { operation, years }: ComputedEvidence): boolean {
  const isOverTime = operation === "growth" || operation === "difference" || operation === "average";
  return year === null || (isOverTime ? years : [Math.max(...years)]).includes(year);
}

function saysOperation(statement: string, { operation, years }: ComputedEvidence): boolean {
  if (operation === "average") return AVERAGE_WORD.test(statement);
  const isChange = operation === "growth" || (operation === "difference" && years.length > 1);
  return (
    !isChange || CHANGE_WORD.test(statement) || MORE.test(statement) || readDirection(statement) !== null
  );
}

/** Value, scale, sign, unit, year and row: a cell must agree in all of them. */
function cellSupports(amount: BoundAmount, cell: CellEvidence): boolean {
  if ((amount.kind === "percent") !== cell.isPercent || !isOfColumn(amount, cell)) return false;
  if (amount.isChange && !cell.isPercent && !CHANGE_LABEL.test(cell.label)) return false;
  if (amount.kind === "money" && !sameUnit(amount.unit, cell)) return false;
  const scale = cell.isPercent ? 1 : cell.scale;
  // A scale that the table does not give is known only where the statement gives none either.
  if (scale === null && amount.scale !== "one") return false;
  if (!sameValue(amount, Math.abs(cell.value) * (scale ?? 1))) return false;
  return signAgrees(amount, cell) && isRowOf(amount.clause, cell);
}

/** The year, or what else the head of the column says. */
function isOfColumn({ year, isEarlier, bound, clause }: BoundAmount, cell: CellEvidence): boolean {
  if (bound !== null || (isEarlier && cell.isLatest && cell.year !== null)) return false;
  if (year !== null && cell.year !== null && year !== cell.year) return false;
  const said = contentRoots(clause);
  return contentRoots(cell.head).every((root) => said.includes(root));
}

export const CHANGE_LABEL = /\b(?:increase|decrease|change|growth|movement|difference)s?\b/i;

/** A row in pence is said in pence. */
function sameUnit(said: string | null, { currency, label }: CellEvidence): boolean {
  const isInPence = currency === "GBP" && PENCE.test(label);
  return isInPence || said === "GBX" ? isInPence && said === "GBX" : sameCurrency(said, currency);
}

/** "$" in a statement may be any dollar that the table is in. */
function sameCurrency(said: string | null, printed: string): boolean {
  return said === printed || (said === "USD" && /^(?:USD|CAD|AUD|NZD|HKD|SGD|TWD)$/.test(printed));
}

/** Equal, or rounded to the digits that the statement prints. */
function sameValue({ digits, value, scale }: Amount, printed: number): boolean {
  const decimals = digits.split(".")[1]?.length ?? 0;
  const unit = CLAIM_SCALES[scale];
  const half = (unit * 10 ** -decimals) / 2;
  const distance = Math.abs(value * unit - printed);
  // "$0 billion" and "$2 billion" are no roundings of $2.4 billion that anybody would print.
  const rounded = distance <= half * (1 + 1e-9) && distance <= printed * ROUNDING_MAX;
  // Digits that were dropped must be decimals of a larger scale: "12" is not a rounding of 12.4 in the same scale.
  return distance <= 1e-9 * Math.max(1, printed) || (rounded && unit > 1);
}

const ROUNDING_MAX = 0.1;

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

/** Of a percentage: two points more are not two percent more. */
const POINTS = /points?$/i;

function isSameAmount(one: BoundAmount, other: BoundAmount): boolean {
  const key = ({ kind, unit, negative, isChange, bound, text, value, scale }: BoundAmount) =>
    [kind, unit, negative, isChange, bound, POINTS.test(text), value * CLAIM_SCALES[scale]].join();
  return key(one) === key(other);
}

/** The same amount of the same thing and year in a sentence of the page. */
function textSupports(amount: BoundAmount, { text }: TextEvidence): boolean {
  const printed = bindAmounts(text);
  return printed.some((one) => {
    if (!isSameAmount(one, amount)) return false;
    if (amount.year !== null && one.year !== null && amount.year !== one.year) return false;
    if (LOSS.test(amount.clause) !== LOSS.test(one.clause)) return false;
    if (ADJUSTED.test(amount.clause) !== ADJUSTED.test(one.clause)) return false;
    return isClauseOf(amount.clause, one, printed);
  });
}

/** No word of the statement is said in the evidence only of another amount, and most of it is said somewhere. */
export function isClauseOf(clause: string, own: BoundAmount, all: readonly BoundAmount[]): boolean {
  const words = removeDirections(clause).split(/\s+/);
  const said = contentRoots(words.filter((word) => !isReportingVerb(word)).join(" "));
  const here = new Set(contentRoots(own.clause));
  const elsewhere = new Set(all.filter((one) => one !== own).flatMap((one) => contentRoots(one.clause)));
  if (said.some((root) => elsewhere.has(root) && !here.has(root) && !WHEN.has(root))) return false;
  const expanded = expandedRoots(own.clause);
  const shared = said.filter((root) => expanded.has(root) || here.has(root)).length;
  return said.length === 0 || shared / said.length >= CLAUSE_SHARE;
}

/** A figure by another definition is another figure. */
export const ADJUSTED = /\b(?:adjusted|underlying|comparable|organic|normali[sz]ed|pro[ -]forma)\b/i;

const CLAUSE_SHARE = 0.5;
/** Words for a time do not distinguish amounts. */
const WHEN = new Set(["year", "period", "quarter", "month", "end", "fiscal"].map(rootOf));
