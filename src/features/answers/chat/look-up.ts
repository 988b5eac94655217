import type { AnyOperation } from "../../../kernel/operation.ts";
import { findPeriods } from "../figures/question-periods.ts";
import { printNumber } from "../figures/units.ts";
import type { FoundReport, MeantCompany } from "./ask-reports.ts";
import { type ShapeAnswer, says, sourceOf } from "./chat-answer.ts";
import type { ChatRunner } from "./chat-runner.ts";
import { printUsd } from "./compare.ts";
import type { ScreenCriteria } from "./screen-criteria.ts";

const ARTICLES_SHOWN = 5;
const ARTICLES_LOOKED_AT = 50;
const YEARS_BACK = 6;
const REPORTS_SHOWN = 15;
const DAY_MILLISECONDS = 86_400_000;
/** Stands for no market in ISO 10383. */
const NO_MARKET = "XXXX";

interface Article {
  date: string;
  link: string;
  title: string;
  source: string | null;
  snippet: string;
}

export interface NewsWish {
  question: string;
  keywords: string;
  now: Date;
}

/** The latest headlines, or for a question proper the sentences of the articles that answer it. */
export async function findNews(
  runner: ChatRunner,
  { searchNews, chatWithNews }: { searchNews: AnyOperation; chatWithNews: AnyOperation },
  { question, keywords, now }: NewsWish,
): Promise<ShapeAnswer> {
  if (keywords === "") return says("Say what the news should be about: a company or a subject.");
  const search = { keywords, ...datesOf(question, now), language: "en" };
  if (!/\b(?:latest|newest|recent|any|show|list|what is the news|headlines)\b/i.test(question)) {
    const input = { ...search, searchQuestion: question };
    const found = await runner.run<{ answer: string; sources: Article[] }>(
      chatWithNews,
      input,
      `News on ${keywords}`,
    );
    return found
      ? { ...says(found.answer), sources: found.sources.map(newsSource) }
      : says("The news could not be searched.");
  }
  const input = { ...search, limit: ARTICLES_LOOKED_AT };
  const articles = await runner.run<Article[]>(searchNews, input, `News on ${keywords}`);
  if (!articles) return says("The news could not be searched.");
  const latest = articles
    .toSorted((a, b) => Date.parse(b.date) - Date.parse(a.date))
    .slice(0, ARTICLES_SHOWN);
  if (latest.length === 0) return says(`No news on ${keywords} was found.`);
  const lines = latest.map(({ date, title, source }) => `${date}: ${title}${source ? ` (${source})` : ""}`);
  return {
    ...says(`Latest news on ${keywords}: ${endSentence(lines.join("; "))}`),
    sources: latest.map(newsSource),
  };
}

function newsSource({ title, link, date }: Article) {
  return sourceOf("news", title, { link, date });
}

function datesOf(question: string, now: Date): { start_date: string; end_date: string } {
  const years = findPeriods(question).flatMap(({ first, last }) => [first.year, last.year]);
  if (years.length > 0)
    return { start_date: `${Math.min(...years)}-01-01`, end_date: `${Math.max(...years)}-12-31` };
  const days = { day: 1, week: 7, month: 31, quarter: 92, year: 366 };
  const span = /\b(?:last|past|this)\s+(day|week|month|quarter|year)\b/i.exec(question)?.[1]?.toLowerCase();
  const back = span ? days[span as keyof typeof days] : YEARS_BACK * days.year;
  return { start_date: dayOf(new Date(now.getTime() - back * DAY_MILLISECONDS)), end_date: dayOf(now) };
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

export function sayReports(company: MeantCompany, reports: readonly FoundReport[]): ShapeAnswer {
  if (reports.length === 0) return says(`There is no report of ${company.name} here.`);
  const shown = reports.slice(0, REPORTS_SHOWN);
  const lines = shown.map(
    ({ file_title_en, publish_date, report_id }) =>
      `${file_title_en} (${publish_date ?? "no date"}, ${report_id})`,
  );
  return {
    ...says(`Reports of ${company.name}: ${endSentence(lines.join("; "))}`),
    sources: shown.map(({ file_title_en, report_id, publish_date }) =>
      sourceOf("report", file_title_en, { report_id, date: publish_date }),
    ),
  };
}

interface ScreenReply {
  companies: { svc_entity_id: string; name: string; country: string | null; market_cap_usd: number | null }[];
  pagination: { total: number };
}

export async function screen(
  runner: ChatRunner,
  operation: AnyOperation,
  { unread, ...criteria }: ScreenCriteria,
): Promise<ShapeAnswer & { companies: MeantCompany[] }> {
  if (unread.length > 0) {
    const text = `Companies can be screened by country, sector, exchange and market capitalization; this was not understood: ${unread.join(", ")}.`;
    return { ...says(text), companies: [] };
  }
  const found = await runner.run<ScreenReply>(operation, criteria, "Screening companies");
  if (!found || found.companies.length === 0)
    return { ...says("No company fits these criteria."), companies: [] };
  const lines = found.companies.map(
    ({ name, market_cap_usd }) => `${name}${market_cap_usd === null ? "" : ` (${printUsd(market_cap_usd)})`}`,
  );
  const { total } = found.pagination;
  return {
    ...says(
      `${total} ${total === 1 ? "company fits" : "companies fit"}; the first ${lines.length}: ${endSentence(lines.join("; "))}`,
    ),
    companies: found.companies.map(({ svc_entity_id, name }) => ({ svc_entity_id, name })),
    sources: [sourceOf("companies", "Company screening")],
  };
}

interface PriceReply {
  currency: string;
  exchange: string | null;
  source: { name: string; reference: string };
  prices: { date: string; close: number | null }[];
}

export async function findPrice(
  runner: ChatRunner,
  operation: AnyOperation,
  { company, question }: { company: MeantCompany; question: string },
): Promise<ShapeAnswer> {
  const day = readDay(question);
  const { svc_entity_id, name } = company;
  const window = day
    ? { start_date: dayOf(new Date(Date.parse(day) - 10 * DAY_MILLISECONDS)), end_date: day }
    : { window: "5D" };
  const found = await runner.run<PriceReply>(operation, { svc_entity_id, ...window }, `Prices of ${name}`);
  const last = found?.prices.findLast(({ close }) => close !== null);
  if (!found || !last || last.close === null) return says(`Prices of ${name} are not loaded.`);
  const text = `${name} closed at ${found.currency} ${printNumber(last.close, null)} on ${last.date}${found.exchange && found.exchange !== NO_MARKET ? ` (${found.exchange})` : ""}.`;
  return { ...says(text), sources: [sourceOf("price", found.source.name, { date: last.date })] };
}

/** "September 30, 2024", "30 September 2024" or "2024-09-30". */
function readDay(question: string): string | null {
  const iso = /\b(20\d\d-\d\d-\d\d)\b/.exec(question)?.[1];
  if (iso) return iso;
  const written = /\b(?:\p{L}{3,9}\.? \d{1,2},? 20\d\d|\d{1,2}\.? \p{L}{3,9} 20\d\d)\b/u.exec(question)?.[0];
  const time = written ? Date.parse(`${written} UTC`) : Number.NaN;
  return Number.isNaN(time) ? null : dayOf(new Date(time));
}

interface CapReply {
  market_cap_usd: number | null;
  parts: { price: { date: string } };
}

export async function findMarketCap(
  runner: ChatRunner,
  operation: AnyOperation,
  company: MeantCompany,
): Promise<ShapeAnswer> {
  const found = await runner.run<CapReply>(
    operation,
    { svc_entity_id: company.svc_entity_id },
    `Size of ${company.name}`,
  );
  if (!found || found.market_cap_usd === null)
    return says(`The market capitalization of ${company.name} is not known here.`);
  return {
    ...says(`Market capitalization of ${company.name}: ${printUsd(found.market_cap_usd)}.`),
    sources: [sourceOf("price", "Market capitalization with its parts", { date: found.parts.price.date })],
  };
}

/** A name may end with a full stop of its own. */
function endSentence(text: string): string {
  return text.endsWith(".") ? text : `${text}.`;
}
