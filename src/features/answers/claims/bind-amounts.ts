import { type Amount, amountsIn } from "../text/amounts.ts";
import { DOWN, removeDirections, UP } from "./direction-words.ts";

/** An amount of a sentence with the year and the words that belong to it. */
export interface BoundAmount extends Amount {
  year: number | null;
  negative: boolean;
  /** "Rose by 5": how much something changed, not how much it is. */
  isChange: boolean;
  /** The part of the sentence that is about it; an amount without words of its own shares those before it. */
  clause: string;
}

const BREAK =
  /[;,](?!\d)(?=\s)|\s(?:and|while|whereas|but|compared (?:to|with)|versus|from|to|und|et|y|e|en)\s/giu;

/** The amounts of a sentence, each with its year and what is said of it. */
export function bindAmounts(sentence: string): BoundAmount[] {
  // A hyphen before a number may join it to a name; a minus sign does not.
  const text = sentence.replace(/(?<![\p{L}\d])-(?=\s?[$€£¥]?\d)/gu, "−");
  const all = amountsIn(text);
  const years = all.filter(({ kind, value }) => (kind === "year" || kind === "date") && value > 0);
  const amounts = all.filter(({ kind }) => kind !== "year" && kind !== "date");
  const yearOf = bindYears(text, { amounts, years });
  const breaks = [0, ...breaksOf(text, amounts.at(-1)?.end ?? 0), text.length];
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
      year: yearOf(at),
      negative: isNegative(text, amount),
      isChange: CHANGE_OF.test(lead),
      clause: `${subject} ${own}`,
    };
  });
}

/** Where a clause may end; after the last amount "and" joins only words: "5 million on research and development". */
function breaksOf(text: string, lastAmountEnd: number): number[] {
  return Array.from(text.matchAll(BREAK), ({ index, 0: mark }) =>
    index >= lastAmountEnd && mark.trim() === "and" ? [] : [index],
  ).flat();
}

/** The nearest year after an amount, else the nearest before it. */
function bindYears(
  text: string,
  { amounts, years }: { amounts: readonly Amount[]; years: readonly Amount[] },
): (at: number) => number | null {
  if (/\brespectively\b/i.test(text) && years.length === amounts.length)
    return (at) => years[at]?.value ?? null;
  return (at) => {
    const { start, end } = amounts[at] ?? { start: 0, end: 0 };
    const next = amounts[at + 1]?.start ?? text.length;
    const after = years.find((year) => year.start >= end && year.start < next);
    if (after) return after.value;
    const before = amounts[at - 1]?.end ?? 0;
    const near = years.findLast((year) => year.end <= start && year.start >= before) ?? years[0];
    return near ? near.value - (EARLIER.test(text.slice(0, start)) ? 1 : 0) : null;
  };
}

const CHANGE_OF = new RegExp(
  `(?:${UP.source}|${DOWN.source})(?:[^.;,]{0,40}\\bby)?\\s*$|\\b(?:in|de)creases? of\\s*$|\\b(?:rise|growth|decline|drop|reduction|improvement) of\\s*$`,
  "iu",
);
const COMPARING = /\b(?:compared (?:to|with)|versus|from)\b/i;
/** "To B in 2024 from A": what is compared with an amount of a year, without a year of its own, is of the year before. */
const EARLIER = /\b(?:from|compared (?:to|with)|versus)\s*$/i;

/** Words between two amounts of one thing. */
const CONNECTING =
  /\b(?:from|to|and|in|compared|with|versus|of|the|end|year|fiscal|prior|previous|earlier|ago|by|FY|January|February|March|April|May|June|July|August|September|October|November|December)\b/gi;

/** "-5", "−5" and "(5)". */
function isNegative(text: string, { start, end }: Amount): boolean {
  return (
    /[-−–]\s?$/.test(text.slice(0, start)) ||
    (/\(\s?$/.test(text.slice(0, start)) && /^\s?\)/.test(text.slice(end)))
  );
}
