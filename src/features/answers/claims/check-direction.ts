import { CLAIM_SCALES } from "../../claims/index.ts";
/** Whether the words of a statement for a rise or a fall agree with its amounts and what supports them. */
import { type BoundAmount, bindAmounts } from "./bind-amounts.ts";
import { DOWN, GAIN, LOSS, UP } from "./direction-words.ts";
import type { CellEvidence, ComputedEvidence, Evidence } from "./evidence.ts";

export interface SupportedAmount {
  amount: BoundAmount;
  support: Evidence[];
}

interface Direction {
  word: string;
  up: boolean;
}

/** The word that is wrong, and whether two amounts show what rose or fell. */
export function checkDirection(
  statement: string,
  amounts: readonly SupportedAmount[],
): { wrong: string | null; isShown: boolean } {
  const direction = readDirection(statement);
  if (direction === null) return { wrong: null, isShown: false };
  const against = amounts.find(({ amount, support }) => isWrongWay(statement, amount, support));
  if (against) return { wrong: wayTo(statement, against.amount)?.word ?? direction.word, isShown: false };
  const pair = comparedPair(
    statement,
    amounts.map(({ amount }) => amount),
  );
  const holds = pair
    ? pair.to !== pair.from && pair.to > pair.from === direction.up
    : amounts.some(({ support }) => support.some((one) => showsDirection(one, direction, statement)));
  const isShown = pair !== null || amounts.every(({ support }) => support.some(comparesAmounts));
  return { wrong: holds ? null : direction.word, isShown };
}

export function readDirection(text: string): Direction | null {
  const [up, down] = [UP.exec(text), DOWN.exec(text)];
  const first = up && down ? (up.index < down.index ? up : down) : (up ?? down);
  return first && { word: first[0], up: first === up };
}

/** "B, compared with A a year earlier" says without a word for it what rose or fell. */
const comparesAmounts = (evidence: Evidence): boolean =>
  evidence.kind === "text" && /\bcompared (?:to|with)\b/i.test(evidence.text);

/** By the change of its row, or by a word or the amounts of the sentence of the page. */
function showsDirection(evidence: Evidence, { up }: Direction, statement: string): boolean {
  if (evidence.kind === "text") {
    const said = readDirection(evidence.text);
    if (said) return said.up === up;
    const pair = comparesAmounts(evidence) ? comparedPair(evidence.text, bindAmounts(evidence.text)) : null;
    return pair !== null && pair.to !== pair.from && pair.to > pair.from === up;
  }
  const change = evidence.kind === "computed" ? computedChange(evidence) : changeOf(evidence, statement);
  return change !== null && change !== 0 && change > 0 === up;
}

/** The earlier amount less the later one is the change the other way round. */
function computedChange({ operation, value, cells: [first, second] }: ComputedEvidence): number {
  const isReversed = operation === "difference" && (first?.year ?? 0) < (second?.year ?? 0);
  return isReversed ? -value : value;
}

/** Of a cost or a loss that is printed as a negative amount, how much more or less it is. */
function changeOf({ value, change, label }: CellEvidence, statement: string): number | null {
  if (change === null || value >= 0 || value - change >= 0) return change;
  return GAIN.test(label) && !LOSS.test(statement) ? change : -change;
}

/** The word that says which way an amount was reached: "rose to 5", not "up from 5". */
function wayTo(statement: string, { start }: BoundAmount): Direction | null {
  const clause = statement.slice(0, start).split(CLAUSE_END).at(-1) ?? "";
  if (/\d/.test(clause) || COMPARED.test(clause)) return null;
  const words = clause.split(/\s+/).toReversed().map(readDirection);
  return words.find((word) => word !== null) ?? null;
}

const CLAUSE_END = /[;:,](?!\d)\s|\s(?:and|while|whereas|but|although)\s/i;
const COMPARED = /\b(?:from|compared (?:to|with)|versus|against|than)\b/i;

function isWrongWay(statement: string, amount: BoundAmount, support: readonly Evidence[]): boolean {
  const way = wayTo(statement, amount);
  const cells = support.filter((one) => one.kind === "cell" && one.change !== null);
  return (
    way !== null &&
    !amount.isChange &&
    cells.length > 0 &&
    !cells.some((one) => showsDirection(one, way, statement))
  );
}

/** "From A to B", "to B compared with A", or the amounts of two years. */
function comparedPair(
  statement: string,
  amounts: readonly BoundAmount[],
): { from: number; to: number } | null {
  const [first, second] = amounts;
  if (!first || !second || first.kind !== second.kind) return null;
  const signedValue = (one: BoundAmount) => one.value * CLAIM_SCALES[one.scale] * (one.negative ? -1 : 1);
  if (first.year !== null && second.year !== null && first.year !== second.year) {
    const [older, newer] = first.year < second.year ? [first, second] : [second, first];
    return { from: signedValue(older), to: signedValue(newer) };
  }
  const isFirstOlder = /\bfrom\s*$/i.test(statement.slice(0, first.start));
  const [from, to] = isFirstOlder ? [first, second] : [second, first];
  return { from: signedValue(from), to: signedValue(to) };
}
