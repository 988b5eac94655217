import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { OperatorError } from "../../../kernel/operator-error.ts";
import type { Database } from "../database.ts";
import { copyOut, type TableCount } from "./snapshot.ts";
import { listTables, SAME_TEXT, type SequenceState, shapeHash, type TableShape } from "./tables.ts";

export interface Restoration {
  /** Inserts a table's rows, in any number of chunks. */
  copyIn: (table: TableShape, pieces: AsyncIterable<Uint8Array>) => Promise<void>;
  setSequences: (sequences: readonly SequenceState[]) => Promise<void>;
  /** Reads the table back, and counts and hashes what is stored. */
  readBack: (table: TableShape) => Promise<TableCount>;
}

/** Fills a database with existing empty tables, all or nothing: an error leaves it unchanged. */
export async function withRestoration<T>(
  db: Database,
  { expected, mustBeEmpty }: { expected: readonly TableShape[]; mustBeEmpty: readonly string[] },
  work: (restoring: Restoration) => Promise<T>,
): Promise<T> {
  const client = await db.pool.connect();
  let isDone = false;
  try {
    await client.query("begin");
    await client.query(SAME_TEXT);
    const tables = await listTables(client);
    if (shapeHash(tables) !== shapeHash(expected)) {
      throw new OperatorError("The backup was made by another version of Florin: restore it with that one.");
    }
    for (const table of mustBeEmpty) await refuseUsed(client, table);
    for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`);
    // Cascades to the parents of partitions, and to tables outside a backup: those hold only what can be made again.
    await client.query(`truncate ${tables.map(({ name }) => name).join(", ")} cascade`);
    const result = await work({
      copyIn: (table, pieces) => copyIn(client, table, pieces),
      setSequences: (sequences) => setSequences(client, sequences),
      readBack: (table) => copyOut(client, table, async () => {}),
    });
    // Runs deferred checks now: a table with pending checks cannot be altered.
    await client.query("set constraints all immediate");
    for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`);
    await client.query("commit");
    isDone = true;
    return result;
  } finally {
    client.release(!isDone);
  }
}

async function refuseUsed(client: pg.ClientBase, table: string): Promise<void> {
  const { rows } = await client.query(`select from ${table} limit 1`);
  if (rows.length > 0) {
    throw new OperatorError("This database already contains data: restore a backup into an empty one.");
  }
}

export async function copyIn(
  client: pg.ClientBase,
  { name, columns }: TableShape,
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> {
  const stream = client.query(copyFrom(`copy ${name} (${columns.join(", ")}) from stdin`));
  await pipeline(Readable.from(pieces, { objectMode: false }), stream);
}

async function setSequences(client: pg.ClientBase, sequences: readonly SequenceState[]): Promise<void> {
  for (const { name, last_value, is_called } of sequences) {
    await client.query("select setval($1, $2::bigint, $3)", [name, last_value, is_called]);
  }
}
