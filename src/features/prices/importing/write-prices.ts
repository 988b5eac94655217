import type { Sql } from "../../../platform/db/index.ts";
import { findJumps, type WrittenSeries } from "./find-jumps.ts";
import { findSparse } from "./find-sparse.ts";
import type { PriceRemark, PriceRow } from "./read-price-row.ts";
import type { PriceShape } from "./shapes.ts";
import {
  type NewAction,
  type NumberedBar,
  recountSeries,
  requireSeries,
  type WriteResult,
  writeActions,
  writeBars,
} from "./store.ts";

/** Whose prices a line tells. */
export interface Security {
  svc_entity_id: string;
  ticker: string;
  isin: string | null;
  exchange: string | null;
  currency: string;
}

export interface PriceOrigin {
  source: string;
  reference: string;
  licence: string;
}

export interface SecurityPrices {
  security: Security;
  rows: readonly PriceRow[];
}

/** Writes the prices of some securities, with the splits and dividends that came in the same lines. */
export async function writePrices(
  sql: Sql,
  shape: PriceShape,
  origin: PriceOrigin,
  batch: readonly SecurityPrices[],
): Promise<WriteResult & { remarks: PriceRemark[] }> {
  const bars: NumberedBar[] = [];
  const actions: NewAction[] = [];
  const series: WrittenSeries[] = [];
  for (const { security, rows } of batch) {
    const series_no = await requireSeries(sql, { ...security, basis: shape.basis, ...origin });
    // A file that tells a day twice is believed in its last word.
    const days = [...new Map(rows.map((row) => [row.bar.date, row])).values()];
    series.push({ ...security, ...origin, series_no, rows: days });
    for (const { bar } of days) bars.push({ ...bar, series_no });
    for (const row of days) actions.push(...listRowActions(row, security, shape, origin));
  }
  const result = await writeBars(sql, bars);
  await writeActions(sql, actions);
  if (result.added > 0)
    await recountSeries(
      sql,
      series.map(({ series_no }) => series_no),
    );
  const sparse = series.flatMap(({ rows }) => findSparse(rows));
  return { ...result, remarks: [...sparse, ...(await findJumps(sql, shape.basis, series))] };
}

function listRowActions(
  { bar, dividend, split }: PriceRow,
  security: Security,
  shape: PriceShape,
  origin: PriceOrigin,
): NewAction[] {
  const common = {
    svc_entity_id: security.svc_entity_id,
    ticker: security.ticker,
    ex_date: bar.date,
    payment_date: null,
    source: origin.source,
    licence: origin.licence,
    amount_split_adjusted: shape.amountsSplitAdjusted ?? false,
  };
  return [
    ...(split === null
      ? []
      : [{ ...common, kind: "split" as const, ratio: split, amount: null, currency: null }]),
    ...(dividend === null
      ? []
      : [
          {
            ...common,
            kind: "dividend" as const,
            amount: dividend,
            currency: security.currency,
            ratio: null,
          },
        ]),
  ];
}
