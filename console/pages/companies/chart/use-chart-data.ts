import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { call, type OutputOf } from "../../../api/operations.ts";
import { useOperation } from "../../../api/use-api.ts";
import { texts } from "../../../texts/index.ts";
import { formatNumber, formatPrice } from "../../../ui/format.ts";
import { type ChartEvent, type EventKind, groupByTradingDay, type Prices } from "./chart-view.ts";

const { companies: words } = texts;
const EVENTS_MAX = 100;

export const WINDOWS = ["1M", "6M", "YTD", "1Y", "5Y", "MAX"] as const;
export type Window = (typeof WINDOWS)[number];

/** The previous window stays on screen until the next one has arrived. */
export const usePrices = (id: string, window: Window) =>
  useQuery({
    queryKey: ["prices.eod_price", { svc_entity_id: id, window }],
    queryFn: ({ signal }) => call("prices.eod_price", { svc_entity_id: id, window }, signal),
    placeholderData: keepPreviousData,
  });

/** Other companies over the same days as the first one. */
export function useCompared(ids: readonly string[], prices: Prices | undefined) {
  const span = { start_date: prices?.prices[0]?.date, end_date: prices?.prices.at(-1)?.date };
  const answers = useQueries({
    queries: ids.map((svc_entity_id) => ({
      queryKey: ["prices.eod_price", { svc_entity_id, ...span }],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call("prices.eod_price", { svc_entity_id, ...span }, signal),
      enabled: span.start_date !== undefined,
    })),
  });
  const known = answers.flatMap(({ data }) => data ?? []);
  const key = known.map(({ svc_entity_id, prices: bars }) => `${svc_entity_id} ${bars.length}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new array for the same answers would draw the chart again
  const compared = useMemo(() => known, [key, span.start_date, span.end_date]);
  const failed = ids.filter((_id, index) => answers[index]?.error);
  return { compared, failed };
}

type Action = Prices["corporate_actions"][number];
type Report = OutputOf<"reports.search">["reports"][number];
type Article = OutputOf<"news.search">[number];

/** What happened to the company in the window, by the trading day it is drawn on. */
export function useChartEvents(prices: Prices | undefined, shown: ReadonlySet<EventKind>) {
  const svc_entity_id = prices?.svc_entity_id ?? "";
  const [start_date, end_date] = [prices?.prices[0]?.date, prices?.prices.at(-1)?.date];
  const span = { start_date: start_date ?? "", end_date: end_date ?? "" };
  const enabled = start_date !== undefined;
  const reports = useOperation("reports.search", { svc_entity_id, ...span, limit: EVENTS_MAX }, { enabled });
  const news = useOperation("news.search", { svc_entity_id, ...span, limit: EVENTS_MAX }, { enabled });
  const kinds = [...shown].join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same kinds in another set are no change
  return useMemo(() => {
    const all = [
      ...(reports.data?.reports ?? []).flatMap(describeReport),
      ...(prices?.corporate_actions ?? []).map(describeAction),
      ...(news.data ?? []).map(describeArticle),
    ];
    const days = prices?.prices.map(({ date }) => date) ?? [];
    return groupByTradingDay(
      days,
      all.filter(({ kind }) => shown.has(kind)),
    );
  }, [prices, reports.data, news.data, kinds]);
}

function describeReport({ report_id, file_title, publish_date }: Report): ChartEvent[] {
  if (publish_date === null) return [];
  return [{ day: publish_date, kind: "report", title: file_title, to: `/reports/${report_id}` }];
}

export function describeAction({ kind, ex_date, amount, currency, ratio }: Action): ChartEvent {
  if (kind === "split") return { day: ex_date, kind, title: words.split(formatNumber(ratio ?? 1)) };
  const money = amount === null ? "" : formatPrice(amount, currency ?? "");
  return { day: ex_date, kind, title: words.dividend(money) };
}

function describeArticle({ published_at, title, link }: Article): ChartEvent {
  return { day: published_at.slice(0, 10), kind: "news", title, ...(link !== "" && { href: link }) };
}
