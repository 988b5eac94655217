import { addMonths } from "../columns/calendar.ts";
import type { PeriodicReport } from "./find-statements.ts";
import type { ShowRequest } from "./show-statements.ts";

/** Reports whose statements are read for one answer at most. */
const LOOKED_AT_MAX = 60;
/** A statement compares its period with those of so many years before at most. */
const YEARS_COMPARED = 4;

/** The latest reports that may have the periods that were asked for, and what to say where there are more. */
export function chooseReports(
  reports: readonly PeriodicReport[],
  { frequency, range }: Pick<ShowRequest, "frequency" | "range">,
): { looked: PeriodicReport[]; notes: string[] } {
  const possible = reports
    .filter(
      (report) =>
        // An annual report may have columns of quarters; the years that an interim one repeats are in the annual ones.
        (report.frequency === frequency || (frequency === "interim" && report.frequency === "annual")) &&
        (range.from === undefined || report.published >= range.from) &&
        (range.to === undefined || addMonths(report.published, -12 * YEARS_COMPARED) <= range.to),
    )
    .toSorted((a, b) => b.published.localeCompare(a.published));
  const looked = possible.slice(0, LOOKED_AT_MAX);
  const oldest = looked.at(-1)?.published;
  const isCut = looked.length < possible.length;
  return {
    looked,
    notes: isCut
      ? [`Only reports published since ${oldest} were searched; set from and to to see earlier periods.`]
      : [],
  };
}
