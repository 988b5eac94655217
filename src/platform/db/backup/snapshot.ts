import { createHash } from "node:crypto";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { Database } from "../database.ts";
import { listSequences, listTables, SAME_TEXT, type SequenceState, type TableShape } from "./tables.ts";

export interface TableCount {
  name: string;
  rows: number;
  sha256: string;
}

/** One point in time of the database: whatever is written in the meantime, every table is read as it was then. */
export interface Snapshot {
  tables: readonly TableShape[];
  migrations: readonly string[];
  sequences: readonly SequenceState[];
  /** A table's rows as COPY text, counted and hashed on the way. */
  copyOut: (table: TableShape, take: (bytes: Buffer) => Promise<void>) => Promise<TableCount>;
  /** The same for the rows of a query, which is given the value quoted: COPY takes no parameters. */
  copyQuery: (
    name: string,
    query: { text: (quoted: string) => string; value: string },
    take: (bytes: Buffer) => Promise<void>,
  ) => Promise<TableCount>;
}

export async function withSnapshot<T>(db: Database, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const client = await db.pool.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    await client.query(SAME_TEXT);
    const tables = await listTables(client);
    const { rows } = await client.query<{ name: string }>("select name from schema_migration order by name");
    const sequences = await listSequences(client);
    return await work({
      tables,
      sequences,
      migrations: rows.map(({ name }) => name),
      copyOut: (table, take) => copyOut(client, table, take),
      copyQuery: (name, { text, value }, take) =>
        copyText(client, { name, source: `(${text(client.escapeLiteral(value))})` }, take),
    });
  } finally {
    // Nothing was written; closing the connection is the safest end, also of an interrupted copy.
    client.release(true);
  }
}

export async function copyOut(
  client: pg.ClientBase,
  { name, columns }: TableShape,
  take: (bytes: Buffer) => Promise<void>,
): Promise<TableCount> {
  return copyText(client, { name, source: `${name} (${columns.join(", ")})` }, take);
}

async function copyText(
  client: pg.ClientBase,
  { name, source }: { name: string; source: string },
  take: (bytes: Buffer) => Promise<void>,
): Promise<TableCount> {
  const digest = createHash("sha256");
  let rows = 0;
  const stream = client.query(copyTo(`copy ${source} to stdout`));
  for await (const piece of stream) {
    const bytes = piece as Buffer;
    digest.update(bytes);
    rows += countLines(bytes);
    await take(bytes);
  }
  return { name, rows, sha256: digest.digest("hex") };
}

/** Line breaks inside values are escaped, so each one ends a row. */
function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++;
  return lines;
}
