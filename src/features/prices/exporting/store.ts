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

export interface ExportedAction extends TableRow {
  svc_entity_id: string;
  ticker: string;
  kind: string;
  ex_date: string;
  source: string;
}

/** The current splits and dividends after a given one, in key order. */
export async function listActionsAfter(
  sql: Sql,
  filter: PriceFilter,
  after: ExportedAction | null,
  limit: number,
): Promise<ExportedAction[]> {
  const { svc_entity_id = null, start_date = null, end_date = null } = filter;
  return sql<ExportedAction>`
    select svc_entity_id, ticker, kind, ex_date, payment_date, amount, currency, ratio, source, licence, known_from
    from corporate_action
    where known_to = 'infinity'
      and (svc_entity_id, ex_date, kind, ticker, source) > (${after?.svc_entity_id ?? ""},
        ${after?.ex_date ?? "-infinity"}::date, ${after?.kind ?? ""}, ${after?.ticker ?? ""}, ${after?.source ?? ""})
      and (${svc_entity_id}::text is null or svc_entity_id = ${svc_entity_id})
      and (${start_date}::date is null or ex_date >= ${start_date})
      and (${end_date}::date is null or ex_date <= ${end_date})
    order by svc_entity_id, ex_date, kind, ticker, source limit ${limit}`;
}
