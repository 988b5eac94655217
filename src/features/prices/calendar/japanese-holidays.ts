import { addDays, dayOf, nthWeekday, weekdayOf } from "./dates.ts";

const MONDAY = 1;

/** Closing days of the Tokyo market: national holidays, their substitutes for Sundays, and the turn of the year. */
export function japaneseHolidays(year: number): string[] {
  const national = new Set([...fixedDays(year), ...movableDays(year)]);
  const substitutes = [...national]
    .filter((day) => weekdayOf(day) === 0)
    .map((day) => nextFree(day, national));
  // A day between two holidays is a holiday too.
  const between = [...national].filter((day) => national.has(addDays(day, 2))).map((day) => addDays(day, 1));
  return [...national, ...substitutes, ...between, `${year}-01-02`, `${year}-01-03`, `${year}-12-31`];
}

function nextFree(sunday: string, national: ReadonlySet<string>): string {
  let day = addDays(sunday, 1);
  while (national.has(day)) day = addDays(day, 1);
  return day;
}

function fixedDays(year: number): string[] {
  const days = ["01-01", "02-11", "04-29", "05-03", "05-04", "05-05", "11-03", "11-23"];
  if (year >= 2020) days.push("02-23");
  if (year >= 1989 && year <= 2018) days.push("12-23");
  if (year === 2019) days.push("04-30", "05-01", "05-02", "10-22");
  return days.map((day) => `${year}-${day}`);
}

function movableDays(year: number): string[] {
  const equinox = (base: number) =>
    Math.floor(base + 0.242194 * (year - 1980)) - Math.floor((year - 1980) / 4);
  return [
    nthWeekday(year, 1, MONDAY, 2),
    dayOf(year, 3, equinox(20.8431)),
    dayOf(year, 9, equinox(23.2488)),
    nthWeekday(year, 9, MONDAY, 3),
    ...summerDays(year),
  ];
}

/** Three holidays were moved around the 2020 Olympics, twice. */
function summerDays(year: number): string[] {
  if (year === 2020) return ["2020-07-23", "2020-07-24", "2020-08-10"];
  if (year === 2021) return ["2021-07-22", "2021-07-23", "2021-08-08"];
  return [
    nthWeekday(year, 7, MONDAY, 3),
    ...(year >= 2016 ? [`${year}-08-11`] : []),
    nthWeekday(year, 10, MONDAY, 2),
  ];
}
