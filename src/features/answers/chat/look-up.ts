import type { AnyOperation } from "../../../kernel/operation.ts";
import { findPeriods } from "../figures/question-periods.ts";
import type { NamedCompany } from "./ask-reports.ts";
import { notFound, plainAnswer, type ShapeAnswer, sourceOf } from "./chat-answer.ts";
import type { ChatRunner } from "./chat-runner.ts";
import { printUsd } from "./compare.ts";
import { DAY_MILLISECONDS, dayOf, readDays } from "./days.ts";
import { endSentence } from "./end-sentence.ts";
import type { ScreenCriteria } from "./screen-criteria.ts";

const ARTICLES_SHOWN = 5;
const ARTICLES_CONSIDERED = 50;
const YEARS_BACK = 6;

interface Article {
  date: string;
  link: string;
  title: string;
  source: string | null;
  snippet: string;
}

export interface NewsQuery {
  question: string;
  keywords: string;
  now: Date;
}

/** The latest headlines or, for a real question, the sentences of articles that answer it. */
const WANTS_HEADLINES =
  /\b(?:latest|newest|recent|any|show|list|what is the news|headlines|happen\w*|going on|what(?:['’]s| is)? new)\b/i;

export async function findNews(
  runner: ChatRunner,
  { searchNews, chatWithNews }: { searchNews: AnyOperation; chatWithNews: AnyOperation },
  { question, keywords, now }: NewsQuery,
): Promise<ShapeAnswer> {
  if (keywords === "")
    return {
      ...plainAnswer("Say what the news should be about: a company or a subject."),
      outcome: "ask_back",
    };
  const search = { keywords, ...datesOf(question, now), language: "en" };
  if (!WANTS_HEADLINES.test(question)) {
    const input = { ...search, searchQuestion: question };
    const found = await runner.run<{ answer: string; sources: Article[] }>(
      chatWithNews,
      input,
      `News on ${keywords}`,
    );
    return found
      ? {
          ...plainAnswer(found.answer),
          sources: found.sources.map(newsSource),
          ...(found.sources.length === 0 ? { outcome: "not_found" as const } : {}),
        }
      : notFound("The news could not be searched.");
  }
  const input = { ...search, limit: ARTICLES_CONSIDERED };
  const articles = await runner.run<Article[]>(searchNews, input, `News on ${keywords}`);
  if (!articles) return notFound("The news could not be searched.");
  const latest = articles
    .toSorted((a, b) => Date.parse(b.date) - Date.parse(a.date))
    .slice(0, ARTICLES_SHOWN);
  if (latest.length === 0) return notFound(`No news on ${keywords} was found.`);
  const lines = latest.map(({ date, title, source }) => `${date}: ${title}${source ? ` (${source})` : ""}`);
  return {
    ...plainAnswer(`Latest news on ${keywords}: ${endSentence(lines.join("; "))}`),
    sources: latest.map(newsSource),
  };
}

function newsSource({ title, link, date }: Article) {
  return sourceOf("news", title, { link, date });
}

function datesOf(question: string, now: Date): { start_date: string; end_date: string } {
  const named = readDays(question);
  if (named) return { start_date: named.from, end_date: named.to };
  const days = { day: 1, week: 7, month: 31, quarter: 92, year: 366 };
  const span = /\b(?:last|past|this)\s+(day|week|month|quarter|year)\b/i.exec(question)?.[1]?.toLowerCase();
  const back = span ? days[span as keyof typeof days] : YEARS_BACK * days.year;
  return { start_date: dayOf(new Date(now.getTime() - back * DAY_MILLISECONDS)), end_date: dayOf(now) };
}

interface ScreenReply {
  companies: { svc_entity_id: string; name: string; country: string | null; market_cap_usd: number | null }[];
  pagination: { total: number };
}

export async function screen(
  runner: ChatRunner,
  operation: AnyOperation,
  { unread, ranked, ...criteria }: ScreenCriteria,
): Promise<ShapeAnswer & { companies: NamedCompany[] }> {
  if (unread.length > 0) {
    const text = `Companies can be screened by country, sector, exchange and market capitalization. I did not understand: ${unread.join(", ")}.`;
    return { ...notFound(text), companies: [] };
  }
  const found = await runner.run<ScreenReply>(operation, criteria, "Screening companies");
  if (!found || found.companies.length === 0)
    return { ...notFound(formatNoMatch(criteria.market_cap_usd !== undefined)), companies: [] };
  const lines = found.companies.map(
    ({ name, market_cap_usd }) => `${name}${market_cap_usd === null ? "" : ` (${printUsd(market_cap_usd)})`}`,
  );
  const { total } = found.pagination;
  const unknown = ranked && found.companies.every(({ market_cap_usd }) => market_cap_usd === null);
  const some = unknown
    ? `their sizes are unknown, so they are not ranked; ${lines.length} of them`
    : `the first ${lines.length}`;
  return {
    ...plainAnswer(
      `${total} ${total === 1 ? "company matches" : "companies match"}; ${some}: ${endSentence(lines.join("; "))}`,
    ),
    companies: found.companies.map(({ svc_entity_id, name }) => ({ svc_entity_id, name })),
    sources: [sourceOf("companies", "Company screening")],
  };
}

interface CapReply {
  market_cap_usd: number | null;
  parts: { price: { date: string } };
}

function formatNoMatch(bySize: boolean): string {
  return bySize
    ? "No company with a known market capitalization matches these criteria."
    : "No company matches these criteria.";
}

export async function findMarketCap(
  runner: ChatRunner,
  operation: AnyOperation,
  { company, question }: { company: NamedCompany; question: string },
): Promise<ShapeAnswer> {
  if (findPeriods(question).length > 0)
    return notFound(
      `Only the latest market capitalization of ${company.name} can be looked up, not an earlier one.`,
    );
  const found = await runner.run<CapReply>(
    operation,
    { svc_entity_id: company.svc_entity_id },
    `Size of ${company.name}`,
  );
  if (!found || found.market_cap_usd === null)
    return notFound(`The market capitalization of ${company.name} is unknown.`);
  return {
    ...plainAnswer(`Market capitalization of ${company.name}: ${printUsd(found.market_cap_usd)}.`),
    sources: [
      sourceOf("price", "Market capitalization with its components", { date: found.parts.price.date }),
    ],
  };
}
