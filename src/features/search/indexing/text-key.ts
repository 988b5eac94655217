import { createHash } from "node:crypto";
import { foldText } from "../../news/index.ts";

/**
 * The same number for passages that say the same: case, marks and, in prose, numbers do not count, since boilerplate is
 * repeated with another year. In a table, and wherever there is more of them than of letters, the numbers are the content.
 */
export function textKey(kind: "text" | "table", text: string): bigint {
  const kept = kind === "table" || isMostlyNumbers(text) ? /[^\p{L}\p{N}]+/gu : /\P{L}+/gu;
  const digest = createHash("sha256").update(foldText(text).replace(kept, " ").trim()).digest();
  return digest.readBigInt64BE();
}

function isMostlyNumbers(text: string): boolean {
  return countOf(text, /\p{N}/gu) > countOf(text, /\p{L}/gu);
}

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
