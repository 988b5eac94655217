import { addDays, dayOf, easterOf, nthWeekday, weekdayOf } from "./dates.ts";
import { japaneseHolidays } from "./japanese-holidays.ts";

const [SUNDAY, MONDAY, THURSDAY, SATURDAY] = [0, 1, 4, 6];

type Holidays = (year: number) => string[];

/** On the Monday after when it falls on a weekend. */
function nextMonday(date: string): string {
  const weekday = weekdayOf(date);
  if (weekday === SATURDAY) return addDays(date, 2);
  return weekday === SUNDAY ? addDays(date, 1) : date;
}

/** On the Friday before a Saturday, the Monday after a Sunday. */
function nearestWeekday(date: string): string {
  return weekdayOf(date) === SATURDAY ? addDays(date, -1) : nextMonday(date);
}

/** Christmas and the day after, each moved to the next free weekday. */
function christmasDays(year: number): string[] {
  const first = nextMonday(dayOf(year, 12, 25));
  const second = nextMonday(dayOf(year, 12, 26));
  return [first, second === first || second < first ? addDays(first, 1) : second];
}

const newYork: Holidays = (year) => {
  const newYear = dayOf(year, 1, 1);
  return [
    // There is no substitute for a first of January on a Saturday.
    weekdayOf(newYear) === SATURDAY ? newYear : nextMonday(newYear),
    ...(year >= 1998 ? [nthWeekday(year, 1, MONDAY, 3)] : []),
    nthWeekday(year, 2, MONDAY, 3),
    addDays(easterOf(year), -2),
    nthWeekday(year, 5, MONDAY, -1),
    ...(year >= 2022 ? [nearestWeekday(dayOf(year, 6, 19))] : []),
    nearestWeekday(dayOf(year, 7, 4)),
    nthWeekday(year, 9, MONDAY, 1),
    nthWeekday(year, 11, THURSDAY, 4),
    nearestWeekday(dayOf(year, 12, 25)),
    ...inYear(year, [
      ["2001-09-11", "2001-09-12", "2001-09-13", "2001-09-14"],
      ["2004-06-11", "2007-01-02", "2012-10-29", "2012-10-30"],
      ["2018-12-05", "2025-01-09"],
    ]),
  ];
};

const london: Holidays = (year) => [
  nextMonday(dayOf(year, 1, 1)),
  addDays(easterOf(year), -2),
  addDays(easterOf(year), 1),
  year === 2020 ? "2020-05-08" : nthWeekday(year, 5, MONDAY, 1),
  movedSpringHoliday(year) ?? nthWeekday(year, 5, MONDAY, -1),
  nthWeekday(year, 8, MONDAY, -1),
  ...christmasDays(year),
  ...inYear(year, [["2011-04-29", "2012-06-05", "2022-06-03", "2022-09-19", "2023-05-08"]]),
];

/** Moved to June for the Queen's jubilees. */
function movedSpringHoliday(year: number): string | undefined {
  return { 2002: "2002-06-04", 2012: "2012-06-04", 2022: "2022-06-02" }[year];
}

const xetra: Holidays = (year) => [
  ...["01-01", "05-01", "12-24", "12-25", "12-26", "12-31"].map((day) => `${year}-${day}`),
  addDays(easterOf(year), -2),
  addDays(easterOf(year), 1),
  ...(year >= 2015 && year <= 2021 ? [addDays(easterOf(year), 50), `${year}-10-03`] : []),
];

const euronext: Holidays = (year) => [
  ...["01-01", "05-01", "12-25", "12-26"].map((day) => `${year}-${day}`),
  addDays(easterOf(year), -2),
  addDays(easterOf(year), 1),
];

const zurich: Holidays = (year) => [
  ...["01-01", "01-02", "05-01", "08-01", "12-24", "12-25", "12-26", "12-31"].map((day) => `${year}-${day}`),
  ...[-2, 1, 39, 50].map((days) => addDays(easterOf(year), days)),
];

const toronto: Holidays = (year) => [
  nextMonday(dayOf(year, 1, 1)),
  ...(year >= 2008 ? [nthWeekday(year, 2, MONDAY, 3)] : []),
  addDays(easterOf(year), -2),
  addDays(dayOf(year, 5, 25), -((weekdayOf(dayOf(year, 5, 25)) + 6) % 7 || 7)),
  nextMonday(dayOf(year, 7, 1)),
  nthWeekday(year, 8, MONDAY, 1),
  nthWeekday(year, 9, MONDAY, 1),
  nthWeekday(year, 10, MONDAY, 2),
  ...christmasDays(year),
];

function inYear(year: number, days: readonly (readonly string[])[]): string[] {
  return days.flat().filter((day) => day.startsWith(`${year}-`));
}

/** The days on which a country's main market is closed, for countries whose rules are implemented here. */
export const HOLIDAYS: Readonly<Record<string, Holidays>> = {
  US: newYork,
  GB: london,
  DE: xetra,
  FR: euronext,
  NL: euronext,
  BE: euronext,
  PT: euronext,
  CH: zurich,
  CA: toronto,
  JP: japaneseHolidays,
};
