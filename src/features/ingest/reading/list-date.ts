import path from "node:path";
import { isDay } from "../../../kernel/day.ts";
import { OperatorError } from "../../../kernel/operator-error.ts";
import type { SourceOption, SourceRequest } from "../source.ts";

/** Facts have the date of their list. The time of a copy on a disk says nothing about it, so it is never used. */
export const LIST_DATE: SourceOption = {
  name: "date",
  about:
    "date of the list, YYYY-MM-DD (default: the date its publisher gives it, or the one in its file name)",
  takes: "a day",
};

export interface DatedList {
  location: string;
  /** The day the publisher gives the list; null when it gives none. */
  date: string | null;
}

/** The given date, else the one the list itself says, the publisher's, or the one in the name of the file. */
export function requireListDate(
  source: string,
  { options }: Pick<SourceRequest, "options">,
  list: DatedList,
  inside: string | null = null,
): string {
  const date = options["date"] ?? inside ?? list.date ?? findDateInName(list.location);
  if (date !== null) return date;
  throw new OperatorError(
    `${source}: ${list.location} does not say which day it describes. Add --option date=YYYY-MM-DD.`,
  );
}

/** `list-2026-08-22.csv` or `list.20260822.csv`. */
function findDateInName(location: string): string | null {
  const found = /(?<!\d)((?:19|20)\d{2})([-_.]?)(\d{2})\2(\d{2})(?!\d)/.exec(path.basename(location));
  const day = found ? `${found[1]}-${found[3]}-${found[4]}` : "";
  return isDay(day) ? day : null;
}
