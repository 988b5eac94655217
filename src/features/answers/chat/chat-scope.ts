import { z } from "zod";
import type { Viewer } from "../../../kernel/viewer.ts";
import { findPeriods } from "../figures/question-periods.ts";
import { ChatCompany } from "./chat-answer.ts";
import type { Choice } from "./chosen-scope.ts";
import { hasOwnSubject } from "./follow-up-subject.ts";
import { findMentions } from "./naming/find-mentions.ts";
import { type NamingTools, type Recognition, recogniseCompanies } from "./naming/recognise-companies.ts";
import { type ChatRequest, figureName, readRequest } from "./read-request.ts";

/** What a conversation is about, for the questions that follow. */
export const ChatScope = z
  .object({
    companies: z.array(ChatCompany).describe("The first is meant by `it` after a ranking"),
    shape: z.string(),
    figure_id: z.string().nullable(),
    period: z.string().nullable().describe("As the question wrote it, such as FY2024"),
    report_id: z.string().nullable().describe("The report the last answer was read from"),
  })
  .meta({ id: "ChatScope" });
export type ChatScope = z.infer<typeof ChatScope>;

/** A request with its companies found, completed from the conversation where the question leaves something out. */
export interface ResolvedRequest extends ChatRequest {
  companies: Recognition["companies"];
  unknown: Recognition["unknown"];
  /** The period asked about, as written; null when none was named. */
  period: string | null;
  /** Whether the question needs the conversation to be understood. */
  isFollowUp: boolean;
  reportId: string | null;
  /** The reports chosen for the question: it is answered from these. */
  reports: Choice["reports"];
  /** Whether companies or reports were chosen: each of them is answered for. */
  isChosen: boolean;
  /** Whether the period was chosen rather than written. */
  isPeriodChosen: boolean;
}

const POINTS_BACK =
  /\b(?:it|its|it['’]s|they|their|theirs|them|the (?:company|companies|share|shares|stock|group|same)|both)\b|^\W*(?:and|what about|how about|und|et)\b/i;
const YEAR_BEFORE = /\b(?:year before|previous year|prior year|last year|year earlier)\b/i;
const CHANGE = /\b(?:grow|grew|growth|change[ds]?|increase[ds]?|decrease[ds]?|rise|rose|fall|fell)\b/i;
const MARGIN = /\bmargins?\b/i;
const MARGINS: Readonly<Record<string, string>> = {
  gross_profit: "gross_margin",
  gross_margin: "gross_margin",
  operating_income: "operating_margin",
  operating_margin: "operating_margin",
  ebitda: "ebitda_margin",
};

/** Reads a question: the companies it names are looked up, and what it leaves out is taken from the conversation. */
export async function resolveRequest(
  tools: NamingTools,
  viewer: Viewer,
  { question, scope, choice }: { question: string; scope: ChatScope | null; choice: Choice },
): Promise<ResolvedRequest> {
  const found = await recogniseCompanies(tools, viewer, findMentions(question));
  return applyChoice(question, found, { scope, choice });
}

/** What was chosen comes first; what the question names is added to it. */
function applyChoice(
  question: string,
  found: Recognition,
  { scope, choice }: { scope: ChatScope | null; choice: Choice },
): ResolvedRequest {
  const { reports } = choice;
  const isChosen = choice.companies.length > 0 || reports.length > 0;
  // A period alone says nothing of the companies, which may be those of the conversation.
  if (!isChosen) return withChosenPeriod(completeRequest(question, found, scope), choice);
  const byId = new Map([...choice.companies, ...found.companies].map((one) => [one.svc_entity_id, one]));
  const companies = [...byId.values()];
  const own = readRequest(question, [...found.words, ...choice.companies.map(({ name }) => name)]);
  // Chosen reports are read, whatever kind of question it is.
  const shape = reports.length > 0 && own.shape !== "opinion" ? ("figure" as const) : own.shape;
  const request = {
    ...own,
    shape,
    companies,
    unknown: found.unknown,
    period: periodIn(question),
    isFollowUp: false,
    reportId: null,
    reports,
    isChosen,
    isPeriodChosen: false,
  };
  const isOpen = own.figure === null && POINTS_BACK.test(question);
  return withChosenPeriod(scope && isOpen ? withFigure(request, scope) : request, choice);
}

const withChosenPeriod = (request: ResolvedRequest, { period }: Choice): ResolvedRequest => ({
  ...request,
  period: periodIn(request.question) ?? period ?? request.period,
  isPeriodChosen: periodIn(request.question) === null && period !== null,
});

export function completeRequest(
  question: string,
  found: Recognition,
  scope: ChatScope | null,
): ResolvedRequest {
  const { words: names } = found;
  const own = readRequest(question, names);
  const { companies, unknown } = found;
  const resolved = {
    ...own,
    companies,
    unknown,
    period: periodIn(question),
    isFollowUp: false,
    reportId: null,
    reports: [],
    isChosen: false,
    isPeriodChosen: false,
  };
  if (!scope || scope.companies.length === 0 || own.shape === "ranking" || own.shape === "opinion")
    return resolved;
  if (names.length > 0) return isElliptic(own) ? withFigure(resolved, scope) : resolved;
  return continueScope(resolved, scope);
}

/** "What about Orvenkamp?" names a company, and means the figure and the period of before. */
function isElliptic({ shape, figure, isAnyMargin, question }: ChatRequest): boolean {
  const isOpen = (shape === "figure" || shape === "comparison") && (figure === null || isAnyMargin);
  return isOpen && (POINTS_BACK.test(question) || question.split(/\s+/).length <= 5);
}

/** "And in 2023?", "its margin?": the companies are those of before. */
function continueScope(request: ResolvedRequest, scope: ChatScope): ResolvedRequest {
  const { question } = request;
  const isOne = /\b(?:it|its|the company)\b/i.test(question) && scope.shape === "ranking";
  const companies = isOne ? scope.companies.slice(0, 1) : scope.companies;
  const again = readRequest(
    question,
    companies.map(({ name }) => name),
  );
  const isAboutFigures = again.shape === "figure" || again.shape === "comparison";
  const says =
    again.figure !== null ||
    again.isReason ||
    request.period !== null ||
    CHANGE.test(question) ||
    MARGIN.test(question);
  const pointsBack = POINTS_BACK.test(question) || YEAR_BEFORE.test(question);
  const isMeant = isAboutFigures ? says || pointsBack : again.shape !== "screen" && again.shape !== "unclear";
  if (!isMeant || (again.shape === "news" && !pointsBack)) return request;
  const continued = { ...request, ...again, companies, isFollowUp: true };
  return isAboutFigures ? withFigure(continued, scope) : { ...continued, period: request.period };
}

/** The figure, period and report of before, where the question has none of its own. */
function withFigure(request: ResolvedRequest, scope: ChatScope): ResolvedRequest {
  const { question, companies } = request;
  const isSameCompany = scope.companies.some(
    ({ svc_entity_id }) => svc_entity_id === companies[0]?.svc_entity_id,
  );
  const reportId = isSameCompany && request.period === null ? scope.report_id : null;
  if (request.figureId === null && hasOwnSubject(question, request.names))
    return { ...request, isFollowUp: true, reportId };
  return {
    ...request,
    ...chooseFigure(request, scope),
    period: request.period ?? periodBefore(question, scope.period) ?? scope.period,
    isFollowUp: true,
    reportId,
  };
}

/** The figure that the question names, or that of before: "and its margin?" is one of these two. */
function chooseFigure(request: ResolvedRequest, scope: ChatScope) {
  const { question, companies } = request;
  const isMargin = request.isAnyMargin || (request.figureId === null && MARGIN.test(question));
  const margin = isMargin ? (MARGINS[scope.figure_id ?? ""] ?? "net_margin") : null;
  const figureId = margin ?? request.figureId ?? scope.figure_id;
  return {
    figureId,
    figure: figureId === null ? null : figureName(figureId),
    isWhole: request.figureId === null ? figureId !== null : request.isWhole,
    others: isMargin ? [] : request.others,
    isAnyMargin: false,
    isChange: figureId !== null && (request.isChange || CHANGE.test(question)),
    shape: companies.length > 1 && figureId !== null ? ("comparison" as const) : request.shape,
  };
}

function periodIn(question: string): string | null {
  const period = findPeriods(question).at(-1);
  return period ? question.slice(period.start, period.end).trim() : null;
}

/** The year before a period that is a year. */
function periodBefore(question: string, period: string | null): string | null {
  if (period === null || !YEAR_BEFORE.test(question)) return null;
  const [year] = findPeriods(period);
  return year && year.last.span === "year" ? `${year.last.year - 1}` : null;
}

/** What the next question may refer to; an answer about nothing changes nothing. */
export function nextScope(
  before: ChatScope | null,
  request: ResolvedRequest,
  { companies, reportId }: { companies: readonly z.infer<typeof ChatCompany>[]; reportId: string | null },
): ChatScope | null {
  if (companies.length === 0 && request.reports.length === 0) return before;
  return {
    companies: [...companies],
    shape: request.shape,
    figure_id: request.figureId ?? before?.figure_id ?? null,
    // A question of its own that names no period is about the latest.
    period: request.period ?? (request.isFollowUp ? (before?.period ?? null) : null),
    report_id: reportId,
  };
}
