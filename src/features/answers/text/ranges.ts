/** A stretch of a sentence. */
interface Span {
  text: string;
  start: number;
  end: number;
}

const SIGN = String.raw`(?:[$€£¥]|\b(?:USD|EUR|GBP|CHF|JPY)\s)`;
const UNIT = String.raw`(?:\s?(?:%|percent(?:age points?)?|thousand|million|billion|euros?|dollars|pence)(?!\p{L}))`;
const NUMBER = String.raw`(?:${SIGN}\s?)?\d[\d,]*(?:\.\d+)?${UNIT}*`;
/** "From 3 to 5 percent" is a change, "between 3 and 5 percent" and "3 to 5 percent" are ranges. */
const RANGE = new RegExp(
  String.raw`\bbetween\s+(?:about\s+)?${NUMBER}\s+and\s+${NUMBER}` +
    String.raw`|(?<!(?:^|[^g]\s)\bfrom\s+(?:about\s+)?)(?<![\d.,$€£¥])${NUMBER}(?:\s+to\s+|\s?[–-]\s?)${NUMBER}`,
  "giu",
);
/** Years and parts of dates are no amounts. */
const MEASURED = new RegExp(`${SIGN}|${UNIT}`, "iu");

/** The range whose one end an amount is: "between 3% and 5%"; the amount itself where it stands alone. */
export function rangeAround(sentence: string, amount: Span): Span {
  for (const { 0: text, index: start } of sentence.matchAll(RANGE)) {
    const end = start + text.length;
    if (start < amount.end && end > amount.start && MEASURED.test(text)) return { text, start, end };
  }
  return amount;
}
