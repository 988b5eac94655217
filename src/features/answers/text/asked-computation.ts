import type { Period } from "../figures/periods.ts";
import { findPeriods } from "../figures/question-periods.ts";

/** What is to be done with figures that are called by name: over periods, or with each other. */
export interface AskedComputation {
  operation: "growth" | "change" | "average" | "sum" | "difference" | "ratio" | "share";
  /** What the figures are called: several readings where a name may end at more than one place. */
  readings: string[][];
  /** From the oldest to the newest; empty where the question names none. */
  periods: Period[];
}

type Operation = AskedComputation["operation"];

const QUESTION = new RegExp(
  "^(?:so |and )?(?:(?:what(?:['’]s| is| was| are| were| would be| has been)?" +
    "|how much(?: is| was| were)?|calculate|compute|determine|find|give(?: me)?|state" +
    String.raw`|tell me)\s+)?(?:(?:the|its|their|an?|(?:company|group|firm)['’]s)\s+)*`,
  "i",
);
const LEVEL =
  "(?:(?:year[- ]o(?:n|ver)[- ]year|yearly|annual|total|overall|absolute|relative|net|nominal|combined)\\s+)?";
const MOVEMENT =
  "(?:change|increase|decrease|decline|growth|rise|reduction|movement|drop|difference|variation)(?:\\s*(?:/|or)\\s*\\(?(?:increase|decrease)\\)?)?";
const PERCENTAGE = "(?:percentage|percent|%|per cent)";
const OF = "(?:in|of|for)(?:\\s+(?:the|its|their))?";
const SHARE = `(?:${PERCENTAGE}|proportion|share)`;
const AND = /\s+(?:and|plus)\s+/gi;

interface Rule {
  operation: Operation;
  pattern: RegExp;
  /** Where what is captured is parted into two names; without it, it is one. */
  parted?: RegExp;
  /** Whether the whole is named before its part. */
  wholeFirst?: boolean;
}

const rule = (operation: Operation, pattern: string, more: Partial<Rule> = {}): Rule => ({
  operation,
  pattern: new RegExp(`^${pattern}$`, "i"),
  ...more,
});

/** How a computation is asked for: the first that holds. */
const RULES: readonly Rule[] = [
  rule("growth", `${LEVEL}${PERCENTAGE}\\s+${MOVEMENT}\\s+${OF}\\s+(.+)`),
  rule(
    "growth",
    `${LEVEL}${MOVEMENT}\\s*\\(?(?:in\\s+)?${PERCENTAGE}\\)?\\s+(?:in|for)(?:\\s+(?:the|its|their))?\\s+(.+)`,
  ),
  rule("growth", `${LEVEL}growth(?:\\s+rate)?\\s+${OF}\\s+(.+)`),
  rule("ratio", "ratio\\s+(?:of|between)\\s+(.+)", { parted: /\s+(?:to|over|and)\s+/gi }),
  rule("share", `(?:${SHARE}\\s+of\\s+)?(.+\\s+as\\s+an?\\s+${SHARE}\\s+of\\s+.+)`, {
    parted: new RegExp(`\\s+as\\s+an?\\s+${SHARE}\\s+of\\s+`, "gi"),
  }),
  rule("share", `${SHARE}\\s+of\\s+(.+\\s(?:is|was|are|were|does|did)\\s.+)`, {
    parted:
      /\s+(?:is|was|are|were|does|did)\s+(?:(?:made up|composed|accounted for|represented|contributed)\s+(?:of|by)\s+|from\s+|due to\s+)?/gi,
    wholeFirst: true,
  }),
  rule("share", `${SHARE}\\s+(?:constitution\\s+)?of\\s+(.+)`, {
    parted:
      /\s+(?:over|against|out of|to|in|of|among|within|relative to|(?:as )?compared (?:to|with))\s+(?:the\s+)?/gi,
  }),
  rule("difference", "difference\\s+between\\s+(.+)", { parted: AND }),
  rule("difference", `difference\\s+${OF}\\s+(.+\\s+between\\s+.+)`, { parted: AND }),
  rule("change", `${LEVEL}${MOVEMENT}\\s+(?:${OF}|between(?:\\s+the)?)\\s+(.+)`),
  rule(
    "average",
    "(?:(?:yearly|annual)\\s+)?(?:average|mean)\\s+(?:(?:yearly|annual)\\s+)?(?:of\\s+(?:the\\s+)?)?(.+)",
  ),
  rule("sum", "(?:sum|combined (?:total|amount|sum)|total (?:sum|amount))\\s+of\\s+(.+)", { parted: AND }),
];

/** Several years named together and a total: their sum. */
const TOTAL = /^(?:(?:combined|aggregate)\s+)?total\s+(.+)$/i;
const LASTING =
  /\s*\b(?:for|in|of|over|across|during)?\s*(?:both|the|all|the (?:last|past))?\s*(?:\d|two|three|four|five|both)[- ](?:FYs?|(?:(?:fiscal|financial) )?(?:years?|periods?))(?: periods?)?\b/gi;

/** Understands a question as a computation over figures it calls by name; null for any other question. */
export function readComputation(question: string): AskedComputation | null {
  const { text, periods } = takePeriods(question);
  const core = text
    .replace(/^\s*(?:for|in|as (?:of|at)|at|on)\s+([^,?]*?),\s+(what\b.*?)[\s?.]*$/i, "$2 $1")
    .replace(/[\s?.,]+$/, "")
    .replace(/\s+(?:altogether|in total|combined|respectively)$/gi, "")
    .replace(/\bexpressed as\b/i, "as")
    .replace(QUESTION, "")
    .trim();
  for (const one of RULES) {
    const found = one.pattern.exec(core)?.[1];
    if (found === undefined) continue;
    const readings = readNames(found, one);
    if (readings.length > 0) return { operation: one.operation, readings, periods };
  }
  const total = periods.length > 1 ? TOTAL.exec(core)?.[1] : undefined;
  return total === undefined
    ? null
    : { operation: "sum", readings: [[`total ${cleanName(total)}`]], periods };
}

/** The names that a phrase may be made of; a sum or a ratio of one name is over time. */
function readNames(phrase: string, { operation, parted, wholeFirst }: Rule): string[][] {
  const pairs = parted
    ? Array.from(phrase.matchAll(parted), ({ 0: joint, index }) => {
        const [left, right] = [phrase.slice(0, index), phrase.slice(index + joint.length)];
        return spread(operation, wholeFirst ? [right, left] : [left, right]);
      })
    : [];
  const single = !parted || operation === "sum" || operation === "ratio" ? [[phrase]] : [];
  return [...pairs, ...single]
    .map((names) => names.map(cleanName))
    .filter((names) => names.every((name) => /\p{L}{2}|\d/u.test(name)));
}

/** "The difference in charges between north and south": the charges of each. */
function spread(operation: Operation, [left = "", right = ""]: string[]): string[] {
  const [, subject, first] = /^(.+?)\s+between\s+(.+)$/i.exec(left) ?? [];
  if (operation !== "difference" || subject === undefined || first === undefined) return [left, right];
  return [`${subject} ${first}`, `${subject} ${right}`];
}

const EDGE = new RegExp(
  String.raw`^(?:the|its|their|an?|of|in|for|(?:total\s+)?(?:value|amount)s?\s+of)\s+` +
    String.raw`|\s+(?:the|of|in|for|at|as|as of|as at|on|from|between|over|across|through|throughout|during` +
    String.raw`|by|to|with|compared|and|both|years?|fiscal|ended|ending|end|period|\/)$`,
  "i",
);

function cleanName(name: string): string {
  let text = name
    .replace(/["“”]/g, " ")
    .replace(/[\s?.,;:]+$/, "")
    .trim();
  for (let next = text.replace(EDGE, "").trim(); next !== text; next = text.replace(EDGE, "").trim())
    text = next;
  return text;
}

interface Timed {
  /** The question without its periods. */
  text: string;
  periods: Period[];
}

function takePeriods(question: string): Timed {
  const mentions = findPeriods(question);
  let text = question;
  for (const { start, end } of mentions.toReversed()) {
    const before = text
      .slice(0, start)
      .replace(/\s+(?:(?:in|for)\s+both|both|between|from|since)(?:\s+the)?\s*$/i, " ");
    text = `${before} ${text.slice(end)}`;
  }
  const found = mentions.flatMap(({ first, last }) => periodsFrom(first, last));
  const periods = [...new Map(found.map((period) => [JSON.stringify(period), period])).values()];
  return {
    text: text.replace(LASTING, " ").replace(/\s+/g, " "),
    periods: periods.sort((a, b) => a.year - b.year || (a.part ?? 0) - (b.part ?? 0)),
  };
}

const YEARS_MAX = 10;

function periodsFrom(first: Period, last: Period): Period[] {
  const count = last.year - first.year;
  if (count === 0 || count > YEARS_MAX || first.span !== last.span || first.part !== last.part)
    return first === last ? [first] : [first, last];
  return Array.from({ length: count + 1 }, (_, at) => ({ ...first, year: first.year + at }));
}
