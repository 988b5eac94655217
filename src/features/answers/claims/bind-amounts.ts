import { type Amount, amountsIn } from "../text/amounts.ts";
import { DOWN, removeDirections, UP } from "./direction-words.ts";

/** An amount of a sentence with the year and the words that belong to it. */
export interface BoundAmount extends Amount {
  year: number | null;
  negative: boolean;
  /** "Rose by 5": how much something changed, not how much it is. */
  isChange: boolean;
  /** "In the previous year", without a year that it could be counted from. */
  isEarlier: boolean;
  /** "At least 5" is not 5. */
  bound: "least" | "most" | null;
  /** The part of the sentence that is about it; an amount without words of its own shares those before it. */
  clause: string;
}

const BREAK =
  /[;,](?!\d)(?=\s)|\s(?:and|while|whereas|but|compared (?:to|with)|versus|against|from|to|und|et|y|e|en)\s/giu;

/** The amounts of a sentence, each with its year and what is said of it. */
export function bindAmounts(sentence: string): BoundAmount[] {
  // A hyphen before a number may join it to a name; a minus sign does not.
  const text = sentence.replace(/(?<![\p{L}\d])-(?=\s?[$€£¥]?\d)/gu, "−");
  const all = amountsIn(text);
  const years = all.filter(({ kind, value }) => (kind === "year" || kind === "date") && value > 0);
  const amounts = all.filter(({ kind }) => kind !== "year" && kind !== "date");
  const yearOf = bindYears(text, { amounts, years });
  const breaks = [0, ...breaksOf(text, amounts.at(-1)?.end ?? 0), text.length];
  // German puts the verb last: "um 5 gestiegen".
  const hasDirection = removeDirections(text) !== text;
  let subject = "";
  return amounts.map((amount, at) => {
    const next = amounts[at + 1]?.start ?? text.length;
    const before = amounts[at - 1]?.end ?? 0;
    const from = Math.max(before, breaks.findLast((place) => place <= amount.start) ?? 0);
    const to = Math.min(next, breaks.find((place) => place >= amount.end) ?? text.length);
    const own = text.slice(from, to).replace(amount.text, " ");
    const lead = text.slice(before, amount.start);
    // What follows an amount up to the next break belongs to it: "5 units in 2024, an increase of 14%".
    const opening = text.slice(breaks.find((place) => place >= before) ?? before, amount.start);
    if (/\p{L}{3}/u.test(removeDirections((opening || lead).replace(CONNECTING, " "))))
      subject = COMPARING.test(lead) ? `${subject} ${lead}` : lead;
    return {
      ...amount,
      ...countBack(yearOf(at), PREVIOUS_YEAR.test(at === 0 ? text.slice(0, to) : own)),
      negative: isNegative(text, amount),
      isChange: CHANGE_OF.test(lead) || CHANGE_IN.test(lead) || (BY.test(lead) && hasDirection),
      bound: boundOf(lead),
      clause: `${subject} ${own}`,
    };
  });
}

/** Where a clause may end; after the last amount "and" joins only words: "5 million on research and development". */
function breaksOf(text: string, lastAmountEnd: number): number[] {
  return Array.from(text.matchAll(BREAK), ({ index, 0: mark }) =>
    index >= lastAmountEnd && (mark.trim() === "and" || LIST.test(text.slice(index))) ? [] : [index],
  ).flat();
}

interface BoundYear {
  year: number | null;
  /** Said with the amount itself, or counted from that of another one already. */
  isOwn: boolean;
}

/** "A year earlier" is the year before that of the sentence. */
function countBack({ year, isOwn }: BoundYear, isEarlier: boolean): Pick<BoundAmount, "year" | "isEarlier"> {
  return {
    year: isEarlier && !isOwn && year !== null ? year - 1 : year,
    isEarlier: isEarlier && year === null,
  };
}

function boundOf(lead: string): BoundAmount["bound"] {
  if (AT_MOST.test(lead)) return "most";
  return AT_LEAST.test(lead) ? "least" : null;
}

/** "Property, plant and equipment". */
const LIST = /^,\s[\p{L}-]+(?:\s[\p{L}-]+)?\sand\s/u;

/** The nearest year after an amount, else the nearest before it. */
function bindYears(
  text: string,
  { amounts, years }: { amounts: readonly Amount[]; years: readonly Amount[] },
): (at: number) => BoundYear {
  if (/\brespectively\b/i.test(text) && years.length === amounts.length)
    return (at) => ({ year: years[at]?.value ?? null, isOwn: true });
  return (at) => {
    const { start, end } = amounts[at] ?? { start: 0, end: 0 };
    const next = amounts[at + 1]?.start ?? text.length;
    const after = years.find((year) => year.start >= end && year.start < next);
    if (after) return { year: after.value, isOwn: true };
    const before = amounts[at - 1]?.end ?? 0;
    const near = years.findLast((year) => year.end <= start && year.start >= before) ?? years[0];
    const isEarlier = EARLIER.test(text.slice(0, start));
    return { year: near ? near.value - (isEarlier ? 1 : 0) : null, isOwn: isEarlier };
  };
}

const CHANGE_OF = new RegExp(
  `(?:${UP.source}|${DOWN.source})(?:[^.;,]{0,40}\\bby)?\\s*$|\\b(?:in|de)creases? of\\s*$|\\b(?:rise|growth|decline|drop|reduction|improvement) of\\s*$`,
  "iu",
);
const BY = /\bby\s*$/i;
/** "The increase in revenue was 5", "revenue growth of 5". */
const CHANGE_IN =
  /\b(?:(?:increase|decrease|rise|decline|drop|fall|reduction|improvement|change|difference)s?\s+(?:in|of)\b|growth\b)(?![^.;,]*\b(?:to|from|with|at)\s*$)[^.;,]*$/i;
/** Not what something is compared with: "more than in the previous year". */
const PREVIOUS_YEAR = new RegExp(
  String.raw`(?<!\b(?:with|to|on|than|over|versus|against|from|as)\s+(?:in\s+` +
    String.raw`|at\s+)?(?:(?:the|a|one|its)\s+)?(?:end of the\s+)?)\b(?:(?:prior|previous` +
    String.raw`|preceding)(?:\s+(?:fiscal|financial))?\s+year|year\s+(?:earlier|before|ago))\b`,
  "i",
);
const AT_LEAST = /\b(?:at least|no less than|not less than|more than|over|above|exceeding|minimum of)\s*$/i;
const AT_MOST =
  /(?<!\b(?:went|moved|came|brought|brings)\s)\b(?:at most|(?:no|not) more than|up to|less than|fewer than|under|below|maximum of)\s*$/i;
const COMPARING = /\b(?:compared (?:to|with)|versus|against|from)\b|,\s(?:after|into)\s/i;
/** "To B in 2024 from A": what is compared with an amount of a year, without a year of its own, is of the year before. */
const EARLIER = /\b(?:from|compared (?:to|with)|versus|against)\s*$/i;

/** Words between two amounts of one thing. */
const CONNECTING = new RegExp(
  String.raw`\b(?:from|to|and|in|for|at|it|was|were|compared|with|versus|against|of|the|end|year|fiscal` +
    "|prior|previous|earlier|before|ago|by|FY|January|February|March|April|May|June|July|August" +
    String.raw`|September|October|November|December)\b`,
  "gi",
);

/** "-5", "−5" and "(5)". */
function isNegative(text: string, { start, end }: Amount): boolean {
  return (
    /[-−–]\s?$/.test(text.slice(0, start)) ||
    (/\(\s?$/.test(text.slice(0, start)) && /^\s?\)/.test(text.slice(end)))
  );
}
