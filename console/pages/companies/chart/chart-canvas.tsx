import { type KeyboardEvent, useEffect, useRef } from "react";
import type { ChartEvent, Prices } from "./chart-view.ts";
import { drawChart, type Scale } from "./draw-chart.ts";
import { useThemeChange } from "./use-theme-change.ts";

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -21, PageDown: 21 };

/** The chart. The pointer or the arrow keys read a single day. */
export function ChartCanvas(props: {
  prices: Prices;
  compared: readonly Prices[];
  events: ReadonlyMap<string, readonly ChartEvent[]>;
  scale: Scale;
  label: string;
  onRead: (day: string | null) => void;
}) {
  const { prices, compared, events, scale, label, onRead } = props;
  const frame = useRef<HTMLDivElement>(null);
  const chart = useRef<ReturnType<typeof drawChart> | null>(null);
  const theme = useThemeChange();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours
  useEffect(() => {
    if (!frame.current) return;
    const drawn = drawChart(frame.current, { prices, compared, scale, onRead });
    chart.current = drawn;
    return () => drawn.remove();
  }, [prices, compared, scale, onRead, theme]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a chart that was drawn again has no events
  useEffect(() => chart.current?.showEvents(events), [events, prices, compared, scale, onRead, theme]);
  const step = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    chart.current?.step(by);
  };
  return (
    <div
      ref={frame}
      role="img"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read single days
      tabIndex={0}
      onKeyDown={step}
      onBlur={() => chart.current?.leave()}
      className="h-80 w-full"
    />
  );
}
