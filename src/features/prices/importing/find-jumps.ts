import type { Sql } from "../../../platform/db/index.ts";
import { daysBetween } from "../calendar/dates.ts";
import { type CorporateAction, listActions, type PriceBasis } from "../store.ts";
import type { PriceIssue, PriceRow } from "./read-price-row.ts";
import { type ClosedDay, listNeighbours } from "./store.ts";

export interface WrittenSeries {
  series_no: number;
  svc_entity_id: string;
  ticker: string;
  source: string;
  rows: readonly PriceRow[];
}

/** Moves within these bounds are normal. */
const FALL_MIN = 0.6;
const RISE_MAX = 1.4;
/** Beyond this a move is reported whatever it looks like. */
const TIMES_MAX = 5;
/** A day's move is between consecutive trading days, including holidays. */
const DAYS_BETWEEN_MAX = 7;
/** After an outlier the price is back where it was, give or take a day's move. */
const BACK_WITHIN = 0.1;
const SPLIT_WITHIN = 0.03;
const SPLITS = [1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, 50, 100];

interface Move {
  row: PriceRow;
  day: ClosedDay;
  before: ClosedDay;
  after: ClosedDay | null;
}

/**
 * Days whose close differs so much from the previous one that no reported split or dividend explains it. The prices
 * are stored as received; this only says which of them to check.
 */
export async function findJumps(
  sql: Sql,
  basis: PriceBasis,
  written: readonly WrittenSeries[],
): Promise<PriceIssue[]> {
  const spans = written.map(({ series_no, rows }) => {
    const days = rows.map(({ bar }) => bar.date).sort();
    return { series_no, first: days[0] ?? "", last: days.at(-1) ?? "" };
  });
  const neighbours = await listNeighbours(sql, spans);
  const jumps: PriceIssue[] = [];
  for (const series of written) {
    const large = listLargeMoves(series.rows, neighbours.get(series.series_no));
    if (large.length === 0) continue;
    const actions = await listActions(sql, series, null);
    let outlier: ClosedDay | null = null;
    for (const move of large) {
      // The way back from an outlier is reported with the outlier.
      const reported = move.before === outlier ? null : describeMove(move, { basis, actions });
      if (reported === null) continue;
      jumps.push({ row: move.row, reason: reported.reason });
      if (reported.isOutlier) outlier = move.day;
    }
  }
  return jumps;
}

function listLargeMoves(
  rows: readonly PriceRow[],
  around: { before: ClosedDay | null; after: ClosedDay | null } | undefined,
): Move[] {
  const days = rows
    .flatMap((row) =>
      row.bar.close === null ? [] : [{ row, day: { date: row.bar.date, close: row.bar.close } }],
    )
    .sort((one, other) => (one.day.date < other.day.date ? -1 : 1));
  return days.flatMap(({ row, day }, index) => {
    const before = days[index - 1]?.day ?? around?.before ?? null;
    const after = days[index + 1]?.day ?? around?.after ?? null;
    return before !== null &&
      isFar(day.close / before.close) &&
      daysBetween(before.date, day.date) <= DAYS_BETWEEN_MAX
      ? [{ row, day, before, after }]
      : [];
  });
}

const isFar = (times: number) => times < FALL_MIN || times > RISE_MAX;

function describeMove(
  { day, before, after }: Move,
  { basis, actions }: { basis: PriceBasis; actions: readonly CorporateAction[] },
): { reason: string; isOutlier: boolean } | null {
  const times = day.close / before.close;
  const due = actions.filter(({ ex_date }) => ex_date > before.date && ex_date <= day.date);
  if (!isFar(explainedTimes(times, { basis, due, close: before.close }))) return null;
  const move = `close ${day.close} is ${Number(times.toPrecision(3))} times ${before.close} of ${before.date}`;
  const isOutlier = after !== null && Math.abs(after.close / before.close - 1) < BACK_WITHIN;
  if (isOutlier) return { reason: `${move}, and ${after.close} on ${after.date} again`, isOutlier };
  const split = SPLITS.find(
    (ratio) => Math.abs(times * ratio - 1) < SPLIT_WITHIN || Math.abs(times / ratio - 1) < SPLIT_WITHIN,
  );
  if (split !== undefined)
    return {
      reason: `${move}, as after a ${times < 1 ? "" : "reverse "}split of ${split} that no source reports`,
      isOutlier,
    };
  if (times > TIMES_MAX || times < 1 / TIMES_MAX)
    return { reason: `${move}, which no reported event explains`, isOutlier };
  return null;
}

/** The rest of a move after removing the effect of splits and dividends on prices of this basis. */
function explainedTimes(
  times: number,
  { basis, due, close }: { basis: PriceBasis; due: readonly CorporateAction[]; close: number },
): number {
  if (basis === "total_return") return times;
  const paid = due.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  const split = basis === "raw" ? due.reduce((product, { ratio }) => product * (ratio ?? 1), 1) : 1;
  return (times + paid / close) * split;
}
