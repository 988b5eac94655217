import type { AnyOperation } from "../../../kernel/operation.ts";
import { CLAIM_SCALES } from "../../claims/index.ts";
import type { Claim } from "../claims/claim.ts";
import { ClaimedText } from "../claims/claimed-text.ts";
import { findPeriods } from "../figures/question-periods.ts";
import { printNumber } from "../figures/units.ts";
import {
  askCompany,
  CONFIDENT,
  type CompanyAnswer,
  type NamedCompany,
  type ReportOperations,
  type ReportReply,
  sourcesOf,
} from "./ask-reports.ts";
import type { ChatSource, ShapeAnswer } from "./chat-answer.ts";
import type { ChatRunner } from "./chat-runner.ts";
import { findStoredValues, type YearValue } from "./find-stored-values.ts";
import { decideLimit } from "./limits.ts";
import {
  type ClaimTools,
  claimOf,
  isPercent,
  loadClaims,
  printValue,
  type StoredValue,
} from "./stored-figures.ts";

export interface Comparison {
  companies: readonly NamedCompany[];
  figure: string;
  figureId: string;
  isChange: boolean;
  question: string;
}

/** One company's line of a comparison. */
interface ComparedFigure {
  company: NamedCompany;
  /** For ranking; null when the figure was not found. */
  value: number | null;
  unit: string | null;
  write: (text: ClaimedText) => void;
  claims: readonly Claim[];
  sources: readonly ChatSource[];
}

/** The same figure for each company (or one), from the stored statements or else from a report; ranked only in equal units. */
export async function compareCompanies(
  runner: ChatRunner,
  tools: ClaimTools & ReportOperations & { showSeries: AnyOperation },
  comparison: Comparison,
): Promise<ShapeAnswer> {
  const { companies, figure, isChange } = comparison;
  const stored = await findStoredValues(runner, tools.showSeries, comparison);
  const ids = [...stored.values.values()].flatMap(({ now, before }) => [
    ...now.claimIds,
    ...(before?.claimIds ?? []),
  ]);
  const known = await loadClaims(tools, runner.reader, ids);
  const lines: ComparedFigure[] = [];
  for (const company of companies) {
    const value = stored.values.get(company.svc_entity_id);
    const years = stored.years.get(company.svc_entity_id);
    if (value) lines.push(describeStored(company, value, { ...comparison, known }));
    else if (years || isChange) lines.push(notFound(company, formatYears(figure, years)));
    else lines.push(await askReports(runner, tools, { ...comparison, company }));
  }
  const text = new ClaimedText();
  for (const [index, line] of lines.entries()) {
    text.add(index === 0 ? "" : " ");
    line.write(text);
  }
  const verdict = rank(lines, isChange ? `${figure} growth` : figure);
  if (verdict) text.add(` ${verdict}`);
  return {
    answer: text.text,
    spans: text.spans,
    claims: lines.flatMap(({ claims }) => claims),
    sources: lines.flatMap(({ sources }) => sources),
    outcome: lines.every(({ claims }) => claims.length === 0) ? "not_found" : "answered",
    ...(lines[0]?.sources[0]?.report_id ? { reportId: lines[0].sources[0].report_id } : {}),
  };
}

/** A year that the statements do not have is not answered from somewhere else. */
function formatYears(figure: string, years: readonly string[] | undefined): string {
  return years
    ? `its statements have no ${figure} for that period, only for ${years.join(", ")}.`
    : `no ${figure} of two successive years was found in its statements.`;
}

type StoredContext = Comparison & { known: Awaited<ReturnType<typeof loadClaims>> };

function describeStored(
  company: NamedCompany,
  { now, before }: YearValue,
  { companies, question, figure, figureId, isChange, known }: StoredContext,
): ComparedFigure {
  const earlier = isChange ? before : null;
  const change = earlier && changeOf(now, earlier, figureId);
  const main = change ?? now;
  const parts = earlier ? [now, earlier] : [now];
  const claims = [main, ...parts].flatMap((value) => claimOf(value, figure, known) ?? []);
  const ids = parts.flatMap(({ claimIds }) => claimIds);
  // "By more than 2 %" may mean points of a margin or a share of it.
  const isClear = companies.length === 1 && !(change && isPercent(now, figureId));
  const decided = isClear ? decideLimit(question, main) : null;
  return {
    company,
    value: earlier && !change ? null : main.value,
    unit: main.unit === "number" ? "number" : main.currency,
    claims: [...claims, ...ids.flatMap((id) => known.get(id)?.claim ?? [])],
    sources: ids.flatMap((id) => known.get(id)?.source ?? []),
    write: (text) => {
      const claimed = (value: StoredValue) =>
        text.addClaimed(printValue(value, figureId), claimOf(value, figure, known));
      text.add(`${decided ? `${decided}. ` : ""}${company.name}: ${figure}`);
      if (change && earlier) {
        writeChange(text, { change, now, figureId, claim: claimOf(change, figure, known) });
        text.add(` in FY${now.year}, from `);
        claimed(earlier);
        text.add(" to ");
        claimed(now);
      } else {
        text.add(`, FY${now.year}: `);
        claimed(now);
        if (earlier) {
          text.add(`, after `);
          claimed(earlier);
          text.add(` in FY${earlier.year}; from a loss no rate of change is computed`);
        }
      }
      text.add(".");
    },
  };
}

function writeChange(
  text: ClaimedText,
  {
    change,
    now,
    figureId,
    claim,
  }: { change: StoredValue; now: StoredValue; figureId: string; claim: Claim | undefined },
): void {
  const printed = printChange(change, now, figureId);
  if (printed.startsWith("0.0 ")) text.add(" hardly changed");
  else text.add(change.value < 0 ? " fell by " : " rose by ").addClaimed(printed, claim);
}

/** A share of something changes by points. Growth of a loss means nothing, so others grow from a positive start only. */
function changeOf(now: StoredValue, before: StoredValue, figureId: string): StoredValue | null {
  const byPoints = isPercent(now, figureId);
  if (before.value <= 0 && !byPoints) return null;
  return {
    value: byPoints ? now.value - before.value : now.value / before.value - 1,
    unit: "number",
    currency: null,
    year: now.year,
    claimIds: [...now.claimIds, ...before.claimIds],
    expression: byPoints ? `${now.year} - ${before.year}` : `${now.year} / ${before.year} - 1`,
  };
}

function printChange({ value }: StoredValue, now: StoredValue, figureId: string): string {
  const unit = isPercent(now, figureId) ? "percentage points" : "%";
  return `${printNumber(Math.abs(value) * 100, 1)} ${unit}`;
}

function notFound(company: NamedCompany, reason: string): ComparedFigure {
  return {
    company,
    value: null,
    unit: null,
    claims: [],
    sources: [],
    write: (text) => text.add(`${company.name}: ${reason}`),
  };
}

async function askReports(
  runner: ChatRunner,
  operations: ReportOperations,
  { company, figure, question }: Comparison & { company: NamedCompany },
): Promise<ComparedFigure> {
  const [period] = findPeriods(question);
  const when = period ? ` for ${question.slice(period.start, period.end)}` : "";
  const query = `What is the ${figure} of ${company.name}${when}?`;
  return describeReply(await askCompany(runner, operations, { company, question: query }));
}

function describeReply({ company, reply, report, reason }: CompanyAnswer): ComparedFigure {
  const claim = reply && mainClaim(reply);
  if (!reply || !report) return { ...notFound(company, ""), write: (text) => text.add(reason ?? "") };
  if (!claim || claim.value === null) return notFound(company, "the figure was not found in its report.");
  return {
    company,
    value: claim.value * CLAIM_SCALES[claim.scale],
    unit: claim.unit,
    claims: reply.claims,
    sources: sourcesOf(reply, report),
    write: (text) => {
      text.add(`${company.name}: `).addSpanned(reply.answer, reply.spans);
    },
  };
}

/** The requested number comes first among the claims; those of nearby passages are other numbers. */
function mainClaim({ claims, confidence }: ReportReply): Claim | null {
  const [first] = claims;
  if (confidence < CONFIDENT) return null;
  return first && first.value !== null && first.verdict !== "not_found" ? first : null;
}

function rank(lines: readonly ComparedFigure[], figure: string): string {
  const found = lines.flatMap(({ company, value, unit }) =>
    value === null ? [] : [{ company, value, unit }],
  );
  if (found.length < 2) return "";
  if (new Set(found.map(({ unit }) => unit)).size > 1)
    return `The figures are in different units (${found.map(({ unit }) => unit ?? "a plain ratio").join(", ")}) and are not ranked.`;
  const [best, ...others] = found.toSorted((a, b) => b.value - a.value);
  if (!best) return "";
  const names = others.map(({ company }) => company.name).join(", ");
  // The full stop of "Inc." also ends the sentence.
  return `Highest ${figure}: ${best.company.name}, followed by ${names.replace(/\.$/, "")}.`;
}

export function printUsd(value: number): string {
  const scale = value >= 1e9 ? 1e9 : value >= 1e6 ? 1e6 : 1;
  const word = scale === 1e9 ? " billion" : scale === 1e6 ? " million" : "";
  return `$${printNumber(value / scale, scale === 1 ? 0 : 1)}${word}`;
}
