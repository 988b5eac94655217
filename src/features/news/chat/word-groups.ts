import { foldText } from "../text/fold-text.ts";

/** What one party does to another: who does it matters. */
const DEEDS = [
  "acquire acquired acquires acquiring acquisition buy buys buying bought purchase purchased purchases takeover",
  "sell sells selling sold sale disposal divest divested",
  "sue sues sued suing lawsuit suit",
  "recall recalls recalled recalling",
];
/** Words that news use for the same thing; each line is one group. */
const GROUPS = [
  ...DEEDS,
  "output production produce produced produces producing",
  "export exports exported exporting shipment shipped",
  "revenue revenues sales turnover",
  "profit profits earnings income net earned",
  "employee employees staff workers jobs workforce people",
  "retire retires retired retirement",
  "bond bonds note notes",
  "outage offline outages",
];

/** Words for a rise and for a fall. */
const UP =
  "rise rises rose risen rising increase increases increased increasing gain gains gained grow " +
  "grows grew grown growth raise raises raised raising climb climbed climbs jump jumps jumped up " +
  "higher lift lifts lifted more advance advanced improve improved improves " +
  "steigen stieg gestiegen steigt erhöht erhöhen zulegen legte höher wuchs gewachsen";
const DOWN =
  "fall falls fell fallen falling decline declines declined declining drop drops dropped decrease " +
  "decreases decreased lose loses lost slip slips slipped slide slid cut cuts lower lowers lowered " +
  "lowering down reduce reduces reduced shrink shrank trim trims trimmed less plunge plunged " +
  "fiel gefallen fällt sinken sank gesunken senken senkte gesenkt niedriger schrumpfte";

const groupOf = new Map(
  GROUPS.flatMap((line, group) => line.split(" ").map((word) => [word, group] as const)),
);
const up: ReadonlySet<string> = new Set(foldText(UP).split(" "));
const down: ReadonlySet<string> = new Set(foldText(DOWN).split(" "));

export type Direction = "up" | "down";

export function directionOf(word: string): Direction | null {
  if (up.has(word)) return "up";
  return down.has(word) ? "down" : null;
}

export function isDeed(word: string): boolean {
  return (groupOf.get(word) ?? DEEDS.length) < DEEDS.length;
}

/** Whether two words are forms of one word, or are used for the same thing. */
export function meansSame(a: string, b: string): boolean {
  if (a === b) return true;
  const group = groupOf.get(a);
  if (group !== undefined && group === groupOf.get(b)) return true;
  return sharesStem(a, b);
}

const STEM_MIN = 4;
const ENDING_MAX = 3;

function sharesStem(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < STEM_MIN || long.length - short.length > ENDING_MAX || /\d/.test(long)) return false;
  return long.startsWith(short.endsWith("e") && short.length > STEM_MIN ? short.slice(0, -1) : short);
}
