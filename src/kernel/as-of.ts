import { z } from "zod";

/** For the input of an operation that can answer as the service knew things at an earlier moment. */
export const AsOf = z.iso
  .datetime({ offset: true })
  .or(z.iso.date())
  .optional()
  .describe("Answer as the service knew it at this moment: a day (its end, UTC) or a time");

/** The moment itself; a day means all of it. Null for now. */
export function readAsOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  return text.length === 10 ? `${text}T23:59:59.999Z` : new Date(text).toISOString();
}
