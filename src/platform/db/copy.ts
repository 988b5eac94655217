import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { CopyCell, CopyTarget } from "./statement.ts";

/** Streams rows into a table by COPY, the fastest way: all rows or none. */
export async function copyInto(
  { pool }: { pool: pg.Pool },
  target: CopyTarget,
  rows: Iterable<readonly CopyCell[]>,
): Promise<number> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await copyOver(client, target, rows);
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}

/** The same on one connection, as part of its transaction. */
export async function copyOver(
  client: pg.ClientBase,
  { table, columns }: CopyTarget,
  rows: Iterable<readonly CopyCell[]>,
): Promise<number> {
  const text = new CopyText();
  const stream = client.query(copyFrom(`copy ${table} (${columns.join(", ")}) from stdin`));
  // The stream stays open when the server rejects a row, and a chunk still buffered then would end the process: so each
  // chunk is sent before the next is written, and none after a rejection.
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => {});
  stream.on("error", failed.reject);
  for (const piece of text.of(rows)) await Promise.race([failed.promise, writePiece(stream, piece)]);
  await finished(stream.end());
  return text.rows;
}

function writePiece(stream: Writable, piece: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(piece, (error) => (error ? reject(error) : resolve()));
  });
}

const PIECE_LENGTH = 64_000;

/** Rows as COPY text, in chunks. */
class CopyText {
  rows = 0;
  #piece = "";

  *of(rows: Iterable<readonly CopyCell[]>): Generator<string> {
    for (const row of rows) if (this.#add(row)) yield this.#take();
    yield this.#take();
  }

  #add(row: readonly CopyCell[]): boolean {
    let separator = "";
    for (const cell of row) {
      this.#piece += separator + escapeCell(cell);
      separator = "\t";
    }
    this.#piece += "\n";
    this.rows++;
    return this.#piece.length >= PIECE_LENGTH;
  }

  #take(): string {
    const piece = this.#piece;
    this.#piece = "";
    return piece;
  }
}

const SPECIAL = /[\\\n\r\t]/;

function escapeCell(cell: CopyCell): string {
  if (cell === null) return "\\N";
  if (typeof cell !== "string") return String(cell);
  if (!SPECIAL.test(cell)) return cell;
  return cell
    .replaceAll("\\", "\\\\")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t");
}
