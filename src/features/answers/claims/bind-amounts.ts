import { type Amount, amountsIn } from "../text/amounts.ts";

/** An amount of a sentence with the year and the words that belong to it. */
export interface BoundAmount extends Amount {
  year: number | null;
  negative: boolean;
  /** The part of the sentence that is about it; an amount without words of its own shares those before it. */
  clause: string;
}

const BREAK =
  /[;,](?!\d)(?=\s)|\s(?:and|while|whereas|but|compared (?:to|with)|versus|from|to|und|et|y|e|en)\s/giu;

/** The amounts of a sentence, each with its year: the nearest after it, else the nearest before it. */
export function bindAmounts(sentence: string): BoundAmount[] {
  // A hyphen before a number may join it to a name; a minus sign does not.
  const text = sentence.replace(/(?<![\p{L}\d])-(?=\s?[$€£¥]?\d)/gu, "−");
  const all = amountsIn(text);
  const years = all.filter(({ kind, value }) => (kind === "year" || kind === "date") && value > 0);
  const amounts = all.filter(({ kind }) => kind !== "year" && kind !== "date");
  const listed = /\brespectively\b/i.test(text) && years.length === amounts.length;
  const breaks = [0, ...Array.from(text.matchAll(BREAK), ({ index }) => index), text.length];
  let subject = "";
  return amounts.map((amount, at) => {
    const next = amounts[at + 1]?.start ?? text.length;
    const before = amounts[at - 1]?.end ?? 0;
    const after = years.find(({ start }) => start >= amount.end && start < next);
    const earlier = years.findLast(({ end, start }) => end <= amount.start && start >= before) ?? years[0];
    const year =
      (listed ? years[at] : (after ?? (years.length > 1 || at > 0 ? earlier : years[0])))?.value ?? null;
    const from = Math.max(before, breaks.findLast((place) => place <= amount.start) ?? 0);
    const to = Math.min(next, breaks.find((place) => place >= amount.end) ?? text.length);
    const own = text.slice(from, to).replace(amount.text, " ");
    const lead = text.slice(before, amount.start);
    if (/\p{L}{3}/u.test(lead.replace(CONNECTING, " "))) subject = `${lead} ${text.slice(amount.end, to)}`;
    return { ...amount, year, negative: isNegative(text, amount), clause: `${subject} ${own}` };
  });
}

/** Words between two amounts of one thing. */
const CONNECTING =
  /\b(?:from|to|and|in|compared|with|versus|of|the|year|fiscal|prior|increased|decreased|rose|fell|by|FY|January|February|March|April|May|June|July|August|September|October|November|December)\b/gi;

/** "-5", "−5" and "(5)". */
function isNegative(text: string, { start, end }: Amount): boolean {
  return (
    /[-−–]\s?$/.test(text.slice(0, start)) ||
    (/\(\s?$/.test(text.slice(0, start)) && /^\s?\)/.test(text.slice(end)))
  );
}
