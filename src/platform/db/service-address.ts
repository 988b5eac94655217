import type { Sql } from "./statement.ts";

/** Records the URL of the service; several nodes behind one URL all record the same. */
export async function recordServiceAddress(sql: Sql, baseUrl: string): Promise<void> {
  await sql`
    insert into service_address (base_url) values (${baseUrl})
    on conflict (only_row) do update set base_url = excluded.base_url, recorded_at = now()`;
}

/** Null while no service has run on this database. */
export async function findServiceAddress(sql: Sql): Promise<string | null> {
  const [row] = await sql<{ base_url: string }>`select base_url from service_address`;
  return row?.base_url ?? null;
}
