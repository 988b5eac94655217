import type { Sql } from "../../../platform/db/index.ts";

export interface TableLink {
  account_id: string;
  key_id: string;
  operation_id: string;
  input: Record<string, unknown>;
}

export async function insertTableLink(
  sql: Sql,
  link: TableLink & { token_hash: string; reads_max: number; expires_at: string },
): Promise<void> {
  await sql`
    insert into table_link (token_hash, account_id, key_id, operation_id, input, reads_left, expires_at)
    values (decode(${link.token_hash}, 'hex'), ${link.account_id}, ${link.key_id}, ${link.operation_id},
      ${sql.json(link.input)}, ${link.reads_max}, ${link.expires_at})`;
}

/** Counts a read; undefined for a link that is unknown, expired or used up. The account is the one it was created for. */
export async function takeRead(sql: Sql, tokenHash: string): Promise<TableLink | undefined> {
  const [link] = await sql<TableLink>`
    update table_link set reads_left = reads_left - 1
    where token_hash = decode(${tokenHash}, 'hex') and reads_left > 0 and expires_at > now()
    returning account_id, key_id, operation_id, input`;
  return link;
}

export async function deleteExpiredLinks(sql: Sql): Promise<void> {
  await sql`delete from table_link where expires_at < now()`;
}
