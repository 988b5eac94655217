import type { PrimaryKind } from "../statement.ts";
import type { Candidate } from "./candidates.ts";

const KEPT_MAX = 8;
const NEAR_PAGES = 7;
const NEAR_POINTS = 2;
const SAME_NET_INCOME_POINTS = 4;
const SAME_CASH_POINTS = 2;

export type ChosenStatements = Partial<Record<PrimaryKind, Candidate>>;

/**
 * The income statement, balance sheet and cash flow statement that belong together: close to each other, and with
 * the same net income and the same cash.
 */
export function chooseStatements(candidates: readonly Candidate[]): ChosenStatements {
  const best = (kind: PrimaryKind) =>
    candidates
      .filter((one) => one.kind === kind)
      .sort((a, b) => b.score - a.score || pageOf(a) - pageOf(b))
      .slice(0, KEPT_MAX);
  const optional = (list: Candidate[]) => (list.length === 0 ? [undefined] : list);
  let chosen: ChosenStatements = {};
  let highest = Number.NEGATIVE_INFINITY;
  for (const income of optional(best("income"))) {
    for (const balance of optional(best("balance"))) {
      for (const cash of optional(best("cash_flow"))) {
        const score = weighTogether(income, balance, cash);
        if (score <= highest) continue;
        highest = score;
        chosen = {
          ...(income && { income }),
          ...(balance && { balance }),
          ...(cash && { cash_flow: cash }),
        };
      }
    }
  }
  return chosen;
}

/** The statements that repeat an amount of another one for two years: what belongs to one entity. */
export function findLinked({ income, balance, cash_flow: cash }: ChosenStatements): ReadonlySet<PrimaryKind> {
  const linked = new Set<PrimaryKind>();
  if (!cash) return linked;
  if (income && shares(income, firstAmounts(cash))) linked.add("income").add("cash_flow");
  if (balance && shares(balance, lastAmounts(cash))) linked.add("balance").add("cash_flow");
  return linked;
}

function weighTogether(
  income: Candidate | undefined,
  balance: Candidate | undefined,
  cash: Candidate | undefined,
): number {
  let score = (income?.score ?? 0) + (balance?.score ?? 0) + (cash?.score ?? 0);
  for (const [a, b] of [
    [income, balance],
    [balance, cash],
    [income, cash],
  ] as const) {
    if (a && b && Math.abs(pageOf(a) - pageOf(b)) <= NEAR_PAGES) score += NEAR_POINTS;
  }
  if (income && cash && shares(income, firstAmounts(cash))) score += SAME_NET_INCOME_POINTS;
  if (balance && cash && shares(balance, lastAmounts(cash))) score += SAME_CASH_POINTS;
  return score;
}

function pageOf(candidate: Candidate): number {
  return candidate.segments[0]?.page.page ?? 0;
}

const EDGE_ROWS = 4;
const AMOUNT_MIN = 20;

function amountsOf(candidate: Candidate): number[][] {
  return candidate.segments.flatMap(({ rows }) =>
    rows.map((row) =>
      row.cells.flatMap(({ value }) => (value !== null && Math.abs(value) >= AMOUNT_MIN ? [value] : [])),
    ),
  );
}

function firstAmounts(candidate: Candidate): number[] {
  return amountsOf(candidate).slice(0, EDGE_ROWS).flat();
}

function lastAmounts(candidate: Candidate): number[] {
  return amountsOf(candidate)
    .slice(-EDGE_ROWS * 3)
    .flat();
}

/** Whether two of the amounts, of two years, are those of one row of the statement. */
function shares(candidate: Candidate, amounts: readonly number[]): boolean {
  const known = new Set(amounts);
  return amountsOf(candidate).some((row) => new Set(row.filter((amount) => known.has(amount))).size >= 2);
}
