import { findPeriods } from "../figures/question-periods.ts";
import { languageOf } from "../figures/translate-question.ts";
import { askCompany, askReport, formatFigure, listReports, type NamedCompany } from "./ask-reports.ts";
import { plainAnswer, type ShapeAnswer } from "./chat-answer.ts";
import type { ChatMeans } from "./chat-means.ts";
import type { ChatRunner } from "./chat-runner.ts";
import type { ResolvedRequest } from "./chat-scope.ts";
import { findFacts } from "./company-facts.ts";
import { compareCompanies } from "./compare.ts";
import { findPrice } from "./find-price.ts";
import { joinAnswers } from "./join-answers.ts";
import { listRange, rangeIn } from "./list-range.ts";
import { formatReports, listAllReports } from "./list-reports.ts";
import { findStatement, listStatement } from "./list-statement.ts";
import { findMarketCap, findNews, screen } from "./look-up.ts";
import { formatUnknown } from "./naming/format-unknown.ts";
import { rankCompanies } from "./rank-companies.ts";
import { figureName } from "./read-request.ts";
import { isStatementFigure } from "./stored-figures.ts";

const HELP =
  "You can ask for a figure of a company, compare companies, rank all companies with reports by a figure, find the " +
  "latest news, list reports, screen companies by country, sector, exchange and size, and look up prices. Name a company, " +
  "or say which companies to list.";
const NO_OPINION =
  "I do not predict prices or give investment advice. I only report what a report, an article or a price list says. Ask for a figure, " +
  "the news or the price of a company.";
const WHICH_FIGURE = "Say which figure to compare, such as revenue or operating margin.";

export interface ChatTask {
  request: ResolvedRequest;
  /** Filled with the companies the answer is about, where the question does not name them. */
  companies: NamedCompany[];
}

/** Runs what a request needs. Nothing runs, and nothing is charged, where the question has to be asked back. */
export async function runRequest(
  runner: ChatRunner,
  means: ChatMeans,
  { request, companies }: ChatTask,
): Promise<ShapeAnswer> {
  const { shape, criteria, unknown } = request;
  if (shape === "opinion") {
    companies.length = 0;
    return { ...plainAnswer(NO_OPINION), outcome: "declined" };
  }
  if (request.reports.length > 0) return runForReports(runner, means, { request, companies });
  if (companies.length === 0 && unknown.length > 0)
    return { ...plainAnswer(`${formatUnknown(unknown)} ${HELP}`), outcome: "ask_back" };
  if (shape === "screen" && criteria) {
    const found = await screen(runner, means.screenCompanies, criteria);
    companies.push(...found.companies);
    return found;
  }
  if (shape === "ranking") {
    const found = await rankCompanies(runner, means, request);
    companies.push(...found.companies);
    return found;
  }
  if (shape === "news") return runNews(runner, means, { request, companies });
  return runAbout(runner, means, { request, companies });
}

/** What is asked about the companies that are named. */
async function runAbout(
  runner: ChatRunner,
  means: ChatMeans,
  { request, companies }: ChatTask,
): Promise<ShapeAnswer> {
  const { shape } = request;
  const [company] = companies;
  if (!company && shape === "reports") return listAllReports(runner, means.searchReports, request.question);
  if (!company) return { ...plainAnswer(HELP), outcome: "help" };
  if (request.others.length > 0) return runForEachFigure(runner, means, { request, companies });
  const statement = shape === "figure" ? findStatement({ ...request, question: withPeriod(request) }) : null;
  if (statement) return listStatements(runner, means, { request, companies, statement });
  const range = rangeOf(request);
  if (range) return listRange(runner, means, { ...range, companies });
  const isComparison = request.shape === "comparison" && request.figureId !== null;
  const isEach = request.isChosen || OF_ONE_COMPANY.has(shape) || isLongChange(request);
  if (isEach && !isComparison) return runForEach(runner, means, { request, companies });
  return runForCompany(runner, means, { request, companies, company });
}

/** "Revenue and net income": one after the other. */
async function runForEachFigure(
  runner: ChatRunner,
  means: ChatMeans,
  { request, companies }: ChatTask,
): Promise<ShapeAnswer> {
  const answers: ShapeAnswer[] = [];
  for (const figureId of [request.figureId ?? "", ...request.others]) {
    const own = { ...request, figureId, figure: figureName(figureId), isWhole: true, others: [] };
    answers.push(await runAbout(runner, means, { request: own, companies }));
  }
  return joinAnswers(answers);
}

async function listStatements(
  runner: ChatRunner,
  means: ChatMeans,
  { request, companies, statement }: ChatTask & { statement: NonNullable<ReturnType<typeof findStatement>> },
): Promise<ShapeAnswer> {
  const answers: ShapeAnswer[] = [];
  for (const company of companies)
    answers.push(await listStatement(runner, means, { company, statement, question: withPeriod(request) }));
  return joinAnswers(answers);
}

/** What is looked up of each company by itself. */
const OF_ONE_COMPANY: ReadonlySet<ResolvedRequest["shape"]> = new Set([
  "price",
  "market_cap",
  "reports",
  "screen",
]);

/** A figure of the stored statements, asked for several years. */
function rangeOf(request: ResolvedRequest) {
  const { isPeriodChosen, isChange, question, period, shape, figure, figureId, isWhole } = request;
  const isOtherLanguage = languageOf(question) !== null;
  const range = isPeriodChosen ? rangeIn(period) : isChange || isOtherLanguage ? null : rangeIn(question);
  const isFigure = (shape === "figure" || shape === "comparison") && isWhole;
  if (!range || !isFigure || figure === null || figureId === null) return null;
  return isStatementFigure(figureId) ? { range, figure, figureId } : null;
}

/** The chosen reports are asked, and the reports of chosen companies that none of them is about. */
async function runForReports(
  runner: ChatRunner,
  means: ChatMeans,
  { request, companies }: ChatTask,
): Promise<ShapeAnswer> {
  const { reports, figure, isFollowUp, period } = request;
  const question =
    isFollowUp && figure !== null
      ? `What is the ${figure}${period === null ? "" : ` for ${period}`}?`
      : withPeriod(request);
  const answers: ShapeAnswer[] = [];
  for (const report of reports) answers.push(await askReport(runner, means, { report, question }));
  const others = companies.filter(({ svc_entity_id: id }) =>
    reports.every((one) => one.svc_entity_id !== id),
  );
  if (others.length > 0) answers.push(await runForEach(runner, means, { request, companies: others }));
  return joinAnswers(answers);
}

/** The same question for each company. */
async function runForEach(
  runner: ChatRunner,
  means: ChatMeans,
  { request, companies }: ChatTask,
): Promise<ShapeAnswer> {
  const answers: ShapeAnswer[] = [];
  for (const company of companies)
    answers.push(await runForCompany(runner, means, { request, companies: [company], company }));
  return joinAnswers(answers);
}

function runNews(
  runner: ChatRunner,
  means: ChatMeans,
  { request, companies }: ChatTask,
): Promise<ShapeAnswer> {
  const question = withPeriod(request);
  const keywords =
    companies.length > 0
      ? companies.map(({ name }) => `"${plainName(name)}"`).join(", ")
      : topicOf(request.question);
  return findNews(runner, means, { question, keywords, now: new Date() });
}

async function runForCompany(
  runner: ChatRunner,
  means: ChatMeans,
  { request, companies, company }: ChatTask & { company: NamedCompany },
): Promise<ShapeAnswer> {
  const { shape, question, figure, figureId, isChange, unknown } = request;
  const isAsked = shape === "comparison" || unknown.length > 0 || isChange || isStored(request);
  const isCompared = isAsked && !request.isReason && !isLongChange(request);
  if (isCompared && figure === null && companies.length > 1)
    return { ...plainAnswer(WHICH_FIGURE), outcome: "ask_back" };
  if (isCompared && figure !== null && figureId !== null)
    return compareCompanies(runner, means, {
      companies,
      figure,
      figureId,
      isChange,
      question: withPeriod(request),
    });
  if (shape === "reports") {
    const reports = await listReports(runner, means, company);
    return formatReports(company, reports, question);
  }
  if (shape === "screen") return findFacts(runner, means, { company, question });
  if (shape === "price") return findPrice(runner, means.eodPrice, { company, question });
  if (shape === "market_cap") return findMarketCap(runner, means.marketCap, { company, question });
  const query = { company, question: questionFor(request, company), reportId: request.reportId };
  return formatFigure(await askCompany(runner, means, query));
}

const AVERAGE = /\b(?:average|mean|cagr|compound(?:ed)?|annuali[sz]ed|per year|a year)\b/i;

/** A change over several years, or their average, which only the report's own reader computes. */
function isLongChange({ isChange, question }: ResolvedRequest): boolean {
  if (isChange && AVERAGE.test(question)) return true;
  const range = isChange ? rangeIn(question) : null;
  return range !== null && range.to - range.from > 1;
}

/**
 * A figure of the whole company for a year: the stored statements have it in the same way for every company. A question
 * in another language is one for the report's own reader, who answers in it.
 */
function isStored({ question, shape, isWhole, figureId, period }: ResolvedRequest): boolean {
  if (languageOf(question) !== null) return false;
  const isYear =
    period === null || findPeriods(period).every(({ first, last }) => first === last && last.span === "year");
  return shape === "figure" && isWhole && figureId !== null && isYear && isStatementFigure(figureId);
}

/** A follow-up as a question that can be understood on its own. */
function questionFor(request: ResolvedRequest, company: NamedCompany): string {
  const { figure, period, isFollowUp } = request;
  if (!isFollowUp) return withPeriod(request);
  if (figure === null) return withPeriod(request);
  if (request.isReason)
    return `Why did ${figure} of ${company.name} change${period === null ? "" : ` in ${period}`}?`;
  return `What is the ${figure} of ${company.name}${period === null ? "" : ` for ${period}`}?`;
}

function withPeriod({ question, period }: ResolvedRequest): string {
  return period === null || question.includes(period) ? question : `${question} (${period})`;
}

/** Articles rarely write the legal form. */
function plainName(name: string): string {
  return (
    name
      .replace(
        /,?\s+(?:Inc|Corp|Corporation|plc|AG|SA|S\.A|N\.V|SE|Ltd|Limited|Co|Company|Group)\b\.?.*$/i,
        "",
      )
      .trim() || name
  );
}

/** The news topic when no company is named. */
function topicOf(question: string): string {
  return question
    .replace(
      /\b(?:what|is|are|the|latest|newest|recent|news|headlines?|articles?|on|about|of|any|show|me|list|give|find|there|in|for|this|last|past|week|month|year)\b/gi,
      " ",
    )
    .replace(/[^\p{L}\p{N} ]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
}
