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
}

/** The whole years of a text such as "2022 to 2024" or "2023 and 2024"; null for a single one, and for parts of years. */
export function rangeIn(text: string | null): YearRange | null {
  const periods = findPeriods(text ?? "").flatMap(({ first, last }) => [first, last]);
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
  const stored = await findStoredRange(runner, tools.showSeries, { companies, figureId, ...range });
  const values = [...stored.values()].flat();
  if (values.length === 0)
    return notFound(`No ${figure} was found in the statements for ${range.from} to ${range.to}.`);
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
  const isWhole = companies.every(
    ({ svc_entity_id }) => stored.get(svc_entity_id)?.length === range.to - range.from + 1,
  );
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
  if (years.length === 0) text.add(`no ${figure} for ${range.from} to ${range.to}`);
  for (const [at, value] of years.entries()) {
    text.add(at === 0 ? `${figure}, FY${value.year}: ` : `; FY${value.year}: `);
    text.addClaimed(printValue(value, figureId), claimOf(value, figure, known));
  }
  text.add(".");
}
