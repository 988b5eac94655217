/** A year as one report calls it; days are numbers such as 20241231. */
export interface CalledYear {
  end: number;
  fiscalYear: number;
  published: number;
}

const MIDDLE_OF_MONTH = 15;
const MONTHS = 12;

/**
 * The month in which a year ends, counted from the year 0. Years of whole weeks end up to a week before or after the
 * end of their month, so that what ends in its first half belongs to the month before.
 */
export function monthOfEnd(end: number): number {
  const [year, month, day] = [Math.floor(end / 10_000), Math.floor(end / 100) % 100, end % 100];
  return year * MONTHS + month - 1 - (day <= MIDDLE_OF_MONTH ? 1 : 0);
}

export const dayNumber = (day: string) => Number(day.replaceAll("-", ""));

/**
 * What a company calls its years. One report may call the year to 3 February 2024 "2023" and the next "2024": all years
 * that end in this month are called as its newest report does, so that each is one year and none is missing between.
 */
export function nameYears(years: Iterable<CalledYear>): (end: number) => number | null {
  const newest = new Map<number, CalledYear>();
  for (const year of years) {
    const month = monthOfEnd(year.end) % MONTHS;
    const known = newest.get(month);
    if (!known || isNewer(year, known)) newest.set(month, year);
  }
  return (end) => {
    const month = monthOfEnd(end);
    const known = newest.get(month % MONTHS);
    return known ? known.fiscalYear + (month - monthOfEnd(known.end)) / MONTHS : null;
  };
}

/** Two reports of one day may call a year differently: the later name counts, in whatever order they are read. */
function isNewer(one: CalledYear, other: CalledYear): boolean {
  const difference =
    one.published - other.published || one.end - other.end || one.fiscalYear - other.fiscalYear;
  return difference > 0;
}
