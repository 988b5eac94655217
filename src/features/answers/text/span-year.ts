import type { Amount } from "./amounts.ts";

/** What may be between two members of a list: "$4 million, $5 million and $6 million". */
const JOINED =
  /^\s*(?:,|,?\s*and|,?\s*or)\s*(?:approximately |about |in |for |as of |at |the |fiscal |years? |ended )*$/i;
const PRINTED_BEFORE = /\(\s*(?:FY\s?)?(?:[A-Z][a-z]+ \d{1,2}, )?((?:19|20)\d{2})\s*[:–-]?\s*$/;
const SAID_AFTER =
  /^[^.;,()]{0,60}?\b(?:in|at|for|of|on|during|ended|fiscal|year|as of)\s+(?:the )?(?:(?:fiscal|financial|calendar|years?|ended|end|of|quarter) ){0,4}$/i;

/**
 * The year that an amount of a sentence is of: by its place in a list that another list of as many years belongs to, or
 * by the year said right next to it. Null where the sentence does not say.
 */
export function yearOfSpan(text: string, amounts: readonly Amount[], span: Amount): number | null {
  const printed = PRINTED_BEFORE.exec(text.slice(0, span.start))?.[1];
  if (printed !== undefined) return Number(printed);
  const list = listAround(
    text,
    amounts.filter(({ kind }) => kind === span.kind),
    span,
  );
  // What is said after a list is said of all of it.
  if (list.length > 1) return listedYear(text, amounts, list.indexOf(span), list.length);
  const years = new Set(amounts.filter(isDate).map(({ value }) => value));
  if (years.size < 2) return null;
  const next = amounts.find(({ start, kind }) => start >= span.end && kind !== "percent");
  const isNext = next !== undefined && isDate(next) && SAID_AFTER.test(text.slice(span.end, next.start));
  return isNext && next.value > 0 ? next.value : null;
}

function listedYear(text: string, amounts: readonly Amount[], at: number, length: number): number | null {
  const dates = amounts.filter(isDate);
  const equal = dates.map((date) => listAround(text, dates, date)).find((list) => list.length === length);
  const year = equal?.[at]?.value;
  return year !== undefined && year > 0 ? year : null;
}

const isDate = ({ kind }: Amount) => kind === "date" || kind === "year";

/** The amounts of one kind that are listed together with one of them. */
function listAround(text: string, amounts: readonly Amount[], span: Amount): Amount[] {
  const at = amounts.indexOf(span);
  let [from, to] = [at, at];
  const isJoined = (a: Amount | undefined, b: Amount | undefined) =>
    a !== undefined && b !== undefined && JOINED.test(text.slice(a.end, b.start));
  while (isJoined(amounts[from - 1], amounts[from])) from--;
  while (isJoined(amounts[to], amounts[to + 1])) to++;
  return amounts.slice(from, to + 1);
}
