import type { Random } from "./random.ts";

export interface Day {
  date: string;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}

/** A price that wanders from one given close to the next and meets each of them. */
export function walk(request: {
  days: readonly string[];
  closes: Readonly<Record<string, number>>;
  dailyVolatility: number;
  ordinaryVolume: number;
  random: Random;
}): Day[] {
  const { days, dailyVolatility, random } = request;
  const fixed = Object.entries(request.closes).map(([date, close]) => ({
    at: days.indexOf(date),
    close,
    date,
  }));
  for (const { at, date } of fixed) if (at < 0) throw new Error(`${date} is no trading day`);
  const closes: number[] = [];
  for (const [index, from] of fixed.entries()) {
    const to = fixed[index + 1];
    closes.push(from.close);
    if (to !== undefined) closes.push(...bridge(from, to, dailyVolatility, random));
  }
  return days.map((date, index) => dayOf(request, date, index, closes));
}

interface Point {
  at: number;
  close: number;
}

/** The closes strictly between two given ones: a random walk in logarithms, tied down at both ends. */
function bridge(from: Point, to: Point, volatility: number, random: Random): number[] {
  const steps = to.at - from.at;
  const path = [0];
  for (let step = 0; step < steps; step++) path.push((path[step] ?? 0) + random.normal() * volatility);
  const missed = Math.log(to.close / from.close) - (path[steps] ?? 0);
  return path
    .slice(1, steps)
    .map((value, index) => from.close * Math.exp(value + (missed * (index + 1)) / steps));
}

function dayOf(
  { dailyVolatility, ordinaryVolume, random }: Parameters<typeof walk>[0],
  date: string,
  index: number,
  closes: readonly number[],
): Day {
  const close = closes[index];
  if (close === undefined) throw new Error(`no price for ${date}`);
  const before = closes[index - 1] ?? close;
  const open = before * (1 + random.normal() * dailyVolatility * 0.35);
  const reach = () => 1 + random.uniform() * dailyVolatility * 0.8;
  // News moves prices and draws traders: the further the price moved, the more was traded.
  const excitement = Math.min(8, 1 + (Math.abs(close / before - 1) / dailyVolatility) ** 2 * 0.35);
  return {
    date,
    open,
    high: Math.max(open, close) * reach(),
    low: Math.min(open, close) / reach(),
    close,
    volume: ordinaryVolume * (0.55 + random.uniform() * 0.9) * excitement,
  };
}
