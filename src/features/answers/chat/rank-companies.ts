import type { AnyOperation } from "../../../kernel/operation.ts";
import { listCompaniesByIds } from "../../companies/index.ts";
import { ClaimedText } from "../claims/claimed-text.ts";
import { findPeriods } from "../figures/question-periods.ts";
import { findCurrency } from "../figures/units.ts";
import type { NamedCompany } from "./ask-reports.ts";
import { notFound, type ShapeAnswer } from "./chat-answer.ts";
import type { ChatRunner } from "./chat-runner.ts";
import { conditionOf, describeCriteria, whatIsUnclear } from "./ranking-conditions.ts";
import type { ChatRequest } from "./read-request.ts";
import type { ScreenCriteria } from "./screen-criteria.ts";
import {
  type ClaimTools,
  claimOf,
  loadClaims,
  printValue,
  type StoredValue,
  statementFigure,
} from "./stored-figures.ts";

interface ScreenedCompany {
  svc_entity_id: string;
  name: string | null;
  fiscal_year: number;
  evidence: {
    expression: string;
    value: number;
    unit: StoredValue["unit"];
    currency: string | null;
    claim_ids: string[];
  }[];
}

interface RankedCompany extends NamedCompany {
  stored: StoredValue;
}

const COMPANIES_MAX = 200;
const SHOWN = { usual: 10, most: 50 };
const ASCENDING =
  /\b(?:lowest|smallest|least|worst|bottom|loss(?:es)?|lost|loses|losing|fell most|slowest)\b/i;

/** Ranks all companies whose reports the caller may read, by their stored statements. */
export async function rankCompanies(
  runner: ChatRunner,
  { screenFinancials, ...tools }: ClaimTools & { screenFinancials: AnyOperation },
  request: ChatRequest,
): Promise<ShapeAnswer & { companies: NamedCompany[] }> {
  const { question, figure, figureId, isChange, criteria } = request;
  const name = `${figure ?? ""}${isChange ? " growth" : ""}`;
  const year = findPeriods(question).at(-1)?.last.year;
  const measure = `${statementFigure(figureId ?? "")}${isChange ? "_growth_1y" : ""}`;
  const limit = conditionOf(question, measure);
  const unclear = whatIsUnclear(request, measure, limit);
  if (unclear) return { ...unclear, companies: [] };
  const found = await runner.run<{ companies: ScreenedCompany[]; incomplete: number }>(
    screenFinancials,
    {
      where: limit?.where ?? `${measure} >= ${measure}`,
      limit: COMPANIES_MAX,
      ...(year === undefined ? {} : { fiscal_year: year }),
      ...(limit?.currency ? { currency: limit.currency } : {}),
    },
    `Ranking companies by ${name}`,
  );
  const nothing = (why: string) => ({ ...notFound(why), companies: [] });
  if (!found) return nothing(`Companies could not be ranked by ${name}: ${runner.steps.at(-1)?.detail}.`);
  const ranked = await keepMatching(tools, found.companies.flatMap(rankOf), criteria ?? {});
  const currency = limit?.currency ?? findCurrency(question);
  const fitting = ranked.filter(
    ({ stored }) => stored.unit !== "money" || currency === null || stored.currency === currency,
  );
  const within = describeCriteria(criteria ?? {});
  if (fitting.length === 0)
    return nothing(`No company${within} with reports you can read has a matching ${name}${forYear(year)}.`);
  const isMoney = fitting.some(({ stored }) => stored.unit === "money");
  return present(tools, runner.reader, {
    ranked: fitting,
    figureId: figureId ?? "",
    name,
    isChange,
    question,
    currency: isMoney ? currency : null,
    within,
  });
}

const forYear = (year: number | undefined): string => (year === undefined ? "" : ` for ${year}`);

function rankOf({ svc_entity_id, name, fiscal_year, evidence }: ScreenedCompany): RankedCompany[] {
  const [first] = evidence;
  if (!first) return [];
  const { value, unit, currency, claim_ids, expression } = first;
  const isPrinted = claim_ids.length === 1;
  return [
    {
      svc_entity_id,
      name: name ?? svc_entity_id,
      stored: {
        value,
        unit,
        currency,
        year: fiscal_year,
        claimIds: claim_ids,
        expression: isPrinted ? null : expression,
      },
    },
  ];
}

/** Only the companies of the country, sector or exchange the question names. */
async function keepMatching(
  { db }: ClaimTools,
  ranked: readonly RankedCompany[],
  { country, sector, exchange }: Partial<ScreenCriteria> = {},
): Promise<RankedCompany[]> {
  if (country === undefined && sector === undefined && exchange === undefined) return [...ranked];
  const facts = await listCompaniesByIds(
    db,
    ranked.map(({ svc_entity_id }) => svc_entity_id),
  );
  return ranked.filter(({ svc_entity_id }) => {
    const company = facts.get(svc_entity_id);
    return (
      (country === undefined || company?.country === country) &&
      (exchange === undefined || company?.exchange === exchange) &&
      (sector === undefined || company?.primary_sector_id?.startsWith(sector) === true)
    );
  });
}

interface Ranking {
  ranked: readonly RankedCompany[];
  figureId: string;
  name: string;
  isChange: boolean;
  question: string;
  /** The only one that counts; null for every currency. */
  currency: string | null;
  /** The country, sector and exchange; empty for all. */
  within: string;
}

/** Amounts in different currencies are never ranked against each other: each currency has its own list. */
async function present(
  tools: ClaimTools,
  reader: ChatRunner["reader"],
  { ranked, figureId, name, isChange, question, currency: only, within }: Ranking,
): Promise<ShapeAnswer & { companies: NamedCompany[] }> {
  const isAscending = ASCENDING.test(question);
  const most = Math.min(SHOWN.most, countIn(question) ?? SHOWN.usual);
  const groups = [...Map.groupBy(ranked, ({ stored }) => stored.currency ?? "")].map(([currency, list]) => ({
    currency,
    list: list.toSorted((a, b) => (isAscending ? 1 : -1) * (a.stored.value - b.stored.value)).slice(0, most),
  }));
  const shown = groups.flatMap(({ list }) => list);
  const known = await loadClaims(
    tools,
    reader,
    shown.flatMap(({ stored }) => stored.claimIds),
  );
  const text = new ClaimedText();
  text.add(`${ranked.length === 1 ? "1 company" : `${ranked.length} companies`}${within} by ${name}`);
  for (const { currency, list } of groups) {
    text.add(groups.length > 1 ? `\n${currency || "Other"}: ` : ": ");
    for (const [index, { name: company, stored }] of list.entries()) {
      text.add(`${index === 0 ? "" : "; "}${index + 1}. ${company} `);
      text.addClaimed(printValue(stored, figureId, isChange), claimOf(stored, name, known));
      text.add(` (${stored.year})`);
    }
    text.add(".");
  }
  if (only !== null) text.add(` Only amounts in ${only} are compared; other currencies are not converted.`);
  if (within !== "") text.add(" Only companies with reports you can read are ranked.");
  const claims = shown.flatMap(({ stored }) => [
    ...[claimOf(stored, name, known)].flatMap((claim) => claim ?? []),
    ...stored.claimIds.flatMap((id) => known.get(id)?.claim ?? []),
  ]);
  return {
    answer: text.text,
    spans: text.spans,
    claims,
    sources: [...known.values()].map(({ source }) => source),
    companies: shown.map(({ svc_entity_id, name: company }) => ({ svc_entity_id, name: company })),
  };
}

/** "Top 3", "the 5 companies with", one for "which company". */
function countIn(question: string): number | null {
  const count =
    /\b(?:top|first|best|worst)\s+(\d{1,2})\b|\b(\d{1,2})\s+(?:companies|firms|largest|best)\b/i.exec(
      question,
    );
  return count ? Math.max(1, Number(count[1] ?? count[2])) : null;
}
