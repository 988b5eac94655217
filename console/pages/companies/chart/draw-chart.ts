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
import { formatChange, formatPerShare } from "../../../ui/format.ts";
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
  events: ReadonlyMap<string, readonly ChartEvent[]>;
  scale: Scale;
  onRead: (day: string | null) => void;
}

export function drawChart(frame: HTMLElement, input: ChartInput) {
  const { prices, compared, events, scale, onRead } = input;
  const colour = (name: string) => readColour(frame, name);
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
      color: colour(`series-${index + 1}`),
      lineWidth: 2,
      priceLineVisible: false,
    });
    line.setData(barsOf(one).map(({ date, close }) => ({ time: date, value: close })));
  }
  addVolume(chart, bars, fade(colour("edge"), 0.45));
  createSeriesMarkers(main, markersOf(events, colour));
  chart.timeScale().fitContent();
  chart.subscribeCrosshairMove(({ time }) => onRead(typeof time === "string" ? time : null));
  return { ...makeSteps(chart, main, { bars, onRead }), remove: () => chart.remove() };
}

function openChart(frame: HTMLElement, scale: Scale, colour: (name: string) => string): IChartApi {
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
      colour: string;
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
function markersOf(events: ChartInput["events"], colour: (name: string) => string): SeriesMarker<Time>[] {
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

/** A colour of the style sheet as the browser computes it for the current theme. */
function readColour(frame: HTMLElement, name: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(--color-${name})`;
  frame.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

const fade = (rgb: string, share: number): string =>
  rgb.replace(/^rgba?\(([^,]+),([^,]+),([^,)]+).*\)$/, `rgba($1,$2,$3,${share})`);
