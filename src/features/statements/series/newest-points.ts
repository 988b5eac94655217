import type { CellUnit } from "../statement.ts";
import { LineScanner } from "./line-scanner.ts";

/** One figure for one period, as the newest report gives it. */
export interface SeriesPoint {
  fiscalYear: number;
  periodStart: string | null;
  periodEnd: string;
  value: number;
  currency: string | null;
  scale: number;
  unit: CellUnit;
  confidence: number;
  /** With blanks between them. */
  claimIds: string;
  published: string;
  /** What the report before gave, and when, where it differs by more than rounding. */
  restated: { value: number; published: string } | null;
  /** By how much splits changed the value since. */
  splitFactor: number;
}

/**
 * Where a line has what decides its period: `["2025-03-01", "2024-12-31", 2024, "2024-01-01", 1500000000, "EUR", …`. The
 * first day may be missing, so that it is read from its mark on. `series_period` of the database counts the same.
 */
const AT = { published: 2, end: 16, year: 29, start: 35 };
const DAY_LENGTH = 10;

/** Where two lines about one period begin: the newest, and the newest that differs from it; -1 where there is none. */
interface Versions {
  newest: number;
  before: number;
}

export interface PointsQuery {
  frequency: "annual" | "interim";
  fromYear: number;
  toYear: number;
  scanner: LineScanner;
}

/**
 * Each period as its newest report gives it, in order of their last days. A series of many companies has ten thousands
 * of lines, many of them repeated by the report of the next year: they are compared where they are, and only what a
 * series shows is read.
 */
export function newestPoints(lines: string, query: PointsQuery): SeriesPoint[] {
  const periods = new Map<number | string, Versions>();
  for (let at = 0; at < lines.length; at = endOfLine(lines, at) + 1) {
    const year = readDigits(lines, at + AT.year, 4);
    if (year < query.fromYear || year > query.toYear) continue;
    const key = query.frequency === "annual" ? year : spanOf(lines, at);
    const known = periods.get(key);
    if (known) addVersion(lines, known, at);
    else periods.set(key, { newest: at, before: -1 });
  }
  const points: SeriesPoint[] = [];
  for (const versions of periods.values()) points.push(readPoint(lines, versions, query.scanner));
  return points.sort(byPeriod);
}

/** A version that repeats the newest is not the one before it: a restated value stays restated when it is repeated. */
function addVersion(lines: string, known: Versions, at: number): void {
  const isOther = !isRepeated(lines, at, known.newest);
  if (isNewer(lines, at, known.newest)) {
    if (isOther) known.before = known.newest;
    known.newest = at;
  } else if (isOther && (known.before < 0 || isNewer(lines, at, known.before))) known.before = at;
}

function endOfLine(lines: string, at: number): number {
  const end = lines.indexOf("\n", at + AT.start);
  return end < 0 ? lines.length : end;
}

/** The last and the first day, as they are written; a day has no first. Reports may count it to different years. */
function spanOf(lines: string, at: number): string {
  const end = lines.slice(at + AT.end, at + AT.end + DAY_LENGTH);
  return `${end} ${lines.slice(at + AT.start, lines.indexOf(",", at + AT.start))}`;
}

/**
 * Lines begin with the day of publication and the last day: two balance sheets of one fiscal year are those of a
 * company that changed its year, and the later one ends it. On the same day the surer reading is newer.
 */
function isNewer(lines: string, a: number, b: number): boolean {
  const published = readDay(lines, a + AT.published) - readDay(lines, b + AT.published);
  if (published !== 0) return published > 0;
  const ended = readDay(lines, a + AT.end) - readDay(lines, b + AT.end);
  if (ended !== 0) return ended > 0;
  const [lineA, lineB] = [a, b].map((at) => lines.slice(at, endOfLine(lines, at))) as [string, string];
  const [sureA, sureB] = [readLine(lines, a).confidence, readLine(lines, b).confidence];
  return sureA === sureB ? lineA < lineB : sureA > sureB;
}

/** A day as a number that grows with it. */
function readDay(lines: string, at: number): number {
  return (
    readDigits(lines, at, 4) * 10_000 + readDigits(lines, at + 5, 2) * 100 + readDigits(lines, at + 8, 2)
  );
}

/** Without a copy, which would cost more than the digits. */
function readDigits(lines: string, at: number, count: number): number {
  let number = 0;
  for (let digit = at; digit < at + count; digit++) number = number * 10 + lines.charCodeAt(digit) - 48;
  return number;
}

function readLine(lines: string, line: number, scanner = new LineScanner()): SeriesPoint {
  scanner.open(lines, line);
  return {
    published: scanner.text() ?? "",
    periodEnd: scanner.text() ?? "",
    fiscalYear: scanner.number(),
    periodStart: scanner.text(),
    value: scanner.number(),
    currency: scanner.text(),
    scale: scanner.number(),
    // Written by the trigger of the table, whose column has these words alone.
    unit: scanner.text() as CellUnit,
    confidence: scanner.number(),
    claimIds: scanner.lastText(),
    restated: null,
    splitFactor: 1,
  };
}

const PER_SHARE_ROUNDING = 0.005;
const COMMA = 44;

function readPoint(lines: string, { newest, before }: Versions, scanner: LineScanner): SeriesPoint {
  const point = readLine(lines, newest, scanner);
  if (before >= 0) point.restated = findRestated(point, readLine(lines, before, scanner));
  return point;
}

/** Whether both lines have the same period and value. */
function isRepeated(lines: string, a: number, b: number): boolean {
  for (let at = AT.end; at < AT.end + DAY_LENGTH; at++)
    if (lines.charCodeAt(a + at) !== lines.charCodeAt(b + at)) return false;
  // Letter by letter to the comma after the value, which follows the first day.
  let commas = 0;
  for (let at = AT.start; commas < 2; at++) {
    const letter = lines.charCodeAt(a + at);
    if (letter !== lines.charCodeAt(b + at)) return false;
    if (letter === COMMA) commas++;
  }
  return true;
}

function findRestated(newest: SeriesPoint, before: SeriesPoint): SeriesPoint["restated"] {
  const rounding = newest.unit === "money" ? Math.max(newest.scale, before.scale) : PER_SHARE_ROUNDING;
  const isRestated = newest.currency === before.currency && Math.abs(newest.value - before.value) > rounding;
  return isRestated ? { value: before.value, published: before.published } : null;
}

/** A day comes after the periods that end on it. */
function byPeriod(a: SeriesPoint, b: SeriesPoint): number {
  if (a.periodEnd !== b.periodEnd) return a.periodEnd < b.periodEnd ? -1 : 1;
  if (a.periodStart === b.periodStart) return 0;
  return a.periodStart === null || (b.periodStart !== null && a.periodStart > b.periodStart) ? 1 : -1;
}
