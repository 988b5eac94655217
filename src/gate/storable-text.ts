import { Failure } from "../kernel/errors.ts";

const DEPTH_MAX = 32;

/**
 * Where an input contains text that no database column can store: NUL, or a lone surrogate. Null when nowhere. Nothing
 * we accept is nested deeply, so what is cannot hide such text.
 */
function findUnstorableText(input: unknown, place = "", depth = 0): string | null {
  if (typeof input === "string") return isUnstorable(input) ? place : null;
  if (typeof input !== "object" || input === null) return null;
  requireDepth(depth);
  for (const [name, value] of Object.entries(input)) {
    if (isUnstorable(name)) return place === "" ? "a field's name" : place;
    const found = findUnstorableText(value, place === "" ? name : `${place}.${name}`, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

function requireDepth(depth: number): void {
  if (depth <= DEPTH_MAX) return;
  throw new Failure("invalid_input", { detail: `Nested more than ${DEPTH_MAX} levels deep.` });
}

const isUnstorable = (text: string) => text.includes("\0") || !text.isWellFormed();

/** Fails, naming the field, when a value contains text that cannot be stored. */
export function requireStorable(value: unknown): void {
  const place = findUnstorableText(value);
  if (place === null) return;
  throw new Failure("invalid_input", { detail: `${place}: expected text without NUL or broken characters` });
}
