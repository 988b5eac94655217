const DEPTH_MAX = 32;

/** Where an input holds text that no database column can: NUL, or half of a surrogate pair. Null when nowhere. */
export function findUnstorableText(input: unknown, place = "", depth = 0): string | null {
  if (typeof input === "string") return input.includes("\0") || !input.isWellFormed() ? place : null;
  if (typeof input !== "object" || input === null || depth > DEPTH_MAX) return null;
  for (const [name, value] of Object.entries(input)) {
    const found = findUnstorableText(value, place === "" ? name : `${place}.${name}`, depth + 1);
    if (found !== null) return found;
  }
  return null;
}
