export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The value that this share of the others stays below, rounded to so many digits. */
export function percentile(values: readonly number[], share: number, digits = 2): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Number((sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(digits));
}

/** How much the second number grows with the first, by least squares. */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (of: (point: readonly [number, number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / Math.max(1, points.length);
  const [middle, level] = [mean(([x]) => x), mean(([, y]) => y)];
  const spread = mean(([x]) => (x - middle) ** 2);
  return spread === 0 ? 0 : mean(([x, y]) => (x - middle) * (y - level)) / spread;
}
