import type { Sql } from "../../platform/db/index.ts";

export async function findLoadedVersion(sql: Sql, name: string): Promise<string | undefined> {
  const [row] = await sql<{ version: string }>`select version from ingest_load where name = ${name}`;
  return row?.version;
}

export async function recordLoad(sql: Sql, name: string, version: string): Promise<void> {
  await sql`
    insert into ingest_load (name, version) values (${name}, ${version})
    on conflict (name) do update set version = excluded.version, loaded_at = now()`;
}
