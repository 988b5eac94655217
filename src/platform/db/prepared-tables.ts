import { gunzipSync, gzipSync } from "node:zlib";
import { z } from "zod";
import { type SequenceState, type TableShape, withSnapshot } from "./backup/index.ts";
import type { CopyRows, Database } from "./database.ts";
import type { Sql } from "./statement.ts";

const Header = z.object({
  version: z.string(),
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()), count: z.int(), bytes: z.int() }),
  ),
  sequences: z.array(z.object({ name: z.string(), last_value: z.string(), is_called: z.boolean() })),
});

/** The rows of some tables as they are stored, so that an empty database can be filled without computing them again. */
export interface PreparedTables {
  /** What the rows were made from. */
  version: string;
  tables: { shape: TableShape; count: number; rows: Buffer }[];
  sequences: SequenceState[];
}

/** Columns left out get their default when the rows are copied in, such as the time of loading. */
export async function prepareTables(
  db: Database,
  { tables, leaveOut, version }: { tables: readonly string[]; leaveOut: readonly string[]; version: string },
): Promise<PreparedTables> {
  return withSnapshot(db, async (snapshot) => {
    const wanted = tables.map((name) => `public.${name}`);
    const prepared: PreparedTables["tables"] = [];
    for (const { name, columns } of snapshot.tables.filter((table) => wanted.includes(table.name))) {
      const shape = { name, columns: columns.filter((column) => !leaveOut.includes(column)) };
      const pieces: Buffer[] = [];
      const { rows: count } = await snapshot.copyOut(shape, async (bytes) => void pieces.push(bytes));
      prepared.push({ shape, count, rows: Buffer.concat(pieces) });
    }
    const ownSequences = snapshot.sequences.filter(({ name }) =>
      wanted.some((table) => name.startsWith(`${table}_`)),
    );
    return { version, tables: prepared, sequences: ownSequences };
  });
}

/** One line of JSON, then the rows of each table as COPY text, all compressed. */
export function packTables({ version, tables, sequences }: PreparedTables): Buffer {
  const shapes = tables.map(({ shape, count, rows }) => ({ ...shape, count, bytes: rows.length }));
  const header = JSON.stringify({ version, tables: shapes, sequences });
  return gzipSync(Buffer.concat([Buffer.from(`${header}\n`), ...tables.map(({ rows }) => rows)]), {
    level: 9,
  });
}

export function unpackTables(packed: Uint8Array): PreparedTables {
  const bytes = gunzipSync(packed);
  const end = bytes.indexOf("\n");
  const { version, tables, sequences } = Header.parse(JSON.parse(bytes.toString("utf8", 0, end)));
  let at = end + 1;
  return {
    version,
    sequences,
    tables: tables.map(({ name, columns, count, bytes: length }) => {
      const rows = bytes.subarray(at, at + length);
      at += length;
      return { shape: { name, columns }, count, rows };
    }),
  };
}

/** Copies the rows into tables that are empty, in the caller's transaction. */
export async function copyPrepared(
  { sql, copyRows }: { sql: Sql; copyRows: CopyRows },
  { tables, sequences }: PreparedTables,
): Promise<void> {
  for (const { shape, rows } of tables) await copyRows(shape, rows);
  for (const { name, last_value, is_called } of sequences) {
    await sql`select setval(${name}, ${last_value}::bigint, ${is_called})`;
  }
}
