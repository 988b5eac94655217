import { monthOfEnd } from "../storing/year-names.ts";
import { endOfLine, endsOn, isRepeated, publishedOn, spanOf } from "./point-line.ts";
import { PointReader, type Versions } from "./read-point.ts";

export interface PointsQuery {
  frequency: "annual" | "interim";
  /** Fiscal years. */
  fromYear: number;
  toYear: number;
}

/**
 * The periods of a figure as their newest reports give them, in their order. A series of many companies has ten thousands
 * of lines, many of them repeated by the report of the next year: they are compared where they are, and only what a
 * series shows is read.
 */
export function findVersions(lines: string, { frequency, fromYear, toYear }: PointsQuery): Versions[] {
  const found: Versions[] = [];
  for (let line = 0; line < lines.length; line = endOfLine(lines, line) + 1) {
    const end = endsOn(lines, line);
    const year = Math.floor(end / 10_000);
    // A year may be called by the one before or after that of its last day.
    if (year < fromYear - 1 || year > toYear + 1) continue;
    const period = frequency === "annual" ? monthOfEnd(end) : spanOf(lines, line);
    // Lines are almost in order.
    let at = found.length;
    while (at > 0 && (found[at - 1]?.period ?? 0) >= period) at--;
    const known = found[at];
    if (known?.period === period) addVersion(lines, known, line);
    else found.splice(at, 0, { period, newest: line, before: -1 });
  }
  return found;
}

/** A version that repeats the newest is not the one before it: a restated value stays restated when it is repeated. */
function addVersion(lines: string, known: Versions, line: number): void {
  const isOther = !isRepeated(lines, line, known.newest);
  if (isNewer(lines, line, known.newest)) {
    if (isOther) known.before = known.newest;
    known.newest = line;
  } else if (isOther && (known.before < 0 || isNewer(lines, line, known.before))) known.before = line;
}

/**
 * Two balance sheets of one fiscal year are those of a company that changed its year, and the later one ends it. On the
 * same day the surer reading is newer.
 */
export function isNewer(lines: string, a: number, b: number): boolean {
  const published = publishedOn(lines, a) - publishedOn(lines, b);
  if (published !== 0) return published > 0;
  const ended = endsOn(lines, a) - endsOn(lines, b);
  if (ended !== 0) return ended > 0;
  const [lineA, lineB] = [a, b].map((line) => lines.slice(line, endOfLine(lines, line))) as [string, string];
  const reader = new PointReader();
  const [sureA, sureB] = [reader.readLine(lines, a).confidence, reader.readLine(lines, b).confidence];
  return sureA === sureB ? lineA < lineB : sureA > sureB;
}
