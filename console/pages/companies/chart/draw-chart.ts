import {
  AreaSeries,
  CrosshairMode,
  createChart,
  createSeriesMarkers,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  PriceScaleMode,
  type SeriesMarker,
  type Time,
} from "lightweight-charts";
import { locale } from "../../../texts/locale.ts";
import { formatChange, formatDay, formatPerShare } from "../../../ui/format.ts";
import { type Bar, barsOf, type ChartEvent, type EventKind, type Prices } from "./chart-view.ts";

export type Scale = keyof typeof MODES;

const MODES = {
  price: PriceScaleMode.Normal,
  percent: PriceScaleMode.Percentage,
  log: PriceScaleMode.Logarithmic,
};
/** Volume has the lowest fifth of the chart for itself. */
const VOLUME_MARGINS = { top: 0.82, bottom: 0 };
const PRICE_MARGINS = { top: 0.12, bottom: 0.24 };

export interface ChartInput {
  prices: Prices;
  compared: readonly Prices[];
  scale: Scale;
  onRead: (day: string | null) => void;
}

type Events = ReadonlyMap<string, readonly ChartEvent[]>;

export function drawChart(frame: HTMLElement, input: ChartInput) {
  const { prices, compared, scale, onRead } = input;
  const colour = readColours(frame);
  const bars = barsOf(prices);
  const chart = openChart(frame, scale, colour);
  const main = chart.addSeries(AreaSeries, {
    lineColor: colour("accent"),
    topColor: fade(colour("accent"), 0.22),
    bottomColor: fade(colour("accent"), 0.02),
    lineWidth: 2,
    priceLineVisible: false,
    lastValueVisible: true,
  });
  main.setData(bars.map(({ date, close }) => ({ time: date, value: close })));
  for (const [index, one] of compared.entries()) {
    const line = chart.addSeries(LineSeries, {
      color: colour(SERIES[index] ?? "dim"),
      lineWidth: 2,
      priceLineVisible: false,
    });
    line.setData(barsOf(one).map(({ date, close }) => ({ time: date, value: close })));
  }
  addVolume(chart, bars, fade(colour("edge"), 0.45));
  const markers = createSeriesMarkers(main, []);
  chart.timeScale().fitContent();
  chart.subscribeCrosshairMove(({ time }) => onRead(typeof time === "string" ? time : null));
  return {
    ...makeSteps(chart, main, { bars, onRead }),
    /** Events arrive after the prices, and change more often. */
    showEvents: (events: Events) => markers.setMarkers(markersOf(events, colour)),
    remove: () => chart.remove(),
  };
}

function openChart(frame: HTMLElement, scale: Scale, colour: (name: Colour) => string): IChartApi {
  const line = { color: colour("line") };
  return createChart(frame, {
    autoSize: true,
    layout: {
      background: { color: "transparent" },
      textColor: colour("dim"),
      fontFamily: getComputedStyle(frame).fontFamily,
      fontSize: 11,
      // Named in words below the chart: the logo would need an inline style, which the policy forbids.
      attributionLogo: false,
    },
    localization: {
      locale,
      timeFormatter: (day: unknown) => (typeof day === "string" ? formatDay(day) : ""),
      priceFormatter: formatPerShare,
      percentageFormatter: (percent: number) => formatChange(percent / 100),
    },
    grid: { vertLines: { visible: false }, horzLines: line },
    rightPriceScale: { mode: MODES[scale], borderVisible: false, scaleMargins: PRICE_MARGINS },
    timeScale: { borderVisible: false, fixLeftEdge: true, fixRightEdge: true },
    crosshair: { mode: CrosshairMode.Magnet },
    // The wheel and a finger moving up or down scroll the page.
    handleScroll: { mouseWheel: false, vertTouchDrag: false },
    handleScale: { mouseWheel: false },
  });
}

function addVolume(chart: IChartApi, bars: readonly Bar[], color: string): void {
  const traded = bars.flatMap(({ date, volume }) => (volume === null ? [] : [{ time: date, value: volume }]));
  if (traded.length === 0) return;
  const volume = chart.addSeries(HistogramSeries, {
    priceScaleId: "volume",
    priceFormat: { type: "volume" },
    color,
    lastValueVisible: false,
    priceLineVisible: false,
  });
  volume.priceScale().applyOptions({ scaleMargins: VOLUME_MARGINS });
  volume.setData(traded);
}

const SHAPES: Readonly<
  Record<
    EventKind,
    {
      shape: "circle" | "square" | "arrowUp";
      position: "aboveBar" | "belowBar";
      colour: Colour;
      text?: string;
    }
  >
> = {
  report: { shape: "square", position: "aboveBar", colour: "ink", text: "R" },
  dividend: { shape: "circle", position: "belowBar", colour: "good", text: "D" },
  split: { shape: "arrowUp", position: "belowBar", colour: "warn", text: "S" },
  news: { shape: "circle", position: "aboveBar", colour: "edge" },
};

/** One mark for each kind of event on a day. */
function markersOf(events: Events, colour: (name: Colour) => string): SeriesMarker<Time>[] {
  return [...events]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .flatMap(([time, ofDay]) =>
      [...new Set(ofDay.map(({ kind }) => kind))].map((kind) => {
        const { shape, position, text } = SHAPES[kind];
        return {
          time,
          shape,
          position,
          color: colour(SHAPES[kind].colour),
          size: 0.7,
          ...(text && { text }),
        };
      }),
    );
}

/** Moves the crosshair by days, for the keyboard. */
function makeSteps(
  chart: IChartApi,
  main: ISeriesApi<"Area">,
  { bars, onRead }: { bars: readonly Bar[]; onRead: (day: string | null) => void },
) {
  let at = bars.length - 1;
  return {
    step(by: number) {
      at = Math.max(0, Math.min(bars.length - 1, at + by));
      const bar = bars[at];
      if (!bar) return;
      chart.setCrosshairPosition(bar.close, bar.date, main);
      onRead(bar.date);
    },
    leave() {
      at = bars.length - 1;
      chart.clearCrosshairPosition();
      onRead(null);
    },
  };
}

const COLOURS = [
  "accent",
  "dim",
  "line",
  "edge",
  "ink",
  "good",
  "warn",
  "series-1",
  "series-2",
  "series-3",
  "series-4",
] as const;
type Colour = (typeof COLOURS)[number];
const SERIES = COLOURS.slice(-4);

/** Colours of the style sheet as the browser computes them for the current theme: all at once, in one calculation. */
function readColours(frame: HTMLElement): (name: Colour) => string {
  const probes = COLOURS.map((name) => {
    const probe = document.createElement("span");
    probe.style.color = `var(--color-${name})`;
    return [name, probe] as const;
  });
  frame.append(...probes.map(([, probe]) => probe));
  const colours = new Map(probes.map(([name, probe]) => [name, getComputedStyle(probe).color]));
  for (const [, probe] of probes) probe.remove();
  return (name) => colours.get(name) ?? "";
}

const fade = (rgb: string, share: number): string =>
  rgb.replace(/^rgba?\(([^,]+),([^,]+),([^,)]+).*\)$/, `rgba($1,$2,$3,${share})`);
