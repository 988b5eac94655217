import type { z } from "zod";

/** One sentence for a document whose format has changed. */
export function driftOf(error: z.ZodError): string {
  const [issue] = error.issues;
  return `not in the SEC's format: ${issue?.path.join(".") || "the file"} ${issue?.message ?? ""}`;
}
