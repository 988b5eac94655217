import { z } from "zod";
import { Day } from "./day.ts";

const EXPECTED = "expected a day, YYYY-MM-DD, or a time, ISO 8601";

/** For operations that can answer as of an earlier point in time. */
export const AsOf = z
  .union([z.iso.datetime({ offset: true, error: EXPECTED, abort: true }), Day], EXPECTED)
  .refine(hasFourDigitYear, "expected a time between the years 1000 and 9999")
  .optional()
  .describe("As known on a day (at its end, UTC) or at a time");

/** A time zone can move a time out of the four-digit years. */
function hasFourDigitYear(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  return year >= 1000 && year <= 9999;
}

/** The exact time; a day includes all of it. Null for now. */
export function readAsOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  return text.length === 10 ? `${text}T23:59:59.999Z` : new Date(text).toISOString();
}
