import type { z } from "zod";

/** One sentence for a document whose format has changed. */
export function driftOf(error: z.ZodError): string {
  const [issue] = error.issues;
  return `not as the SEC publishes it: ${issue?.path.join(".") || "the file"} ${issue?.message ?? ""}`;
}
