/** Words for how much something changed, or which of two was more, where the amounts of the statement show it. */
import type { CellEvidence, ComputedEvidence, Evidence } from "../claims/evidence.ts";
import { namesRow, shareSaid } from "../claims/match-label.ts";

const MULTIPLES: readonly (readonly [word: RegExp, times: number])[] = [
  [/^doubled$/i, 2],
  [/^tripled$/i, 3],
  [/^quadrupled$/i, 4],
  [/^halved$/i, 0.5],
];
/** How far "doubled" may be from twice, and "almost doubled". */
const NEAR = 0.05;
const ALMOST = 0.15;
const SLIGHT = 0.05;
const CLAUSE_END = /[;,](?!\d)\s|\s(?:and|but|while|whereas|although)\s/i;

/** "Doubled", "almost doubled", "unchanged" and "slightly", by the change of the row that their clause names. */
export function isShownChange(word: string, statement: string, support: readonly Evidence[]): boolean {
  const clause = statement.split(CLAUSE_END).find((one) => one.includes(word)) ?? "";
  const cells = support.flatMap((one) =>
    one.kind === "cell" ? one : one.kind === "computed" ? one.cells : [],
  );
  const isOneRow = new Set(cells.map(({ label }) => label)).size === 1;
  const own = cells.filter(
    ({ change, label }) => change !== null && namesRow(isOneRow ? statement : clause, label),
  );
  return own.length > 0 && own.every((cell) => isSoChanged(word, clause, cell));
}

function isSoChanged(word: string, clause: string, { value, change }: CellEvidence): boolean {
  const before = value - (change ?? 0);
  if (/^unchanged$/i.test(word)) return change === 0;
  if (before === 0 || value < 0 !== before < 0) return false;
  const times = value / before;
  if (/^slightly$/i.test(word)) return change !== 0 && Math.abs(times - 1) <= SLIGHT;
  const isQualifier = /^(?:almost|nearly)$/i.test(word);
  const words = isQualifier ? clause.split(/[\s,]+/) : [word];
  const [, multiple] = MULTIPLES.find(([one]) => words.some((other) => one.test(other))) ?? [];
  if (multiple === undefined) return false;
  if (isQualifier || /\b(?:almost|nearly)\s+\p{L}+ed\b/iu.test(clause)) return isAlmost(times, multiple);
  return isTimes(times, multiple, MORE_THAN.test(clause));
}

function isTimes(times: number, multiple: number, isBeyondSaid: boolean): boolean {
  const isBeyond = multiple > 1 ? times > multiple && times < multiple + 1 : times < multiple && times > 0;
  return isBeyondSaid ? isBeyond : Math.abs(times / multiple - 1) <= NEAR;
}

const MORE_THAN = /\bmore than\s+\p{L}+(?:ed)\b/iu;

/** Not yet: "almost doubled" is less than twice. */
const isAlmost = (times: number, multiple: number) =>
  multiple > 1
    ? times < multiple && times >= multiple * (1 - ALMOST)
    : times > multiple && times <= multiple * (1 + ALMOST);

/** "More than doubled" compares nothing with an amount. */
export const isMultiple = (after: string): boolean =>
  MULTIPLES.some(([word]) => word.test(/\p{L}+/u.exec(after)?.[0] ?? ""));

/**
 * Whether a computed difference is said the right way round: "liabilities were 120 more than equity", "exceeded equity
 * by 120", "15% more than in 2023".
 */
export function isRightWay(
  { operation, labels, value, years }: ComputedEvidence,
  { before, after, isMore }: { before: string; after: string; isMore: boolean },
): boolean {
  if (value === 0 || value > 0 !== isMore) return false;
  if (operation === "growth" || (operation === "difference" && years.length > 1)) return true;
  const [first, second] = labels;
  if (operation !== "difference" || first === undefined || second === undefined) return false;
  return (
    shareSaid(before, first) > shareSaid(before, second) && shareSaid(after, second) > shareSaid(after, first)
  );
}

const EXCEEDED = /\bexceed(?:ed|s)\b/i;

export function isShownExcess(word: string, statement: string, support: readonly Evidence[]): boolean {
  if (!EXCEEDED.test(word)) return false;
  const [before = "", after = ""] = statement.split(EXCEEDED);
  return support.some((one) => one.kind === "computed" && isRightWay(one, { before, after, isMore: true }));
}
