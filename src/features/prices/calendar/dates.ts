/** Days as `YYYY-MM-DD`: they sort as text and have no time zone. */

const DAY = 86_400_000;

export function addDays(date: string, days: number): string {
  const day = Number(date.slice(8)) + days;
  // Most steps stay within a month, where no calendar is needed.
  if (day >= 1 && day <= 28) return `${date.slice(0, 8)}${day < 10 ? "0" : ""}${day}`;
  return new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);
}

export function daysBetween(one: string, other: string): number {
  return (Date.parse(other) - Date.parse(one)) / DAY;
}

/** 0 for Sunday. */
export function weekdayOf(date: string): number {
  return new Date(date).getUTCDay();
}

/** The same day some months earlier; the last day of the month if it is shorter. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10);
}

export function dayOf(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

/** The nth of a weekday in a month; counted from the end for a negative n. */
export function nthWeekday(year: number, month: number, weekday: number, n: number): string {
  if (n > 0) {
    const first = weekdayOf(dayOf(year, month, 1));
    return dayOf(year, month, 1 + ((weekday - first + 7) % 7) + (n - 1) * 7);
  }
  const end = dayOf(year, month + 1, 0);
  return addDays(end, -((weekdayOf(end) - weekday + 7) % 7) + (n + 1) * 7);
}

/** Easter Sunday (Gauss, in the form of Meeus, Jones and Butcher). */
export function easterOf(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = Math.floor((a + 11 * d + 22 * e) / 451);
  const month = Math.floor((d + e - 7 * f + 114) / 31);
  return dayOf(year, month, ((d + e - 7 * f + 114) % 31) + 1);
}
