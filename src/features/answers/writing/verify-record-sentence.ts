import type { Evidence } from "../claims/evidence.ts";
import { checkStatement } from "../claims/verify-statement.ts";
import { listRecords, type StepRecord, type StepReply } from "./record-evidence.ts";
import { findLanguage, readNumbers, readWords } from "./sentence-language.ts";
import { isSuspicious } from "./verify-sentence.ts";
import { findUnsaidWords } from "./word-support.ts";

export interface StepSentence {
  text: string;
  steps: number[];
}

/** Why a sentence over replies of operations is refused; null when its numbers and its words are in what it cites. */
export function refuseRecordSentence(
  { text, steps }: StepSentence,
  replies: readonly StepReply[],
): string | null {
  if (isSuspicious(text)) return "links, markup and parts of the rules are not allowed";
  if (text.includes("{")) return "copy numbers as the step gives them";
  if (steps.length === 0) return "it cites no step";
  const cited = steps.map((number) => replies.find((reply) => reply.number === number));
  const unknown = steps.find((_, at) => cited[at] === undefined);
  if (unknown !== undefined) return `there is no step ${unknown}`;
  const language = findLanguage(text);
  const statement = language === null ? text : readWords(readNumbers(text, language), language);
  const records = cited.flatMap((reply) => (reply ? listRecords(reply) : []));
  let reason = "the cited steps do not say this";
  for (const candidate of candidatesFor(statement, records)) {
    const { unverified } = checkStatement(statement, candidate.evidence);
    const missing = findUnsaidWords(statement, { texts: candidate.texts, language });
    if (!hasDates(statement, candidate)) continue;
    if (unverified.length === 0 && missing === null) return null;
    if (unverified.length > 0)
      reason = `${unverified.join(", ")} is not what one record of the cited steps says about this`;
    else if (missing) reason = `the cited steps do not say this: ${missing.join(", ")}`;
  }
  return reason;
}

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const DATE =
  /\b(?<iso>\d{4}-\d{2}-\d{2})|\b(?<month>[A-Z][a-z]{2,8})\.? (?<day>\d{1,2}),? (?<year>\d{4})\b|\b(?<day2>\d{1,2})\.? (?<month2>[A-Z][a-z]{2,8}) (?<year2>\d{4})\b/g;

function datesIn(text: string): string[] {
  return [...text.matchAll(DATE)].flatMap(({ groups = {} }) => {
    if (groups["iso"] !== undefined) return groups["iso"];
    const name = (groups["month"] ?? groups["month2"] ?? "").slice(0, 3).toLowerCase();
    const month = MONTHS.indexOf(name) + 1;
    const day = groups["day"] ?? groups["day2"] ?? "";
    const year = groups["year"] ?? groups["year2"] ?? "";
    return month === 0 ? [] : `${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`;
  });
}

/** The days of a statement are those of the record. */
function hasDates(statement: string, { texts }: StepRecord): boolean {
  const wanted = datesIn(statement);
  if (wanted.length === 0) return true;
  const known = new Set(texts.flatMap(datesIn));
  return wanted.every((date) => known.has(date));
}

/** Each record by itself: an amount of one company or day proves nothing about another. Then those that have the amounts. */
function* candidatesFor(statement: string, records: readonly StepRecord[]): Generator<StepRecord> {
  yield* records;
  const evidence = records.flatMap((record) => record.evidence);
  const used = new Set<Evidence>(
    checkStatement(statement, evidence).amounts.flatMap(({ support }) => support),
  );
  const having = records.filter((record) => record.evidence.some((one) => used.has(one)));
  if (having.length > 1)
    yield {
      texts: having.flatMap(({ texts }) => texts),
      evidence: having.flatMap((record) => record.evidence),
    };
}
