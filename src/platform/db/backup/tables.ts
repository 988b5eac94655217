import { hash } from "node:crypto";
import type pg from "pg";

/** A table for COPY: only columns with stored values. */
export interface TableShape {
  /** With its schema, quoted. */
  name: string;
  columns: string[];
}

export interface SequenceState {
  name: string;
  last_value: string;
  is_called: boolean;
}

/** The schemas whose tables and sequences must be identical for an exact copy. */
const SCHEMAS = ["public", "jobs"];

/**
 * The job library's counts of one day, in a partition that it creates and drops itself: a backup that carried them
 * could be restored on that day only.
 */
const DAILY_COUNTS = /^jobs\.queue_stats_\d{8}$/;

export const isInBackup = ({ name }: { name: string }) => !DAILY_COUNTS.test(name);

/** Every server must format values identically, and rows are in physical order. */
export const SAME_TEXT = `
  set local timezone = 'UTC'; set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local synchronize_seqscans = off;
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`;

/** Every table of a backup with rows of its own, referenced tables first. */
export async function listTables(client: pg.ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape & { needs: string[] }>(
    `select format('%I.%I', s.nspname, c.relname) as name,
       array(select format('%I', attname) from pg_attribute
             where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
             order by attnum)::text[] as columns,
       array(select distinct format('%I.%I', fs.nspname, f.relname)
             from pg_constraint k join pg_class f on f.oid = k.confrelid
             join pg_namespace fs on fs.oid = f.relnamespace
             where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid)::text[] as needs
     from pg_class c join pg_namespace s on s.oid = c.relnamespace
     where c.relkind = 'r' and s.nspname = any($1)
     order by 1`,
    [SCHEMAS],
  );
  return inOrder(rows.filter(isInBackup)).map(({ name, columns }) => ({ name, columns }));
}

function inOrder<T extends { name: string; needs: string[] }>(tables: T[]): T[] {
  const known = new Set(tables.map(({ name }) => name));
  const placed = new Set<string>();
  const order: T[] = [];
  while (order.length < tables.length) {
    const next = tables.filter(
      ({ name, needs }) =>
        !placed.has(name) && needs.every((other) => placed.has(other) || !known.has(other)),
    );
    if (next.length === 0) throw new Error("tables refer to each other in a circle");
    for (const table of next) placed.add(table.name);
    order.push(...next);
  }
  return order;
}

export async function listSequences(client: pg.ClientBase): Promise<SequenceState[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences
     where schemaname = any($1) order by 1`,
    [SCHEMAS],
  );
  const states: SequenceState[] = [];
  for (const { name } of rows) {
    const found = await client.query<SequenceState>(`select last_value::text, is_called from ${name}`);
    const [state] = found.rows;
    if (state) states.push({ ...state, name });
  }
  return states;
}

export const TABLES_FOLDER = "tables/";

/** The file name of a table's chunk; the table is named in the list at the start. */
export const pieceName = (table: TableShape, piece: number) =>
  `${TABLES_FOLDER}${table.name.replaceAll('"', "")}/${String(piece).padStart(6, "0")}.copy`;

/**
 * Two databases with the same hash have the same tables. The list of migrations does not count: the program that migrates
 * adds what it needs to it, so that older backups have fewer columns there.
 */
export function shapeHash(tables: readonly TableShape[]): string {
  const counted = tables.filter(({ name }) => name !== "public.schema_migration");
  return hash("sha256", JSON.stringify(counted), "hex");
}
