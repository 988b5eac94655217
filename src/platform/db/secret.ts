import { randomBytes } from "node:crypto";
import type { Sql } from "./statement.ts";

/** A random secret that every node of this service knows by the same name. */
export async function ensureSecret(sql: Sql, name: string): Promise<Buffer> {
  await sql`insert into service_secret (name, value) values (${name}, ${randomBytes(32)}) on conflict do nothing`;
  const [row] = await sql<{ value: Buffer }>`select value from service_secret where name = ${name}`;
  if (!row) throw new Error(`the secret ${name} could not be stored`);
  return row.value;
}
