import { hash } from "node:crypto";
import { z } from "zod";
import { Failure } from "../../../kernel/errors.ts";

/** Where a search continues. */
export interface CursorPosition {
  offset: number;
  /** The search covers what was indexed until then, on every page. */
  indexedUntil: string;
}

/** Anyone can write a cursor, so it must be a time that the database can read too: not of the year 0, not endless. */
const IndexedUntil = z.iso
  .datetime()
  .max(40)
  .refine((time) => time >= "1970");
const Content = z.tuple([z.int().min(0).max(100_000), IndexedUntil, z.string()]);

/** A cursor belongs to one search: with other words or filters it would point anywhere. */
export function writeCursor({ offset, indexedUntil }: CursorPosition, search: unknown): string {
  return Buffer.from(JSON.stringify([offset, indexedUntil, markOf(search)])).toString("base64url");
}

export function readCursor(cursor: string, search: unknown): CursorPosition {
  const content = Content.safeParse(parse(cursor));
  if (!content.success || content.data[2] !== markOf(search))
    throw new Failure("invalid_input", {
      detail: "cursor: expected next_cursor of an earlier answer to the same search",
    });
  const [offset, indexedUntil] = content.data;
  return { offset, indexedUntil };
}

function markOf(search: unknown): string {
  return hash("sha256", JSON.stringify(search), "hex").slice(0, 12);
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    return null;
  }
}
