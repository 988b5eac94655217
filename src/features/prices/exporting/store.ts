import type { TableRow } from "../../../kernel/table.ts";
import type { Sql } from "../../../platform/db/index.ts";

export interface PriceFilter {
  svc_entity_id?: string | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
}

export interface ExportedBar extends TableRow {
  series_no: number;
  date: string;
}

/** The prices after a given one, in key order. */
export async function listBarsAfter(
  sql: Sql,
  filter: PriceFilter,
  after: { series_no: number; date: string },
  limit: number,
): Promise<ExportedBar[]> {
  const { svc_entity_id = null, start_date = null, end_date = null } = filter;
  return sql<ExportedBar>`
    select b.series_no, s.svc_entity_id, s.ticker, s.isin, s.exchange, s.currency, s.basis, b.date, b.open, b.high, b.low,
           b.close, b.volume, b.adjusted_close, s.source, s.licence, b.known_from
    from price_bar b join price_series s using (series_no)
    where (b.series_no, b.date) > (${after.series_no}::int, ${after.date}::date)
      and (${svc_entity_id}::text is null or b.series_no in (
        select series_no from price_series where svc_entity_id = ${svc_entity_id}))
      and (${start_date}::date is null or b.date >= ${start_date})
      and (${end_date}::date is null or b.date <= ${end_date})
    order by b.series_no, b.date limit ${limit}`;
}
