import type { TableRow } from "../../../kernel/table.ts";
import type { Sql } from "../../../platform/db/index.ts";

export interface FactFilter {
  svc_entity_id?: string | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
}

export interface NumberedFact extends TableRow {
  fact_no: number;
}

/** The facts after a given one, in the order they were loaded. */
export async function listFactsAfter(
  sql: Sql,
  filter: FactFilter,
  after: number,
  limit: number,
): Promise<NumberedFact[]> {
  const { svc_entity_id = null, start_date = null, end_date = null } = filter;
  return sql<NumberedFact>`
    select fact_no, svc_entity_id, taxonomy, concept, unit, period_start, period_end, value, fiscal_year, fiscal_period,
           form, accession, filed, source, reference, licence, known_from
    from fact
    where fact_no > ${after} and (${svc_entity_id}::text is null or svc_entity_id = ${svc_entity_id})
      and (${start_date}::date is null or period_end >= ${start_date})
      and (${end_date}::date is null or period_end <= ${end_date})
    order by fact_no limit ${limit}`;
}
