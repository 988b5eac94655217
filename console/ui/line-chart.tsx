import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from "react";
import { formatMonth, formatNumber, formatShortDay } from "./format.ts";
import { useWidth } from "./use-width.ts";

export interface Point {
  /** A day, YYYY-MM-DD. */
  day: string;
  value: number;
}

const HEIGHT = 240;
const RIGHT = 52;
const BOTTOM = 22;
const TOP = 10;
/** From this range on, the year is more useful than the day. */
const LONG_MILLISECONDS = 183 * 86_400_000;

/** A line over days. The pointer or the arrow keys read a single day. */
export function LineChart(props: {
  points: readonly Point[];
  label: string;
  onRead: (point: Point | null) => void;
}) {
  const { points, label, onRead } = props;
  const [at, setAt] = useState<number | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const { path, area, xOf, yOf, levels } = useMemo(() => computeLayout(points, width), [points, width]);
  const read = (index: number | null) => {
    setAt(index);
    onRead(index === null ? null : (points[index] ?? null));
  };
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - left) / Math.max(1, width - RIGHT);
    read(Math.max(0, Math.min(points.length - 1, Math.round(share * (points.length - 1)))));
  };
  const step = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };
    const by = steps[event.key];
    if (by === undefined) return;
    event.preventDefault();
    read(Math.max(0, Math.min(points.length - 1, (at ?? points.length - 1) + by)));
  };
  const isLong = Date.parse(points.at(-1)?.day ?? "") - Date.parse(points[0]?.day ?? "") > LONG_MILLISECONDS;
  const formatAxis = isLong ? formatMonth : formatShortDay;
  const marked = at === null ? null : points[at];
  return (
    <div ref={frame}>
      <svg
        width={width}
        height={HEIGHT}
        className="max-w-full touch-pan-y"
        role="img"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read single days
        tabIndex={0}
        onPointerMove={point}
        onPointerLeave={() => read(null)}
        onBlur={() => read(null)}
        onKeyDown={step}
      >
        {levels.map((level) => (
          <g key={level}>
            <line x1={0} x2={width - RIGHT} y1={yOf(level)} y2={yOf(level)} className="stroke-line" />
            <text x={width - RIGHT + 6} y={yOf(level) + 4} className="fill-dim text-[11px] tabular-nums">
              {formatNumber(level)}
            </text>
          </g>
        ))}
        <path d={area} className="fill-accent/10" />
        <path d={path} className="fill-none stroke-2 stroke-accent" strokeLinejoin="round" />
        {[0, 0.33, 0.66, 1].map((share) => {
          const index = Math.round(share * (points.length - 1));
          return (
            <text
              key={share}
              x={xOf(index)}
              y={HEIGHT - 5}
              textAnchor={share === 0 ? "start" : share === 1 ? "end" : "middle"}
              className="fill-dim text-[11px]"
            >
              {formatAxis(points[index]?.day ?? "")}
            </text>
          );
        })}
        {marked && at !== null && (
          <>
            <line x1={xOf(at)} x2={xOf(at)} y1={TOP} y2={HEIGHT - BOTTOM} className="stroke-edge" />
            <circle cx={xOf(at)} cy={yOf(marked.value)} r={4} className="fill-accent stroke-2 stroke-card" />
          </>
        )}
      </svg>
    </div>
  );
}

function computeLayout(points: readonly Point[], width: number) {
  const right = Math.max(0, width - RIGHT);
  const values = points.map(({ value }) => value);
  const low = Math.min(...values);
  const high = Math.max(...values);
  const spread = high - low || Math.abs(high) || 1;
  const [floor, ceiling] = [low - spread * 0.08, high + spread * 0.08];
  const xOf = (index: number) => (index / Math.max(1, points.length - 1)) * right;
  const yOf = (value: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - (value - floor) / (ceiling - floor));
  const line = points
    .map(({ value }, index) => `${xOf(index).toFixed(1)} ${yOf(value).toFixed(1)}`)
    .join("L");
  const bottom = HEIGHT - BOTTOM;
  return {
    path: `M${line}`,
    area: `M0 ${bottom}L${line}L${right} ${bottom}Z`,
    xOf,
    yOf,
    levels: [low, low + spread / 2, high],
  };
}
