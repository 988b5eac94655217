import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { from as copyFrom } from "pg-copy-streams";
import type { Database } from "./database.ts";

type Cell = string | number | boolean | null;

/**
 * Streams rows into a table by COPY, the fastest way: all rows or none. Table and column names come from our source
 * code, never from input.
 */
export async function copyInto(
  db: Database,
  target: { table: string; columns: readonly string[] },
  rows: Iterable<readonly Cell[]>,
): Promise<number> {
  const client = await db.pool.connect();
  let broken: Error | undefined;
  const text = new CopyText();
  try {
    const stream = client.query(copyFrom(`copy ${target.table} (${target.columns.join(", ")}) from stdin`));
    // The stream stays open when the server rejects a row, and a chunk still buffered then would end the process: so
    // each chunk is sent before the next is written, and none after a rejection.
    const failed = Promise.withResolvers<never>();
    failed.promise.catch(() => {});
    stream.on("error", failed.reject);
    for (const piece of text.of(rows)) await Promise.race([failed.promise, writePiece(stream, piece)]);
    await finished(stream.end());
    return text.rows;
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
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

  *of(rows: Iterable<readonly Cell[]>): Generator<string> {
    for (const row of rows) if (this.#add(row)) yield this.#take();
    yield this.#take();
  }

  #add(row: readonly Cell[]): boolean {
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

function escapeCell(cell: Cell): string {
  if (cell === null) return "\\N";
  if (typeof cell !== "string") return String(cell);
  if (!SPECIAL.test(cell)) return cell;
  return cell
    .replaceAll("\\", "\\\\")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t");
}
