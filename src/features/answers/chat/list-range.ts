import type { AnyOperation } from "../../../kernel/operation.ts";
import { ClaimedText } from "../claims/claimed-text.ts";
import { findPeriods } from "../figures/question-periods.ts";
import type { NamedCompany } from "./ask-reports.ts";
import { notFound, type ShapeAnswer } from "./chat-answer.ts";
import type { ChatRunner } from "./chat-runner.ts";
import { findStoredRange } from "./find-stored-values.ts";
import { type ClaimTools, claimOf, loadClaims, printValue, type StoredValue } from "./stored-figures.ts";

export interface YearRange {
  from: number;
  to: number;
  /** Only the last so many years of these. */
  last?: number;
}

const COUNTS = "two three four five six seven eight nine ten".split(" ");
const LAST = new RegExp(
  String.raw`(?:\b(?:over|for|in|during|of) )?(?:\bthe )?\b(?:last|past|previous|recent) (${COUNTS.join("|")}|\d{1,2}) (?:(?:fiscal|financial) )?years\b`,
  "i",
);
const SINCE = /\bsince (?:FY\s?)?((?:19|20)\d\d)\b/i;
const TREND = /\b(?:trend|over the (?:last |past )?years|over time|year by year|(?:each|every) year)\b/i;
const YEARS_OF_TREND = 10;

/** Whole years without their numbers: "the last three years", "trend". */
function openRangeIn(text: string): YearRange | null {
  const count = LAST.exec(text)?.[1]?.toLowerCase();
  if (count === undefined && !TREND.test(text)) return null;
  const last = count === undefined ? YEARS_OF_TREND : COUNTS.indexOf(count) + 2;
  return { from: 0, to: Number.MAX_SAFE_INTEGER, last: count && /\d/.test(count) ? Number(count) : last };
}

/** The question without its words for several years that are not numbered. */
export const withoutRange = (question: string): string =>
  question.replace(LAST, " ").replace(SINCE, " ").replace(TREND, " ");

/** The whole years of a text such as "2022 to 2024" or "the last three years"; null for a single one, and for parts. */
export function rangeIn(text: string | null): YearRange | null {
  const since = SINCE.exec(text ?? "")?.[1];
  if (since !== undefined) return { from: Number(since), to: Number.MAX_SAFE_INTEGER, last: YEARS_OF_TREND };
  const periods = findPeriods(text ?? "").flatMap(({ first, last }) => [first, last]);
  if (periods.length === 0) return openRangeIn(text ?? "");
  const years = periods.map(({ year }) => year);
  const [from, to] = [Math.min(...years), Math.max(...years)];
  return from < to && periods.every(({ span }) => span === "year") ? { from, to } : null;
}

/** A figure of each company for every year of a range, from the stored statements. */
export async function listRange(
  runner: ChatRunner,
  tools: ClaimTools & { showSeries: AnyOperation },
  query: { companies: readonly NamedCompany[]; figure: string; figureId: string; range: YearRange },
): Promise<ShapeAnswer> {
  const { companies, figure, figureId, range } = query;
  const stored = await findStoredRange(runner, tools.showSeries, { companies, figureId, range });
  const values = [...stored.values()].flat();
  if (values.length === 0)
    return notFound(`No ${figure} was found in the statements${describeRange(range)}.`);
  const known = await loadClaims(
    tools,
    runner.reader,
    values.flatMap(({ claimIds }) => claimIds),
  );
  const text = new ClaimedText();
  for (const [index, company] of companies.entries()) {
    text.add(`${index === 0 ? "" : "\n\n"}${company.name}: `);
    addYears(text, stored.get(company.svc_entity_id) ?? [], { ...query, known });
  }
  const yearsAsked = range.last ?? range.to - range.from + 1;
  const isTrend = range.last === YEARS_OF_TREND;
  const isWhole = companies.every(({ svc_entity_id }) => {
    const found = stored.get(svc_entity_id)?.length ?? 0;
    return isTrend ? found > 1 : found === yearsAsked;
  });
  const sources = values.flatMap(({ claimIds }) => claimIds.flatMap((id) => known.get(id)?.source ?? []));
  return {
    answer: text.text,
    spans: text.spans,
    claims: values.flatMap((value) => [
      ...[claimOf(value, figure, known)].filter((claim) => claim !== undefined),
      ...value.claimIds.flatMap((id) => known.get(id)?.claim ?? []),
    ]),
    sources,
    outcome: isWhole ? "answered" : "partly_answered",
    ...(sources[0]?.report_id ? { reportId: sources[0].report_id } : {}),
  };
}

interface YearsContext {
  figure: string;
  figureId: string;
  range: YearRange;
  known: Awaited<ReturnType<typeof loadClaims>>;
}

function addYears(text: ClaimedText, years: readonly StoredValue[], context: YearsContext): void {
  const { figure, figureId, range, known } = context;
  if (years.length === 0) text.add(`no ${figure}${describeRange(range)}`);
  for (const [at, value] of years.entries()) {
    text.add(at === 0 ? `${figure}, FY${value.year}: ` : `; FY${value.year}: `);
    text.addClaimed(printValue(value, figureId), claimOf(value, figure, known));
  }
  text.add(".");
}

const describeRange = ({ from, to, last }: YearRange): string =>
  last === undefined ? ` for ${from} to ${to}` : "";
