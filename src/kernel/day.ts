import { z } from "zod";
import { Failure } from "./errors.ts";

/** ISO 8601 has a year 0 and the database has none; no data is from anywhere near it. */
const FIRST_DAY = "1000-01-01";

/** A calendar day, `YYYY-MM-DD`, that can be stored, compared and subtracted from. */
export const Day = z.iso
  .date({ error: "expected a day, YYYY-MM-DD", abort: true })
  .refine((day) => day >= FIRST_DAY, `expected a day of ${FIRST_DAY} or later`);

/** Whether a text from a file or a command is such a day. */
export const isDay = (text: string): boolean => Day.safeParse(text).success;

/** A range that ends before it begins holds nothing, and is most likely a mistake. */
export function checkRange({ from, to }: { from?: string | undefined; to?: string | undefined }): void {
  if (from !== undefined && to !== undefined && from > to)
    throw new Failure("invalid_input", { detail: "from: must not be after to" });
}
