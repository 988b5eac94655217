import type { Sql } from "../../platform/db/index.ts";

export interface Fact {
  taxonomy: string;
  concept: string;
  label: string | null;
  unit: string;
  period_start: string | null;
  period_end: string;
  value: number;
  fiscal_year: number | null;
  fiscal_period: string | null;
  form: string;
  accession: string;
  filed: string;
  source: string;
}

export interface FactQuery {
  svc_entity_id: string;
  concepts?: readonly string[] | undefined;
  unit?: string | undefined;
  fiscal_year?: number | undefined;
  period_start?: string | undefined;
  period_end?: string | undefined;
  /** Only what had been filed by then. */
  as_of?: string | null | undefined;
  limit: number;
  offset?: number;
}

const filedBy = (sql: Sql, asOf: string | null) =>
  asOf === null ? sql`` : sql`and f.filed <= (${asOf}::timestamptz at time zone 'UTC')::date`;

/** A company's XBRL facts, the latest period and filing first. */
export async function listFacts(sql: Sql, query: FactQuery): Promise<Fact[]> {
  const { concepts, unit, fiscal_year, period_start, period_end, as_of = null } = query;
  return sql<Fact>`
    select f.taxonomy, f.concept, c.label, f.unit, f.period_start, f.period_end, f.value, f.fiscal_year, f.fiscal_period,
           f.form, f.accession, f.filed, f.source
    from fact f left join fact_concept c using (taxonomy, concept)
    where f.svc_entity_id = ${query.svc_entity_id}
      ${concepts === undefined ? sql`` : sql`and f.concept = any(${concepts})`}
      ${unit === undefined ? sql`` : sql`and f.unit = ${unit}`}
      ${fiscal_year === undefined ? sql`` : sql`and f.fiscal_year = ${fiscal_year}`}
      ${period_start === undefined ? sql`` : sql`and f.period_start = ${period_start}`}
      ${period_end === undefined ? sql`` : sql`and f.period_end = ${period_end}`}
      ${filedBy(sql, as_of)}
    order by f.period_end desc, f.filed desc, f.concept, f.accession
    limit ${query.limit} offset ${query.offset ?? 0}`;
}

export async function hasFacts(sql: Sql, svcEntityId: string): Promise<boolean> {
  const rows = await sql`select from fact where svc_entity_id = ${svcEntityId} limit 1`;
  return rows.length > 0;
}

/** Facts of this magnitude within a tolerance, whatever their name and sign. */
export async function listFactsWorth(
  sql: Sql,
  query: Omit<FactQuery, "concepts" | "offset"> & { from: number; to: number },
): Promise<Fact[]> {
  const { fiscal_year, period_end, unit, as_of = null } = query;
  return sql<Fact>`
    select f.taxonomy, f.concept, c.label, f.unit, f.period_start, f.period_end, f.value, f.fiscal_year, f.fiscal_period,
           f.form, f.accession, f.filed, f.source
    from fact f left join fact_concept c using (taxonomy, concept)
    where f.svc_entity_id = ${query.svc_entity_id} 
      and (f.value between ${query.from} and ${query.to} or f.value between ${-query.to} and ${-query.from})
      ${unit === undefined ? sql`` : sql`and f.unit = ${unit}`}
      ${fiscal_year === undefined ? sql`` : sql`and f.fiscal_year = ${fiscal_year}`}
      ${period_end === undefined ? sql`` : sql`and f.period_end = ${period_end}`}
      ${filedBy(sql, as_of)}
    order by f.filed desc limit ${query.limit}`;
}

/** Concepts whose label contains all of these words. */
export async function findConcepts(sql: Sql, svcEntityId: string, label: string): Promise<string[]> {
  const rows = await sql<{ concept: string }>`
    select concept from fact_concept
    where to_tsvector('simple', label) @@ plainto_tsquery('simple', ${label})
      and exists (select from fact f where f.svc_entity_id = ${svcEntityId} and f.concept = fact_concept.concept)
    order by length(label) limit 20`;
  return rows.map(({ concept }) => concept);
}

export type NewFact = Omit<Fact, "label" | "source"> & { svc_entity_id: string };

/** Adds facts; replaces one that its filing now reports differently. */
export async function writeFacts(
  sql: Sql,
  origin: { source: string; reference: string; licence: string },
  facts: readonly NewFact[],
): Promise<{ added: number; changed: number; unchanged: number }> {
  const column = <Name extends keyof NewFact>(name: Name) => facts.map((fact) => fact[name]);
  // Added ones are recognised by their number: a partitioned table does not say which rows it has replaced.
  const [last] = await sql<{ number: number }>`
    select case when is_called then last_value else 0 end as number from fact_number`;
  const written = await sql<{ added: boolean }>`
    insert into fact as f (svc_entity_id, taxonomy, concept, unit, period_start, period_end, value, fiscal_year,
      fiscal_period, form, accession, filed, source, reference, licence)
    select *, ${origin.source}::text, ${origin.reference}::text, ${origin.licence}::text from unnest(
      ${column("svc_entity_id")}::text[], ${column("taxonomy")}::text[], ${column("concept")}::text[],
      ${column("unit")}::text[], ${column("period_start")}::date[], ${column("period_end")}::date[],
      ${column("value")}::float8[], ${column("fiscal_year")}::smallint[], ${column("fiscal_period")}::text[],
      ${column("form")}::text[], ${column("accession")}::text[], ${column("filed")}::date[])
    on conflict (svc_entity_id, concept, taxonomy, unit, period_end, period_start, accession) do update
      set value = excluded.value, fiscal_year = excluded.fiscal_year, fiscal_period = excluded.fiscal_period,
          form = excluded.form, filed = excluded.filed, known_from = now()
      where (f.value, f.fiscal_year, f.fiscal_period, f.form, f.filed) is distinct from
        (excluded.value, excluded.fiscal_year, excluded.fiscal_period, excluded.form, excluded.filed)
    returning fact_no > ${last?.number ?? 0} as added`;
  const added = written.filter((row) => row.added).length;
  return { added, changed: written.length - added, unchanged: facts.length - written.length };
}

export async function writeConcepts(
  sql: Sql,
  rows: readonly { taxonomy: string; concept: string; label: string }[],
): Promise<void> {
  await sql`
    insert into fact_concept (taxonomy, concept, label)
    select * from unnest(${rows.map((row) => row.taxonomy)}::text[], ${rows.map((row) => row.concept)}::text[],
      ${rows.map((row) => row.label)}::text[])
    on conflict do nothing`;
}
