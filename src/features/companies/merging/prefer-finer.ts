import { findExchange } from "../../reference/index.ts";
import { normaliseTicker } from "../identifiers.ts";
import type { SourcedRecord } from "./rank-records.ts";

/** Whether `finer` is one of the markets that the operator `coarse` runs. Some lists only name the operator. */
export function isSegmentOf(finer: string | null | undefined, coarse: string | null | undefined): boolean {
  return Boolean(finer && coarse) && finer !== coarse && findExchange(finer ?? "")?.operating_mic === coarse;
}

/** A list that only names the operator must not replace the market that another list names for the same ticker. */
export function preferFiner(ranked: SourcedRecord[]): SourcedRecord[] {
  const [first] = ranked;
  if (!first) return ranked;
  const tickers = new Set(tickersOn(first, first.record.exchange));
  const finer = ranked.find(
    (reported) =>
      isSegmentOf(reported.record.exchange, first.record.exchange) &&
      tickersOn(reported, reported.record.exchange).some((ticker) => tickers.has(ticker)),
  );
  return finer ? [finer, ...ranked.filter((reported) => reported !== finer)] : ranked;
}

function tickersOn({ record }: SourcedRecord, market: string | null | undefined): string[] {
  return (record.securities ?? []).flatMap(({ ticker, mic }) =>
    ticker && mic === market ? normaliseTicker(ticker) : [],
  );
}
