import { type Token, tokensOf } from "./roots.ts";
import { isStopWord, stem } from "./terms.ts";

/** "Number of employees": what comes after is counted. */
const COUNT_OF =
  /^.*\b(?:numbers?|nos?\.?|nr\.?|counts?|headcounts?|totals?|averages?|anzahl|zahl|nombres?|effectifs?|número|numero|aantal)\s+(?:of|der|des|de|d['’]|di|dei|degli|delle|van)\s+/iu;
/** What follows one of these belongs to another thing: "payments to employees", "shares issued under employee plans". */
const BELONGING =
  /(?<!\p{L})(?:to|of|for|from|in|into|under|by|with|per|due|related|au|aux|à|du|des|de|für|von|an|aan|voor|van|al|ai|alla|agli|del|dei|degli|delle|della|di|para|a)(?!\p{L})/iu;
/** A noun before one of these is counted, though it is in the singular. */
export const COUNT_AFTER = /^(?:numbers?|counts?|headcounts?|totals?|feet|foot|ft|met(?:er|re)s?|m)$/i;
const COLLECTIVE = /^(?:staff|personnel|workforce|headcount|people|women|men)$/i;

/** Whether a text counts things of a kind, and does not only speak of them: "employee benefits" are no employees. */
export function countsThings(text: string, counted: readonly string[]): boolean {
  const isLed = COUNT_OF.test(text);
  const own = text.replace(COUNT_OF, "");
  // "All other countries" are those that are left.
  if (/\bothers?\b/i.test(own)) return false;
  const tokens = tokensOf(own);
  return tokens.some((token, at) => {
    if (!isCounted(token, counted)) return false;
    if (!isLed && BELONGING.test(own.slice(0, token.start))) return false;
    const next = tokens[at + 1];
    if (next && COUNT_AFTER.test(next.text)) return true;
    // "Employees' pensions" and "personnel expenses" are theirs.
    const isTheirs =
      /^(?:['’]|\s(?:payable|receivable)s?\b)/i.test(own.slice(token.end)) ||
      (COLLECTIVE.test(token.text) && isNoun(next));
    return isCountable(token) && !isTheirs;
  });
}

export const isNoun = (next: Token | undefined): boolean =>
  next !== undefined && !isStopWord(next.text.toLowerCase()) && !/ed$/.test(next.text);

/** Whether a word is the one that is counted, or means the same. */
export const isCounted = ({ text }: Pick<Token, "text">, counted: readonly string[]): boolean =>
  counted.includes(stem(text.toLowerCase()));

/** A word for several of them, and for no single one. */
export const isCountable = ({ text }: Token): boolean => /s$/i.test(text) || COLLECTIVE.test(text);
