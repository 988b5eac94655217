import type { Amount } from "../text/amounts.ts";
import { findMeaning, tokensOf } from "../text/roots.ts";
import { isStopWord } from "../text/terms.ts";
import { type BoundAmount, bindAmounts } from "./bind-amounts.ts";
import type { CellEvidence, Evidence, TextEvidence } from "./evidence.ts";

const SCALES = { one: 1, thousand: 1e3, million: 1e6, billion: 1e9 } as const;

/** The parts of a statement that no evidence supports: numbers as printed, or a word for a direction. */
export function findUnverified(statement: string, evidence: readonly Evidence[]): string[] {
  const amounts = bindAmounts(statement);
  const failed: string[] = [];
  let supporting: Evidence[] = [];
  for (const amount of amounts) {
    const found = evidence.filter((one) => supports(amount, one));
    if (found.length === 0) failed.push(amount.text);
    supporting = [...supporting, ...found];
  }
  if (failed.length > 0 || amounts.length === 0) return failed;
  const direction = readDirection(statement);
  if (direction === null || directionHolds(direction, { statement, amounts, supporting })) return [];
  return [direction.word];
}

function supports(amount: BoundAmount, evidence: Evidence): boolean {
  return evidence.kind === "cell" ? cellSupports(amount, evidence) : textSupports(amount, evidence);
}

/** Value, scale, sign, unit, year and row: a cell must agree in all of them. */
function cellSupports(amount: BoundAmount, cell: CellEvidence): boolean {
  if ((amount.kind === "percent") !== cell.isPercent) return false;
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

const LOSS = /\b(?:loss(?:es)?|deficit|outflow|used in|verlust|perte|pérdida|perdita|verlies)\b|損失|亏损/iu;
const GAIN =
  /\b(?:profit|income|earnings|gain|surplus|inflow|provided by|gewinn|bénéfice|beneficio|utile|winst)\b|利益|利润/iu;

/** A negative amount is said as one: as a loss, or with its sign. */
function signAgrees({ clause, negative }: BoundAmount, { value, label }: CellEvidence): boolean {
  const saysLoss = LOSS.test(clause) && !GAIN.test(clause.replace(LOSS, ""));
  const isLoss = LOSS.test(label) && !GAIN.test(label.replace(LOSS, ""));
  if (saysLoss) return value < 0 || isLoss;
  if (isLoss && GAIN.test(clause)) return false;
  // Costs are often printed as negative amounts and said without a sign.
  return value >= 0 || negative || !GAIN.test(`${label} ${clause}`);
}

/** The clause names this row better than any other row of the table. */
function isRowOf(clause: string, { label, others }: CellEvidence): boolean {
  const said = expandedRoots(clause);
  const own = named(label, said);
  if (own.share < LABEL_SHARE) return false;
  return others.every((other) => {
    const rival = named(other, said);
    return rival.share < own.share || (rival.share === own.share && rival.count <= own.count);
  });
}

const LABEL_SHARE = 0.6;

function named(label: string, said: ReadonlySet<string>): { share: number; count: number } {
  const roots = contentRoots(label);
  const count = roots.filter((root) => said.has(root)).length;
  return { share: roots.length === 0 ? 0 : count / roots.length, count };
}

function contentRoots(text: string): string[] {
  return tokensOf(text)
    .filter(({ text: word }) => /\p{L}/u.test(word) && !isStopWord(word.toLowerCase()))
    .map(({ root }) => root);
}

function expandedRoots(text: string): Set<string> {
  const roots = contentRoots(text);
  const others = roots.flatMap((_, at) => findMeaning(roots, at).others.flatMap(({ roots: other }) => other));
  return new Set([...roots, ...others]);
}

/** The same amount of the same thing and year in a sentence of the page. */
function textSupports(amount: BoundAmount, { text }: TextEvidence): boolean {
  const printed = bindAmounts(text);
  return printed.some((one) => {
    if (one.kind !== amount.kind || one.unit !== amount.unit || one.negative !== amount.negative)
      return false;
    if (one.value * SCALES[one.scale] !== amount.value * SCALES[amount.scale]) return false;
    if (amount.year !== null && one.year !== null && amount.year !== one.year) return false;
    if (LOSS.test(amount.clause) !== LOSS.test(one.clause)) return false;
    return isClauseOf(amount.clause, one, printed);
  });
}

/** No word of the statement is said in the evidence only of another amount, and most of it is said somewhere. */
function isClauseOf(clause: string, own: BoundAmount, all: readonly BoundAmount[]): boolean {
  const said = contentRoots(clause);
  const here = new Set(contentRoots(own.clause));
  const elsewhere = new Set(all.filter((one) => one !== own).flatMap((one) => contentRoots(one.clause)));
  if (said.some((root) => elsewhere.has(root) && !here.has(root))) return false;
  const expanded = expandedRoots(own.clause);
  const shared = said.filter((root) => expanded.has(root) || here.has(root)).length;
  return said.length === 0 || shared / said.length >= CLAUSE_SHARE;
}

const CLAUSE_SHARE = 0.5;

interface Direction {
  word: string;
  up: boolean;
}

const UP =
  /\b(?:increas\w*|ros?e|risen|rising|gr[eo]w\w*|growth|improv\w*|climb\w*|higher|up|gestiegen|stieg\w*|augment\w*|aument\w*|gestegen|steeg)\b|増加|增长/iu;
const DOWN =
  /\b(?:decreas\w*|f[ae]ll(?:en|ing)?|declin\w*|drop\w*|reduc\w*|shr[aiu]nk\w*|lower|down|gesunken|sank\w*|diminu\w*|baiss\w*|disminuy\w*|gedaald|daalde)\b|減少|下降/iu;

function readDirection(text: string): Direction | null {
  const [up, down] = [UP.exec(text), DOWN.exec(text)];
  const first = up && down ? (up.index < down.index ? up : down) : (up ?? down);
  return first && { word: first[0], up: first === up };
}

/** Two amounts of the statement decide; else the change of the row; else the same word in the sentence of the page. */
function directionHolds(
  direction: Direction,
  {
    statement,
    amounts,
    supporting,
  }: { statement: string; amounts: readonly BoundAmount[]; supporting: readonly Evidence[] },
): boolean {
  const pair = comparedPair(statement, amounts);
  if (pair) return pair.to !== pair.from && pair.to > pair.from === direction.up;
  return supporting.some((one) => {
    if (one.kind === "text") return readDirection(one.text)?.up === direction.up;
    return one.change !== null && one.change !== 0 && one.change > 0 === direction.up;
  });
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
