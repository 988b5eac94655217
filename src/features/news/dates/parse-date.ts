const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Minutes east of Greenwich. Feeds still use the RFC 822 names. */
const ZONES: Readonly<Record<string, number>> = {
  "": 0, z: 0, gmt: 0, ut: 0, utc: 0, wet: 0, bst: 60, cet: 60, west: 60, cest: 120, eet: 120, eest: 180, msk: 180,
  ist: 330, hkt: 480, sgt: 480, jst: 540, kst: 540, aest: 600, aedt: 660,
  est: -300, edt: -240, cst: -360, cdt: -300, mst: -420, mdt: -360, pst: -480, pdt: -420,
}; // biome-ignore format: a table is read by its columns

const MONTH = "([a-z]{3})[a-z]*\\.?";
const TIME = "(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,]\\d+)?)?";
const ZONE = "\\s*([+-]\\d{2}:?\\d{2}|[a-z]{1,4})?";

interface Shape {
  pattern: RegExp;
  read: (parts: readonly string[]) => Parts;
}
interface Parts {
  year: string | undefined;
  month: string | undefined;
  day: string | undefined;
  hour?: string | undefined;
  minute?: string | undefined;
  second?: string | undefined;
  half?: string | undefined;
  zone?: string | undefined;
}

const SHAPES: readonly Shape[] = [
  // ISO 8601: 2025-06-05, 2025-06-05T07:28:00.000Z, 2025-06-05 07:28:00+0200
  {
    pattern: new RegExp(`^(\\d{4})-(\\d{2})-(\\d{2})(?:[t ]${TIME}${ZONE})?$`),
    read: ([year, month, day, hour, minute, second, zone]) => ({
      year,
      month,
      day,
      hour,
      minute,
      second,
      zone,
    }),
  },
  // The same without separators, as GDELT writes it: 20250820T163000Z, 20250820163000
  {
    pattern: /^(\d{4})(\d{2})(\d{2})(?:t?(\d{2})(\d{2})(\d{2})?(z)?)?$/,
    read: ([year, month, day, hour, minute, second, zone]) => ({
      year,
      month,
      day,
      hour,
      minute,
      second,
      zone,
    }),
  },
  // RFC 822 and similar: Thu, 05 Jun 2025 07:28:00 GMT; 05-JUN-2025 07:28:00
  {
    pattern: new RegExp(
      `^(?:[a-z]{3,9}\\.?,?\\s+)?(\\d{1,2})[\\s-]${MONTH}[\\s,-]+(\\d{4}|\\d{2})(?:,?\\s+${TIME}${ZONE})?$`,
    ),
    read: ([day, month, year, hour, minute, second, zone]) => ({
      year,
      month,
      day,
      hour,
      minute,
      second,
      zone,
    }),
  },
  // June 5, 2025; Thursday, June 5, 2025 07:28 AM
  {
    pattern: new RegExp(
      `^(?:[a-z]{6,9},\\s+)?${MONTH}\\s+(\\d{1,2}),?\\s+(\\d{4})(?:,?\\s+${TIME}\\s*([ap]m)?${ZONE})?$`,
    ),
    read: ([month, day, year, hour, minute, second, half, zone]) => ({
      year,
      month,
      day,
      hour,
      minute,
      second,
      half,
      zone,
    }),
  },
  // 05/20/2025, 07:00 AM, +0000 UTC: month first, as the search services that use it do
  {
    pattern: new RegExp(`^(\\d{2})/(\\d{2})/(\\d{4}),\\s+${TIME}\\s*([ap]m)?,?${ZONE}(?:\\s+utc)?$`),
    read: ([month, day, year, hour, minute, second, half, zone]) => ({
      year,
      month,
      day,
      hour,
      minute,
      second,
      half,
      zone,
    }),
  },
];

/** Parses a written date; null when it is not a date. Without a time zone it is UTC. */
export function parseDate(text: string): Date | null {
  const given = text.trim().toLowerCase();
  for (const { pattern, read } of SHAPES) {
    const found = pattern.exec(given);
    if (found) return toDate(read(found.slice(1)));
  }
  return null;
}

function toDate({
  year = "",
  month = "",
  day = "",
  hour = "0",
  minute = "0",
  second = "0",
  half,
  zone = "",
}: Parts) {
  const monthNumber = /^\d+$/.test(month) ? Number(month) : MONTHS.indexOf(month.slice(0, 3)) + 1;
  const fullYear = year.length === 2 ? Number(year) + (Number(year) < 70 ? 2_000 : 1_900) : Number(year);
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === "pm" ? 12 : 0);
  const offset = readZone(zone);
  const numbers = [fullYear, monthNumber, Number(day), hours, Number(minute), Number(second)] as const;
  if (offset === null || !isReal(numbers)) return null;
  const [y, mo, d, h, mi, s] = numbers;
  const moment = Date.UTC(y, mo - 1, d, h, mi, Math.min(s, 59)) - offset * 60_000;
  // The epoch is what programs write that have no date.
  return moment === 0 ? null : new Date(moment);
}

function isReal([y, mo, d, h, mi, s]: readonly [number, number, number, number, number, number]): boolean {
  if (y < 1_800 || mo < 1 || mo > 12 || d < 1 || h > 23 || mi > 59 || s > 60) return false;
  return d <= new Date(Date.UTC(y, mo, 0)).getUTCDate();
}

function readZone(zone: string): number | null {
  const [, sign, hours = "", minutes = ""] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  if (sign === undefined) return ZONES[zone] ?? null;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

const UNITS: Readonly<Record<string, number>> = {
  second: 1_000,
  sec: 1_000,
  minute: 60_000,
  min: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
};

/** "8 hours ago", relative to when it was written. Months and years are too vague. */
export function parseAge(text: string, saidAt: Date): Date | null {
  const [, count, unit] =
    /^(\d{1,3}|an?)\s+(second|sec|minute|min|hour|day|week)s?\s+ago$/i.exec(text.trim()) ?? [];
  const length = UNITS[unit?.toLowerCase() ?? ""];
  if (count === undefined || length === undefined) return null;
  return new Date(saidAt.getTime() - (/^\d/.test(count) ? Number(count) : 1) * length);
}
