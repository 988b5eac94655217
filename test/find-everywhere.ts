import type { Database } from "../src/platform/db/index.ts";

/** Every row of every table that contains the text, as `table: how many`. */
export async function findEverywhere(db: Database, text: string): Promise<string[]> {
  const rows = await db<{ name: string; count: number }>`
    select name, count from (
      select format('%I.%I', table_schema, table_name) as name,
        (xpath('/row/count/text()', query_to_xml(
          format('select count(*) from %I.%I t where position(lower(%L) in lower(t::text)) > 0',
            table_schema, table_name, ${text}::text), false, true, '')))[1]::text::int as count
      from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')) t
    where count > 0 order by name`;
  return rows.map(({ name, count }) => `${name}: ${count}`);
}
