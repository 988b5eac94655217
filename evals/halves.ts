import { createHash } from "node:crypto";

/** Two halves by document: what holds only on the half that was looked at is not knowledge. */
export function halfOf(document: string): "even" | "odd" {
  const byte = createHash("sha256").update(document).digest()[0] ?? 0;
  return byte % 2 === 0 ? "even" : "odd";
}
