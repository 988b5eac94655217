import type { Sql } from "../../../platform/db/index.ts";

/** One figure for one period, as the newest report gives it; an array, because a series has thousands. */
export type SeriesPoint = [
  fiscalYear: number,
  periodEnd: string,
  value: number,
  currency: string | null,
  confidence: number,
  claimIds: string[],
  published: string,
  /** What the report before gave, where it differs by more than rounding. */
  restatedFrom: number | null,
  /** Null for a day. */
  periodStart: string | null,
];

export interface SeriesRow {
  svc_entity_id: string;
  concept: string;
  unit: "money" | "per_share" | "shares" | "percent";
  points: SeriesPoint[];
}

export interface SeriesQuery {
  svcEntityIds: readonly string[];
  concepts: readonly string[];
  frequency: "annual" | "interim";
  fromYear: number;
  toYear: number;
  /** Only of reports published by then; null for now. */
  asOf: string | null;
}

/**
 * The figures of many companies, read through the index of company and concept alone: the cost depends on what is
 * asked for, not on how many reports there are.
 */
export async function listSeries(sql: Sql, accountId: string, query: SeriesQuery): Promise<SeriesRow[]> {
  const period = query.frequency === "annual" ? sql`fiscal_year` : sql`period_end, period_start`;
  // Two balance sheets of one fiscal year are those of a company that changed its year; the later one ends it.
  const latest = query.frequency === "annual" ? sql`period_end desc,` : sql``;
  return sql<SeriesRow>`
    select svc_entity_id, concept, min(unit) as unit,
      json_agg(json_build_array(fiscal_year, period_end, value, currency, confidence, claim_ids, published,
        restated_from, period_start) order by period_end, period_start) as points
    from (
      select distinct on (svc_entity_id, concept, ${period}) svc_entity_id, concept, unit, fiscal_year, period_start,
        period_end, value, currency, confidence, claim_ids, published,
        case when abs(value - lead(value) over earlier) >
            case when unit = 'money' then greatest(scale, lead(scale) over earlier) else 0.005 end
          and currency is not distinct from lead(currency) over earlier
          then lead(value) over earlier end as restated_from
      from financial_figure
      where svc_entity_id = any(${query.svcEntityIds}) and concept = any(${query.concepts})
        and frequency = ${query.frequency} and fiscal_year between ${query.fromYear} and ${query.toYear}
        and (account_id is null or account_id = ${accountId})
        ${query.asOf === null ? sql`` : sql`and published <= (${query.asOf}::timestamptz at time zone 'UTC')::date`}
      window earlier as (
        partition by svc_entity_id, concept, ${period}
        order by published desc, ${latest} confidence desc, report_id)
      order by svc_entity_id, concept, ${period}, published desc, ${latest} confidence desc, report_id) as newest
    group by svc_entity_id, concept`;
}

/** The next companies that have figures the account may see, by id; each step of the recursion jumps to the next one. */
export async function listCompaniesWithFigures(
  sql: Sql,
  accountId: string,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await sql<{ svc_entity_id: string }>`
    with recursive company as (
      (select svc_entity_id from financial_figure where svc_entity_id > ${after}
        and (account_id is null or account_id = ${accountId}) order by svc_entity_id limit 1)
      union all
      select (select f.svc_entity_id from financial_figure f where f.svc_entity_id > company.svc_entity_id
        and (f.account_id is null or f.account_id = ${accountId}) order by f.svc_entity_id limit 1)
      from company where company.svc_entity_id is not null)
    select svc_entity_id from company where svc_entity_id is not null limit ${limit}`;
  return rows.map(({ svc_entity_id }) => svc_entity_id);
}

/** The figures of a company that the stored statements have, each with its latest fiscal year. */
export async function listStoredFigures(
  sql: Sql,
  accountId: string,
  { svcEntityId, concepts }: { svcEntityId: string; concepts: readonly string[] },
): Promise<{ concept: string; fiscal_year: number }[]> {
  return sql<{ concept: string; fiscal_year: number }>`
    select concept, max(fiscal_year) as fiscal_year from financial_figure
    where svc_entity_id = ${svcEntityId} and concept = any(${concepts}) and frequency = 'annual'
      and (account_id is null or account_id = ${accountId})
    group by concept`;
}
