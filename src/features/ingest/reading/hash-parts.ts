import { createHash } from "node:crypto";

/** The same for the same parts in the same order: identifies a content or a request. */
export function hashParts(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);
}
