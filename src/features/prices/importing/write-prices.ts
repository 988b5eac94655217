import type { Sql } from "../../../platform/db/index.ts";
import { findJumps, type WrittenSeries } from "./find-jumps.ts";
import { findSparse } from "./find-sparse.ts";
import type { PriceIssue, PriceRow } from "./read-price-row.ts";
import type { PriceShape } from "./shapes.ts";
import {
  type ActionPlace,
  closeActions,
  countSame,
  listReportedActions,
  type NewAction,
  type NumberedBar,
  recountSeries,
  requireSeries,
  type WriteResult,
  writeActions,
  writeBars,
} from "./store.ts";

/** The security of a line. */
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

/** Writes the prices of securities, with the splits and dividends on the same lines. */
export async function writePrices(
  sql: Sql,
  shape: PriceShape,
  origin: PriceOrigin,
  batch: readonly SecurityPrices[],
): Promise<WriteResult & { issues: PriceIssue[] }> {
  const issues: PriceIssue[] = [];
  const bars: NumberedBar[] = [];
  const days: SecurityPrices[] = [];
  const series: WrittenSeries[] = [];
  for (const { security, rows } of batch) {
    const known = await requireSeries(sql, { ...security, basis: shape.basis, ...origin });
    const { series_no } = known;
    issues.push(...warnOfCurrency(known.currency_before, security.currency, rows));
    // If a file has a day twice, the last one counts.
    const reported = [...new Map(rows.map((row) => [row.bar.date, row])).values()];
    days.push({ security, rows: reported });
    series.push({ ...security, ...origin, series_no, rows: reported });
    for (const { bar } of reported) bars.push({ ...bar, series_no });
  }
  const touched = await writeDayActions(sql, shape, origin, days);
  const touchedBars = touched.length === 0 ? [] : bars.filter(touchedIn(touched, series));
  const result = await countTouchedDays(sql, touchedBars, () => writeBars(sql, bars));
  if (result.added > 0)
    await recountSeries(
      sql,
      series.map(({ series_no }) => series_no),
    );
  issues.push(...series.flatMap(({ rows }) => findSparse(rows)));
  return { ...result, issues: [...issues, ...(await findJumps(sql, shape.basis, series))] };
}

/** A series has one currency, so a file in another one affects all its days. */
function warnOfCurrency(before: string | null, now: string, [row]: readonly PriceRow[]): PriceIssue[] {
  if (before === null || before === now || !row) return [];
  return [{ row, reason: `currency ${now}, where all prices of this listing were in ${before} until now` }];
}

/** Upserts splits and dividends; deletes those the source no longer reports. */
async function writeDayActions(
  sql: Sql,
  shape: PriceShape,
  origin: PriceOrigin,
  days: readonly SecurityPrices[],
): Promise<ActionPlace[]> {
  const reported = days.flatMap(({ security, rows }) =>
    rows.flatMap((row) => listRowActions(row, security, shape, origin)),
  );
  const written = await writeActions(sql, reported);
  if (!days.some(({ rows }) => rows.some(({ without }) => without.length > 0))) return written;
  const securities = days.map(({ security }) => security);
  const known = await listReportedActions(sql, origin.source, securities);
  if (known.length === 0) return written;
  const denied = new Set(
    days.flatMap(({ security, rows }) =>
      rows.flatMap(({ bar, without }) =>
        without.map((kind) => placeKey({ ...security, kind, ex_date: bar.date })),
      ),
    ),
  );
  const withdrawn = known.filter((place) => denied.has(placeKey(place)));
  if (withdrawn.length > 0) await closeActions(sql, origin.source, withdrawn);
  return [...written, ...withdrawn];
}

const placeKey = ({ svc_entity_id, ticker, kind, ex_date }: ActionPlace) =>
  `${svc_entity_id}|${ticker}|${kind}|${ex_date}`;

function touchedIn(touched: readonly ActionPlace[], series: readonly WrittenSeries[]) {
  const days = new Set(touched.map((place) => `${place.svc_entity_id}|${place.ticker}|${place.ex_date}`));
  const bySeries = new Map(series.map((one) => [one.series_no, `${one.svc_entity_id}|${one.ticker}`]));
  return ({ series_no, date }: NumberedBar) => days.has(`${bySeries.get(series_no)}|${date}`);
}

/** A day with unchanged prices whose split or dividend changed counts as changed. */
async function countTouchedDays(
  sql: Sql,
  touched: readonly NumberedBar[],
  write: () => Promise<WriteResult>,
): Promise<WriteResult> {
  const same = touched.length > 0 ? await countSame(sql, touched) : 0;
  const { added, changed, unchanged } = await write();
  return { added, changed: changed + same, unchanged: unchanged - same };
}

const NONE: NewAction[] = [];

function listRowActions(
  { bar, dividend, split }: PriceRow,
  security: Security,
  shape: PriceShape,
  origin: PriceOrigin,
): NewAction[] {
  if (split === null && dividend === null) return NONE;
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
