import type { Bar, CorporateAction, PriceBasis } from "../store.ts";

export const ADJUSTMENTS = ["raw", "split_adjusted", "total_return"] as const;

export interface AdjustmentFacts {
  basis: PriceBasis;
  actions: readonly CorporateAction[];
  /** Close of the last day before each ex-date, as in the series, by ex-date. */
  closesBefore: ReadonlyMap<string, number>;
}

/** Which adjustments can be computed from a series; the others would be guesses. */
export function listPossible(
  { basis, actions }: Pick<AdjustmentFacts, "basis" | "actions">,
  hasAdjusted: boolean,
) {
  const possible: PriceBasis[] = [basis];
  if (basis === "raw") possible.push("split_adjusted");
  // Reversed only if the source reports splits and dividends: without any, there may be an unreported split.
  if (basis === "split_adjusted" && actions.length > 0) possible.push("raw");
  if (basis !== "total_return" && (hasAdjusted || actions.some(isDividend))) possible.push("total_return");
  return possible;
}

/**
 * Converts the prices of a series to the requested basis. Every factor is 1 on the latest day and changes further
 * back: a price before a 2-for-1 split is halved, one before a dividend is reduced by its share of the price.
 */
export function adjustPrices(bars: readonly Bar[], wanted: PriceBasis, facts: AdjustmentFacts): Bar[] {
  if (wanted === facts.basis) return bars.map(withoutAdjusted);
  return bars.map((bar) => {
    const splits = splitFactor(facts.actions, bar.date);
    if (wanted === "raw") return scale(bar, splits, 1 / splits);
    const toSplitBasis = facts.basis === "raw" ? 1 / splits : 1;
    if (wanted === "split_adjusted") return scale(bar, toSplitBasis, 1 / toSplitBasis);
    const own = impliedFactor(bar);
    const total = own ?? toSplitBasis * dividendFactor(facts, bar.date);
    return scale(bar, total, 1 / toSplitBasis);
  });
}

/** The source's own adjusted close shows how that day's prices were adjusted. */
function impliedFactor({ close, adjusted_close }: Bar): number | null {
  return close !== null && adjusted_close !== null && close > 0 ? adjusted_close / close : null;
}

const isSplit = ({ kind }: CorporateAction) => kind === "split";
const isDividend = ({ kind }: CorporateAction) => kind === "dividend";

/** Today's shares per share of that day. */
export function splitFactor(actions: readonly CorporateAction[], date: string, until = "9999-12-31"): number {
  return actions
    .filter((action) => isSplit(action) && action.ex_date > date && action.ex_date <= until)
    .reduce((product, { ratio }) => product * (ratio ?? 1), 1);
}

function splitOn(actions: readonly CorporateAction[], date: string): number {
  return actions
    .filter((action) => isSplit(action) && action.ex_date === date)
    .reduce((product, { ratio }) => product * (ratio ?? 1), 1);
}

function dividendFactor({ basis, actions, closesBefore }: AdjustmentFacts, date: string): number {
  let factor = 1;
  for (const action of actions) {
    if (!isDividend(action) || action.ex_date <= date) continue;
    const closeBefore = closesBefore.get(action.ex_date);
    // A dividend is stated per share of its ex-date: a split on the same day has already taken place.
    const close =
      closeBefore && basis === "raw" ? closeBefore / splitOn(actions, action.ex_date) : closeBefore;
    const amount = amountOnBasis(action, basis, actions);
    if (close !== undefined && amount < close) factor *= 1 - amount / close;
  }
  return factor;
}

/** The dividend per share on the basis of the series' prices. */
function amountOnBasis(
  action: CorporateAction,
  basis: PriceBasis,
  actions: readonly CorporateAction[],
): number {
  const amount = action.amount ?? 0;
  const since = splitFactor(actions, action.ex_date);
  if (basis === "raw") return action.amount_split_adjusted ? amount * since : amount;
  return action.amount_split_adjusted ? amount : amount / since;
}

function scale(bar: Bar, price: number, volume: number): Bar {
  const by = (value: number | null, factor: number) =>
    value === null ? null : Number((value * factor).toPrecision(12));
  return {
    date: bar.date,
    open: by(bar.open, price),
    high: by(bar.high, price),
    low: by(bar.low, price),
    close: by(bar.close, price),
    volume: by(bar.volume, volume),
    adjusted_close: null,
  };
}

function withoutAdjusted(bar: Bar): Bar {
  return { ...bar, adjusted_close: null };
}
