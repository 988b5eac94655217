import type { CellUnit } from "../statement.ts";

/** One figure for one period, as one report gives it; an array, because a series has thousands. */
export type PointVersion = [
  published: string,
  periodEnd: string,
  fiscalYear: number,
  /** Null for a day. */
  periodStart: string | null,
  value: number,
  currency: string | null,
  scale: number,
  unit: CellUnit,
  confidence: number,
  /** With blanks between them. */
  claimIds: string,
];

/** One figure for one period, as the newest report gives it. */
export interface SeriesPoint {
  fiscalYear: number;
  periodStart: string | null;
  periodEnd: string;
  value: number;
  currency: string | null;
  unit: CellUnit;
  confidence: number;
  /** With blanks between them. */
  claimIds: string;
  published: string;
  /** What the report before gave, where it differs by more than rounding. */
  restatedFrom: number | null;
}

type Frequency = "annual" | "interim";

/** Where the parts of a point are that decide which period it is: `["2025-03-01", "2024-12-31", 2024, "2024-01-01", …`. */
const AT = { end: 15, year: 29, start: 35 };

/**
 * Each period as its newest report gives it, in order of their last days. Points are compared as they are written and
 * only those that a series shows are parsed, since most are repeated by the report of the next year.
 */
export function newestPoints(written: readonly string[], frequency: Frequency): SeriesPoint[] {
  const periods = new Map<string, { newest: string; before: string | null }>();
  for (const version of written) {
    const key = frequency === "annual" ? version.slice(AT.year, AT.year + 4) : spanOf(version);
    const known = periods.get(key);
    if (!known) periods.set(key, { newest: version, before: null });
    else if (isNewer(version, known.newest)) periods.set(key, { newest: version, before: known.newest });
    else if (known.before === null || isNewer(version, known.before)) known.before = version;
  }
  const chosen = [...periods.values()];
  // At once: parsing a thousand short texts takes longer than parsing a long one.
  const parsed = parse<PointVersion[]>(`[${chosen.map(({ newest }) => newest).join(",")}]`);
  return parsed
    .map((point, at) => toPoint(point, findDiffering(chosen[at]?.newest ?? "", chosen[at]?.before ?? null)))
    .sort(byPeriod);
}

/** The last and the first day, as they are written; a day has no first. */
function spanOf(version: string): string {
  return version.slice(AT.end, version.indexOf(",", AT.start));
}

/**
 * Points begin with the day of publication and the last day: two balance sheets of one fiscal year are those of a
 * company that changed its year, and the later one ends it. On the same day the surer reading is newer.
 */
function isNewer(a: string, b: string): boolean {
  if (!isSame(a, b, 0, AT.year)) return a > b;
  const [sureA, sureB] = [parse<PointVersion>(a)[8], parse<PointVersion>(b)[8]];
  return sureA === sureB ? a < b : sureA > sureB;
}

// Written by the trigger of the table.
const parse = <T>(text: string) => JSON.parse(text) as T;

/** The report before, where anything between the day of publication and the confidence differs. */
function findDiffering(newest: string, before: string | null): PointVersion | null {
  if (before === null) return null;
  const confidence = newest.lastIndexOf(", ", newest.lastIndexOf(", ") - 1);
  return isSame(newest, before, AT.end, confidence) ? null : parse<PointVersion>(before);
}

/** Whether two texts are the same between two places. Without copies: a series compares ten thousand points. */
function isSame(a: string, b: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (a.charCodeAt(at) !== b.charCodeAt(at)) return false;
  return true;
}

const PER_SHARE_ROUNDING = 0.005;

function toPoint(newest: PointVersion, before: PointVersion | null): SeriesPoint {
  const [published, periodEnd, fiscalYear, periodStart, value, currency, scale, unit, confidence, claimIds] =
    newest;
  const rounding = unit === "money" ? Math.max(scale, before?.[6] ?? 0) : PER_SHARE_ROUNDING;
  const isRestated = before && before[5] === currency && Math.abs(value - before[4]) > rounding;
  return {
    fiscalYear,
    periodStart,
    periodEnd,
    value,
    currency,
    unit,
    confidence,
    claimIds,
    published,
    restatedFrom: isRestated ? before[4] : null,
  };
}

/** A day comes after the periods that end on it. */
function byPeriod(a: SeriesPoint, b: SeriesPoint): number {
  if (a.periodEnd !== b.periodEnd) return a.periodEnd < b.periodEnd ? -1 : 1;
  if (a.periodStart === b.periodStart) return 0;
  return a.periodStart === null || (b.periodStart !== null && a.periodStart > b.periodStart) ? 1 : -1;
}
