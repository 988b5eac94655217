import { formatCredits } from "../../../kernel/credits.ts";
import type { AnyOperation, Context } from "../../../kernel/operation.ts";
import { dropDuplicates } from "../claims/claim.ts";
import { findPeriods } from "../figures/question-periods.ts";
import { askCompany, formatFigure, listReports, type NamedCompany, REPORTS_TRIED } from "./ask-reports.ts";
import { type ChatReply, plainAnswer, type ShapeAnswer } from "./chat-answer.ts";
import { ChatRunner, ceilingOf, OverBudget } from "./chat-runner.ts";
import { compareCompanies } from "./compare.ts";
import { findPrice } from "./find-price.ts";
import { findMarketCap, findNews, formatReports, screen } from "./look-up.ts";
import { type ChatRequest, readRequest } from "./read-request.ts";
import { type OperationReply, traceNumbers } from "./record-claims.ts";

/** The operations that the general chat uses. */
export interface ChatOperations {
  searchCompany: AnyOperation;
  screenCompanies: AnyOperation;
  searchReports: AnyOperation;
  chatWithReport: AnyOperation;
  searchNews: AnyOperation;
  chatWithNews: AnyOperation;
  eodPrice: AnyOperation;
  marketCap: AnyOperation;
}

export interface ChatInput {
  question: string;
  /** Earlier questions, oldest first; a company named there is meant until another is named. */
  earlier: readonly string[];
  creditsMax: number;
}

const ENGINE = "built-in-planner-1";
/** A name with a lower score belongs to another company. */
const MATCH_MIN = 0.63;
const CANNOT =
  "I can give a figure of a company, compare companies, find the latest news, list reports, screen companies by country, " +
  "sector, exchange and size, and look up prices. Name a company, or say which companies to list.";

const NO_OPINION =
  "I do not predict prices or give investment advice. I only report what a report, an article or a price list says. Ask for a figure, " +
  "the news or the price of a company.";
const WITHHELD = "A number of the answer could not be traced to its source, so the answer is withheld.";

/** The maximum price of an answer, from the question alone. */
export function quoteChat(operations: ChatOperations, request: ChatRequest): number {
  const { searchCompany, screenCompanies, searchReports, chatWithReport, chatWithNews, eodPrice } =
    operations;
  const price = (operation: AnyOperation) => ceilingOf(operation, {});
  // A name may also be tried as a ticker.
  const names = request.names.length * 2 * price(searchCompany);
  const reportPrice = price(searchReports) + REPORTS_TRIED * price(chatWithReport);
  const byShape: Record<ChatRequest["shape"], number> = {
    figure: names + reportPrice,
    comparison: names + reportPrice * request.names.length,
    news: names + price(chatWithNews),
    reports: names + price(searchReports),
    screen: price(screenCompanies),
    price: names + price(eodPrice),
    market_cap: names + price(eodPrice),
    opinion: 0,
    unclear: 0,
  };
  return byShape[request.shape];
}

/** Parses the question, runs the operations it needs, and phrases the answer. */
export async function answerChat(
  context: Context,
  operations: ChatOperations,
  { question, earlier, creditsMax }: ChatInput,
): Promise<ChatReply> {
  const request = readInContext(question, earlier);
  const quote = { credits: quoteChat(operations, request) };
  context.emit("progress", { step: "plan", shape: request.shape, quote });
  const runner = new ChatRunner(context, creditsMax);
  const companies: NamedCompany[] = [];
  const answer = await run(runner, operations, { request, companies })
    .then((found) => checkRecords(found, request, runner.replies))
    .catch((error: unknown) => {
      if (!(error instanceof OverBudget)) throw error;
      return plainAnswer(
        `Answering needs more than the ${formatCredits(creditsMax)} allowed by max_credits.`,
      );
    });
  context.emit("part", { text: answer.answer });
  return {
    request_params: { question },
    answer: answer.answer,
    shape: request.shape,
    companies,
    claims: dropDuplicates(answer.claims),
    record_claims: answer.recordClaims ?? [],
    sources: answer.sources,
    steps: runner.steps,
    quote,
    credits_used: runner.credits,
    engine: answer.engine ? `${ENGINE}, ${answer.engine}` : ENGINE,
    error: false,
  };
}

/**
 * Numbers from reports carry claims of their own; all others are checked against the records before the answer is
 * returned.
 */
function checkRecords(
  found: ShapeAnswer,
  { shape, question }: ChatRequest,
  replies: readonly OperationReply[],
): ShapeAnswer {
  if (shape === "figure" || shape === "comparison") return found;
  const { claims, untraced } = traceNumbers(found, question, replies);
  return untraced.length === 0 ? { ...found, recordClaims: claims } : plainAnswer(WITHHELD);
}

/** "And in 2023?" is about the same company as the question before. */
export function readInContext(question: string, earlier: readonly string[]): ChatRequest {
  const request = readRequest(question);
  if (request.names.length > 0 || request.shape === "screen") return request;
  const before = earlier.findLast((text) => readRequest(text).names.length > 0);
  if (before === undefined) return request;
  const { names, figure, shape } = readRequest(before);
  const own = readRequest(`${question} ${names.join(", ")}`);
  return {
    ...own,
    question,
    names,
    figure: request.figure ?? figure,
    shape: own.shape === "figure" && names.length > 1 ? shape : own.shape,
  };
}

interface ChatContext {
  request: ChatRequest;
  /** Filled with the companies the question is about. */
  companies: NamedCompany[];
}

async function run(
  runner: ChatRunner,
  operations: ChatOperations,
  { request, companies }: ChatContext,
): Promise<ShapeAnswer> {
  const { shape, question, figure, criteria } = request;
  if (shape === "screen" && criteria) {
    const found = await screen(runner, operations.screenCompanies, criteria);
    companies.push(...found.companies);
    return found;
  }
  if (shape === "opinion") return plainAnswer(NO_OPINION);
  companies.push(...(await findCompanies(runner, operations.searchCompany, request.names)));
  const [company] = companies;
  if (shape === "news") {
    const keywords =
      companies.length > 0
        ? companies.map(({ name }) => `"${plainName(name)}"`).join(", ")
        : topicOf(question);
    return findNews(runner, operations, { question, keywords, now: new Date() });
  }
  if (!company) return plainAnswer(missing(request, runner));
  if (shape === "comparison" && companies.length > 1)
    return compareCompanies(runner, operations, { companies, figure, question });
  if (shape === "reports") {
    const reports = await listReports(runner, operations, company);
    return formatReports(company, reports, question);
  }
  if (shape === "price") return findPrice(runner, operations.eodPrice, { company, question });
  if (shape === "market_cap") return findMarketCap(runner, operations.marketCap, company);
  return formatFigure(
    await askCompany(runner, operations, { company, question: withFigure(request, company) }),
  );
}

/** Expands a follow-up question into a full one. */
function withFigure({ question, figure, names }: ChatRequest, company: NamedCompany): string {
  if (names.some((name) => question.includes(name)) || figure === null) return question;
  const [period] = findPeriods(question);
  const when = period ? ` for ${question.slice(period.start, period.end)}` : "";
  return `What is the ${figure} of ${company.name}${when}?`;
}

function missing({ names }: ChatRequest, runner: ChatRunner): string {
  const denied = runner.steps.find(({ outcome }) => outcome === "failed")?.detail;
  if (denied) return `The companies could not be looked up: ${denied}.`;
  return names.length === 0 ? CANNOT : `I could not find a company called ${names.join(" or ")}. ${CANNOT}`;
}

interface FoundEntity extends NamedCompany {
  match_score: number;
}

async function findCompanies(
  runner: ChatRunner,
  searchCompany: AnyOperation,
  names: readonly string[],
): Promise<NamedCompany[]> {
  const found = new Map<string, NamedCompany>();
  for (const name of names) {
    const [best] = (await runner.run<FoundEntity[]>(searchCompany, { name }, `Looking up ${name}`)) ?? [];
    const byName = best && best.match_score >= MATCH_MIN ? best : null;
    const company = byName ?? (await findTicker(runner, searchCompany, name));
    if (company)
      found.set(company.svc_entity_id, { svc_entity_id: company.svc_entity_id, name: company.name });
  }
  return [...found.values()];
}

async function findTicker(
  runner: ChatRunner,
  searchCompany: AnyOperation,
  name: string,
): Promise<NamedCompany | null> {
  if (!/^[A-Z0-9.:]{1,12}$/.test(name)) return null;
  const [best] =
    (await runner.run<FoundEntity[]>(searchCompany, { ticker: name }, `Looking up ticker ${name}`)) ?? [];
  return best ?? null;
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
