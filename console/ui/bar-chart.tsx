import { useRef, useState } from "react";
import { formatShort, formatShortDay } from "./format.ts";
import { useWidth } from "./use-width.ts";

export interface Bar {
  /** A day, YYYY-MM-DD. */
  day: string;
  value: number;
  /** Tooltip, also read by screen readers. */
  text: string;
}

const HEIGHT = 200;
const LEFT = 40;
const BOTTOM = 22;
const TOP = 8;

/** One bar per day. Plain SVG: thirty numbers need no chart library. */
export function BarChart({ bars, label }: { bars: readonly Bar[]; label: string }) {
  const [hovered, setHovered] = useState<number | null>(null);
  const frame = useRef<HTMLElement>(null);
  const width = useWidth(frame);
  const most = axisMaximum(Math.max(...bars.map(({ value }) => value), 1));
  const step = Math.max(0, width - LEFT) / bars.length;
  const tall = HEIGHT - TOP - BOTTOM;
  const yOf = (value: number) => TOP + tall * (1 - value / most);
  const shown = hovered === null ? null : bars[hovered];
  return (
    <figure ref={frame}>
      <svg width={width} height={HEIGHT} className="max-w-full" role="img" aria-label={label}>
        {[0, most / 2, most].map((value) => (
          <g key={value}>
            <line x1={LEFT} x2={width} y1={yOf(value)} y2={yOf(value)} className="stroke-line" />
            <text
              x={LEFT - 6}
              y={yOf(value) + 4}
              textAnchor="end"
              className="fill-dim text-[11px] tabular-nums"
            >
              {formatShort(value)}
            </text>
          </g>
        ))}
        {bars.map((bar, index) => (
          <g key={bar.day} onPointerEnter={() => setHovered(index)} onPointerLeave={() => setHovered(null)}>
            <rect x={LEFT + index * step} y={TOP} width={step} height={tall} className="fill-transparent" />
            <rect
              x={LEFT + index * step + step * 0.15}
              y={yOf(bar.value)}
              width={step * 0.7}
              height={Math.max(0, TOP + tall - yOf(bar.value))}
              rx={2}
              className={hovered === index ? "fill-accent-strong" : "fill-accent"}
            />
          </g>
        ))}
        {ticks(bars.length).map((index) => (
          <text
            key={index}
            x={LEFT + (index + 0.5) * step}
            y={HEIGHT - 5}
            textAnchor={index === 0 ? "start" : index === bars.length - 1 ? "end" : "middle"}
            className="fill-dim text-[11px]"
          >
            {formatShortDay(bars[index]?.day ?? "")}
          </text>
        ))}
      </svg>
      <figcaption className="h-5 text-dim text-xs tabular-nums">{shown?.text}</figcaption>
      <ul className="sr-only">
        {bars
          .filter(({ value }) => value > 0)
          .map((bar) => (
            <li key={bar.day}>{bar.text}</li>
          ))}
      </ul>
    </figure>
  );
}

const ticks = (count: number) => [
  0,
  Math.floor((count - 1) / 3),
  Math.floor((2 * (count - 1)) / 3),
  count - 1,
];

/** The next round number, for a readable axis. */
function axisMaximum(value: number): number {
  const size = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 4, 5, 10].map((step) => step * size).find((top) => top >= value) ?? value;
}

/** Names, each with a bar proportional to its share of the largest. */
export function ShareList({ shares }: { shares: readonly { name: string; value: number; text: string }[] }) {
  const most = Math.max(...shares.map(({ value }) => value), 1);
  return (
    <ul className="space-y-3">
      {shares.map(({ name, value, text }) => (
        <li key={name}>
          <span className="flex justify-between gap-3">
            <span className="truncate font-mono text-xs">{name}</span>
            <span className="tabular-nums">{text}</span>
          </span>
          <span className="mt-1 block h-1.5 rounded-full bg-soft">
            <span
              className="block h-1.5 rounded-full bg-accent"
              style={{ width: `${Math.max(1, (100 * value) / most)}%` }}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}
