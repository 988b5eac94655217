import type { Period } from "../figures/periods.ts";
import { findPeriods } from "../figures/question-periods.ts";

/** What is to be done with figures that are called by name: over periods, with each other, or nothing. */
export interface AskedComputation {
  operation: "value" | "growth" | "change" | "average" | "sum" | "difference" | "ratio" | "share";
  /** What the figures are called: several readings where a name may end at more than one place. */
  readings: string[][];
  /** From the oldest to the newest; empty where the question names none. */
  periods: Period[];
  /** Whether the newest is named first: "the ratio of 2024 to 2023". */
  isNewestFirst?: boolean;
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
const SHARE = `(?:${PERCENTAGE}|proportion|share)(?:,?\\s+in\\s+percentage,?)?`;
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
  rule("share", "ratio\\s*\\(in\\s+percentage\\)\\s+of\\s+(.+)", { parted: /\s+(?:to|over)\s+/gi }),
  rule("share", `(?:${SHARE}\\s+of\\s+)?(.+\\s+as\\s+an?\\s+${SHARE}\\s+of\\s+.+)`, {
    parted: new RegExp(`\\s+as\\s+an?\\s+${SHARE}\\s+of\\s+`, "gi"),
  }),
  rule("share", `${SHARE}\\s+of\\s+(.+\\s(?:is|was|are|were|does|did|comes?|came|went|goes)\\s.+)`, {
    parted:
      /\s+(?:is|was|are|were|does|did|comes?|came|went|goes)\s+(?:(?:made up|composed|accounted for|represented|contributed)\s+(?:of|by)\s+|from\s+|(?:due )?to\s+)?/gi,
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
  rule("sum", `total\\s+(${SHARE}\\s+of\\s+.+\\s(?:from|for)\\s.+\\sand\\s.+)`, { parted: AND }),
  rule("sum", "(?:sum|combined (?:total|amount|sum)|total (?:sum|amount))\\s+of\\s+(.+)", { parted: AND }),
];

/** Several years named together and a total: their sum. */
const TOTAL = /^(?:(?:combined|aggregate)\s+)?total\s+(.+)$/i;
const LASTING = new RegExp(
  String.raw`\s*(?<!\b(?:than|within|after|next)\s*)\b(?:for|in|of|over|across|during)?\s*` +
    String.raw`(?:both|the|all|the (?:last|past))?\s*(?:\d|two|three|four|five|both)[- ]` +
    String.raw`(?:FYs?|(?:(?:fiscal|financial) )?(?:years?|periods?))(?: periods?)?\b`,
  "i",
);

/** "What was the towage in 2024?", or only "Towage in 2024?" */
const ASKS_ONE = new RegExp(
  String.raw`^\s*(?:(?:for|in|as (?:of|at)|at|on)\s[^,?]*,\s+)?` +
    String.raw`(?:what(?:['’]s| is| was| are| were)|how much (?:is|was|are|were))\b` +
    String.raw`|^(?!\s*(?:what|wh(?:o|ose|om|en|ere|y|ich)|how|did|do|does|is|are|was|were|has|have|had|can|will)\b)`,
  "i",
);

/** "How many berths does the harbour have in the north?" */
const HOW_MANY = new RegExp(
  String.raw`^how many ([\p{L}\s-]+?)\s(?:do|does|did|has|have|had|is|are|was|were)\s` +
    String.raw`(?:(?:the company|the group|it|they|there)\s*)?(?:(?:have|has|had|operate|serve|employ|own)\s*)?` +
    String.raw`(?:(?:in|at|of|for)\s(.+?))?[\s?.]*$`,
  "iu",
);

/** Understands a question as one for a single figure that it calls by name. */
export function readNamedFigure(question: string): AskedComputation | null {
  const { text, periods } = takePeriods(question);
  const [, counted, where = ""] = HOW_MANY.exec(text) ?? [];
  const asked = counted === undefined ? coreOf(text) : `number of ${counted} ${where}`;
  const isOne = (counted !== undefined || ASKS_ONE.test(question)) && !LASTING.test(question);
  const name = isOne ? cleanName(asked) : "";
  return /\p{L}{2}/u.test(name) ? { operation: "value", readings: [[name]], periods } : null;
}

function coreOf(text: string): string {
  return text
    .replace(/^\s*(?:for|in|as (?:of|at)|at|on)\s+([^,?]*?),\s+(what\b.*?)[\s?.]*$/i, "$2 $1")
    .replace(/[\s?.,]+$/, "")
    .replace(/\s+(?:altogether|in total|combined|respectively)$/gi, "")
    .replace(/\bexpressed as\b/i, "as")
    .replace(QUESTION, "")
    .trim();
}

/** Understands a question as a computation over figures it calls by name; null for any other question. */
export function readComputation(question: string): AskedComputation | null {
  const { text, periods } = takePeriods(question);
  const core = coreOf(text);
  for (const one of RULES) {
    const found = one.pattern.exec(core)?.[1];
    if (found === undefined) continue;
    const readings = readNames(found, one);
    if (readings.length === 0) continue;
    const years = question.match(/\b(?:19|20)\d\d\b/g)?.map(Number) ?? [];
    const isNewestFirst = (years[0] ?? 0) > (years.at(-1) ?? 0);
    return { operation: one.operation, readings, periods, isNewestFirst };
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
  const members = operation === "average" || operation === "sum" ? membersOf(phrase) : [];
  return [...pairs, ...single, ...members]
    .map((names) => names.map(cleanName))
    .filter((names) => names.every((name) => /\p{L}{2}|\d/u.test(name)));
}

/**
 * "The domestic and international rates": what is said once may belong to both. A share of sales in the north is that of
 * the sales in the north.
 */
export function completeNames(
  { operation }: AskedComputation,
  [first = "", second = ""]: readonly string[],
): string[][] {
  const words = second.split(" ");
  if (operation === "share" && words.length === 1) return [[`${first} ${second}`, second]];
  return words.slice(1).map((_, at) => [`${first} ${words.slice(at + 1).join(" ")}`, second]);
}

/** "The revenue from north, south and east": that of each. */
function membersOf(phrase: string): string[][] {
  const [, subject = "", list] = /^(.+)\s+(?:from|for|of|in)\s+(.+\sand\s.+)$/i.exec(phrase) ?? [];
  return list === undefined
    ? []
    : [list.split(/\s*,\s*(?:and\s+)?|\s+and\s+/).map((member) => `${subject} ${member}`)];
}

/** "Land and buildings as a percentage of all property": two rows and their total. */
export function partsOfShare({ operation }: AskedComputation, names: readonly string[]): string[][] {
  const [part = "", whole = ""] = names;
  const parts = part.split(AND);
  return operation === "share" && parts.length > 1 ? [[...parts, whole].map(cleanName)] : [];
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
    text: text.replace(new RegExp(LASTING, "gi"), " ").replace(/\s+/g, " "),
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
