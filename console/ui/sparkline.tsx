const WIDTH = 64;
const HEIGHT = 18;
const MARGIN = 2;

/** A small line without axes: where a row of numbers is heading. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (index: number) => MARGIN + (index * (WIDTH - 2 * MARGIN)) / Math.max(1, values.length - 1);
  const y = (value: number) =>
    high === low ? HEIGHT / 2 : HEIGHT - MARGIN - ((value - low) * (HEIGHT - 2 * MARGIN)) / (high - low);
  const points = values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`);
  return (
    <svg width={WIDTH} height={HEIGHT} role="img" aria-label={label} className="inline-block text-accent">
      <polyline points={points.join(" ")} fill="none" stroke="currentColor" strokeWidth="1.5" />
      <circle cx={x(values.length - 1)} cy={y(values.at(-1) ?? 0)} r="2" fill="currentColor" />
    </svg>
  );
}
