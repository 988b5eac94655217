import { parseAge, parseDate } from "./parse-date.ts";

/** A place where a publisher may have put the date, and its content. */
export interface DateClue {
  tag: string;
  text: string;
  /** When a relative date such as "8 hours ago" was written, if known. */
  saidAt?: string | undefined;
}

export interface DatedBy {
  published_at: Date | null;
  date_state: "known" | "missing" | "unparsable" | "future";
  date_evidence: string;
}

/** Publishers' clocks differ from ours by minutes, not by more. */
const CLOCK_MILLISECONDS = 10 * 60_000;
const QUOTED_MAX = 80;

/** The date from the first readable clue. An impossible date is ignored, and "now" is never used. */
export function dateByEvidence(clues: readonly DateClue[], now: Date): DatedBy {
  const given = clues.filter(({ text }) => text.trim() !== "");
  const [first] = given;
  if (first === undefined)
    return { published_at: null, date_state: "missing", date_evidence: "no date given" };
  for (const clue of given) {
    const read = readClue(clue);
    if (read === null) continue;
    const [moment, evidence] = read;
    if (moment.getTime() > now.getTime() + CLOCK_MILLISECONDS)
      return { published_at: null, date_state: "future", date_evidence: evidence };
    return { published_at: moment, date_state: "known", date_evidence: evidence };
  }
  return { published_at: null, date_state: "unparsable", date_evidence: quote(first) };
}

function readClue(clue: DateClue): [Date, string] | null {
  const absolute = parseDate(clue.text);
  if (absolute) return [absolute, quote(clue)];
  const saidAt = clue.saidAt === undefined ? null : parseDate(clue.saidAt);
  const relative = saidAt && parseAge(clue.text, saidAt);
  return relative ? [relative, `${quote(clue)} before ${clue.saidAt}`] : null;
}

function quote({ tag, text }: DateClue): string {
  return `${tag}: ${text.trim().slice(0, QUOTED_MAX).toWellFormed()}`;
}
