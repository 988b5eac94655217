import type { Viewer } from "../../../kernel/viewer.ts";
import type { Sql } from "../../../platform/db/index.ts";
import { readableBy } from "../../reports/index.ts";

/** The lines of each figure, by company and figure. */
export type FigureLines = Map<string, Map<string, string>>;

export interface SeriesQuery {
  svcEntityIds: readonly string[];
  concepts: readonly string[];
  frequency: "annual" | "interim";
  /** Only of reports published by then; null for now. */
  asOf: string | null;
}

/**
 * The figures of many companies. Those of public reports are kept together, one row for each series; with them come
 * those of the viewer's uploads. What was known on an earlier day is read from every report. The newest of several
 * reports is chosen by its reader and not by the database, which would have to sort whole rows for it.
 */
export async function listFigureLines(sql: Sql, viewer: Viewer, query: SeriesQuery): Promise<FigureLines> {
  const isAsked = sql`svc_entity_id = any(${query.svcEntityIds}) and concept = any(${query.concepts})
    and frequency = ${query.frequency}`;
  const lines = sql`string_agg(point, chr(10)) as points from financial_figure where ${isAsked}
    and ${readableBy(sql, viewer)}`;
  const rows = await sql<{ svc_entity_id: string; concept: string; points: string }>`${
    query.asOf === null
      ? sql`
        select svc_entity_id, concept, points from figure_series where ${isAsked}
        union all
        select svc_entity_id, concept, ${lines} and account_id = ${viewer.accountId}
        group by svc_entity_id, concept`
      : sql`
        select svc_entity_id, concept, ${lines}
          and published <= (${query.asOf}::timestamptz at time zone 'UTC')::date
        group by svc_entity_id, concept`
  }`;
  const found: FigureLines = new Map();
  for (const { svc_entity_id, concept, points } of rows) {
    const figures = found.get(svc_entity_id) ?? new Map<string, string>();
    const known = figures.get(concept);
    found.set(svc_entity_id, figures.set(concept, known === undefined ? points : `${known}\n${points}`));
  }
  return found;
}

/** Reports without a day of publication, with the day that they count from and the last day of their figures. */
export async function listUndatedReports(
  sql: Sql,
  viewer: Viewer,
  { svcEntityIds }: Pick<SeriesQuery, "svcEntityIds">,
): Promise<{ svc_entity_id: string; published: string; last_day: string }[]> {
  return sql<{ svc_entity_id: string; published: string; last_day: string }>`
    select r.svc_entity_id, f.published, max(f.period_end) as last_day
    from report r join financial_figure f using (report_id)
    where r.svc_entity_id = any(${svcEntityIds}) and r.publish_date is null and ${readableBy(sql, viewer, sql`r.`)}
    group by r.report_id, f.published`;
}

/** The next companies that have figures the account may see, by id; each step of the recursion jumps to the next one. */
export async function listCompaniesWithFigures(
  sql: Sql,
  viewer: Viewer,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await sql<{ svc_entity_id: string }>`
    with recursive company as (
      (select svc_entity_id from financial_figure where svc_entity_id > ${after}
        and ${readableBy(sql, viewer)} order by svc_entity_id limit 1)
      union all
      select (select f.svc_entity_id from financial_figure f where f.svc_entity_id > company.svc_entity_id
        and ${readableBy(sql, viewer, sql`f.`)} order by f.svc_entity_id limit 1)
      from company where company.svc_entity_id is not null)
    select svc_entity_id from company where svc_entity_id is not null limit ${limit}`;
  return rows.map(({ svc_entity_id }) => svc_entity_id);
}

/** The figures of a company that the stored statements have, each with its latest fiscal year. */
export async function listStoredFigures(
  sql: Sql,
  viewer: Viewer,
  { svcEntityId, concepts }: { svcEntityId: string; concepts: readonly string[] },
): Promise<{ concept: string; fiscal_year: number }[]> {
  return sql<{ concept: string; fiscal_year: number }>`
    select concept, max(fiscal_year) as fiscal_year from financial_figure
    where svc_entity_id = ${svcEntityId} and concept = any(${concepts}) and frequency = 'annual'
      and ${readableBy(sql, viewer)}
    group by concept`;
}
