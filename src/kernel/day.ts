import { z } from "zod";

/** ISO 8601 has a year 0 and the database has none; nothing that can be asked for happened near it. */
const FIRST_DAY = "1000-01-01";

/** A day that somebody names, `YYYY-MM-DD`: one that can be stored, compared with and counted back from. */
export const Day = z.iso
  .date({ error: "expected a day, YYYY-MM-DD", abort: true })
  .refine((day) => day >= FIRST_DAY, `expected a day of ${FIRST_DAY} or later`);

/** Whether a text of a file or of a command is such a day. */
export const isDay = (text: string): boolean => Day.safeParse(text).success;
