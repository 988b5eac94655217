import { lazy, Suspense, useEffect, useState } from "react";
import { RequestFailure } from "../../../api/request.ts";
import { texts } from "../../../texts/index.ts";
import { formatChange, formatDay, formatPrice, formatShort } from "../../../ui/format.ts";
import { QueryView } from "../../../ui/query-view.tsx";
import { useSearch } from "../../../ui/router.tsx";
import { Card, Empty, Skeleton } from "../../../ui/surface.tsx";
import { Toggles } from "../../../ui/toggles.tsx";
import { Compared, EventChoice } from "./chart-controls.tsx";
import { EventList, PriceTable } from "./chart-text.tsx";
import { type Bar, barsOf, changeOf, EVENT_KINDS, type Prices, summarizePrices } from "./chart-view.ts";
import type { Scale } from "./draw-chart.ts";
import { useChartEvents, useCompared, usePrices, WINDOWS, type Window } from "./use-chart-data.ts";

const { companies: words } = texts;
const loadCanvas = () => import("./chart-canvas.tsx");
const ChartCanvas = lazy(async () => ({ default: (await loadCanvas()).ChartCanvas }));
const WINDOW_CHOICES = WINDOWS.map((value) => ({ value, label: value }));
const SCALE_CHOICES = (Object.keys(words.scales) as Scale[]).map((value) => ({
  value,
  label: words.scales[value],
}));

/** What the chart shows is in the address, so that it can be shared. */
function useChartState() {
  const [search, setSearch] = useSearch();
  const ids = (search.get("compare") ?? "").split(",").filter(Boolean);
  const window = WINDOWS.find((known) => known === search.get("range")) ?? "1Y";
  const named = SCALE_CHOICES.find(({ value }) => value === search.get("scale"))?.value;
  // Prices of two companies are compared by their change.
  const scale = named ?? (ids.length > 0 ? "percent" : "price");
  const shown = new Set(EVENT_KINDS.filter((kind) => !search.get("hide")?.split(",").includes(kind)));
  return { ids, window, scale, shown, setSearch };
}

export function PriceChart({ id }: { id: string }) {
  const { window, scale, setSearch } = useChartState();
  const prices = usePrices(id, window);
  // While the prices are on their way.
  useEffect(() => void loadCanvas(), []);
  const isMissing = prices.error instanceof RequestFailure && prices.error.status === 404;
  return (
    <Card
      title={words.prices}
      className={isMissing ? "" : "min-h-[46.5rem] lg:min-h-[38.875rem]"}
      aside={
        <span className="flex flex-wrap gap-x-4">
          <Toggles
            label={words.windows}
            choices={WINDOW_CHOICES}
            chosen={window}
            onChoose={(range) => setSearch({ range })}
          />
          <Toggles
            label={words.scale}
            choices={SCALE_CHOICES}
            chosen={scale}
            onChoose={(chosen) => setSearch({ scale: chosen })}
          />
        </span>
      }
    >
      {isMissing ? (
        <Empty title={words.noPrices}>{words.noPricesHint}</Empty>
      ) : (
        <QueryView query={prices} rows={8} tall>
          {(data) => <LoadedChart prices={data} window={window} />}
        </QueryView>
      )}
    </Card>
  );
}

function LoadedChart({ prices, window }: { prices: Prices; window: Window }) {
  const { ids, scale, shown, setSearch } = useChartState();
  const [day, setDay] = useState<string | null>(null);
  const { compared, failed } = useCompared(ids, prices);
  const events = useChartEvents(prices, shown);
  const bars = barsOf(prices);
  const summary = summarizePrices(bars);
  if (!summary) return <Empty title={words.noPrices} />;
  const { first, last, low, high, change } = summary;
  const read = bars.find(({ date }) => date === day) ?? last;
  const money = (bar: Bar) => formatPrice(bar.close, prices.currency);
  const label = [
    `${prices.name}, ${window}`,
    words.chartSummary(money(first), formatDay(first.date), money(last), formatDay(last.date)),
    words.chartRange(formatChange(change), money(low), money(high)),
  ].join(": ");
  return (
    <>
      <Reading bar={read} first={first} currency={prices.currency} />
      <p className="mb-1 min-h-5 truncate text-dim text-xs" aria-live="polite">
        {day !== null && (events.get(read.date) ?? []).map(({ title }) => title).join(" · ")}
      </p>
      <div className="h-80">
        <Suspense fallback={<Skeleton rows={6} tall />}>
          <ChartCanvas {...{ prices, compared, events, scale, label, onRead: setDay }} />
        </Suspense>
      </div>
      <div className="mt-3 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <EventChoice
          shown={shown}
          onChange={(next) => setSearch({ hide: EVENT_KINDS.filter((kind) => !next.has(kind)).join(",") })}
        />
        <Compared
          {...{ ids, compared, failed, day: read.date }}
          onChange={(next) => setSearch({ compare: next.join(",") })}
        />
      </div>
      <EventList events={events} />
      <PriceTable bars={bars} currency={prices.currency} />
      <p className="mt-3 text-dim text-xs">
        {[prices.source.name, prices.source.licence, words.chartLibrary].filter(Boolean).join(" · ")}{" "}
        <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer" className="underline">
          TradingView
        </a>
      </p>
    </>
  );
}

/** The values of one day: where the crosshair is, else the last one. */
function Reading({ bar, first, currency }: { bar: Bar; first: Bar; currency: string }) {
  const change = changeOf(first.close, bar.close);
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <span className="font-semibold text-2xl tabular-nums">{formatPrice(bar.close, currency)}</span>
      <span className={change < 0 ? "text-bad" : "text-good"}>{words.change(formatChange(change))}</span>
      <span className="text-dim text-xs">{formatDay(bar.date)}</span>
      {bar.volume !== null && (
        <span className="text-dim text-xs">{words.volume(formatShort(bar.volume))}</span>
      )}
    </p>
  );
}
