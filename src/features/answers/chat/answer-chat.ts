import { formatCredits } from "../../../kernel/credits.ts";
import type { ModelUse } from "../../../kernel/model-use.ts";
import type { AnyOperation, Context } from "../../../kernel/operation.ts";
import { viewerOf } from "../../../kernel/viewer.ts";
import type { LanguageModel } from "../../../platform/models/index.ts";
import { findAccountModel } from "../account-model.ts";
import { dropDuplicates } from "../claims/claim.ts";
import { REPORT_CREDITS, REPORTS_TRIED } from "./ask-reports.ts";
import { type ChatReply, notFound, type ShapeAnswer } from "./chat-answer.ts";
import type { ChatMeans, ChatOperations } from "./chat-means.ts";
import { ChatRunner, ceilingOf, OverBudget } from "./chat-runner.ts";
import {
  type ChatScope,
  completeRequest,
  nextScope,
  type ResolvedRequest,
  resolveRequest,
} from "./chat-scope.ts";
import { type Choice, NOTHING_CHOSEN } from "./chosen-scope.ts";
import { findMentions } from "./naming/find-mentions.ts";
import { formatUnknown } from "./naming/format-unknown.ts";
import { sayChange } from "./plain-question.ts";
import { type ChatRequest, readRequest } from "./read-request.ts";
import { type OperationReply, traceNumbers } from "./record-claims.ts";
import { runRequest } from "./run-request.ts";
import { COMPANY_SCOPE, suggestFollowUps } from "./suggest-follow-ups.ts";
import { type ChatTask, MODEL_CREDITS, writeChat } from "./write-chat.ts";

export interface ChatInput {
  question: string;
  /** What the conversation was about before; null for a first question. */
  scope: ChatScope | null;
  /** What was chosen for this question. */
  choice?: Choice;
  creditsMax: number;
}

const ENGINE = "built-in-planner-2";
const WITHHELD = "A number of the answer could not be traced to its source, so the answer is withheld.";

/** The maximum price of an answer, from the words of the question and the conversation alone. */
export function quoteChat(means: ChatMeans, whole: string, scope: ChatScope | null): number {
  const question = sayChange(whole);
  const own = quotePlan(means, question, scope);
  const isDeclined = readRequest(question).shape === "opinion";
  return means.languageModel === null || isDeclined ? own : own + MODEL_CREDITS.written + MODEL_CREDITS.tools;
}

/** What answering for so many chosen companies and reports costs at most. */
export function quoteChosen(operations: ChatOperations, question: string, chosen: number): number {
  const one =
    ceilingOf(operations.searchReports, {}) +
    REPORTS_TRIED * ceilingOf(operations.chatWithReport, { max_credits: REPORT_CREDITS }) +
    ceilingOf(operations.showSeries, {});
  return chosen * one * (1 + readRequest(question).others.length);
}

/** What the built-in planner spends at most. */
function quotePlan(operations: ChatOperations, question: string, scope: ChatScope | null): number {
  const mentioned = findMentions(question).map(({ text }) => text);
  const before = scope?.companies.map(({ name }) => name) ?? [];
  // What looks like a name may be none, and a question without names may be about those of before.
  const readings = [mentioned, [], mentioned.length > 0 ? [] : before];
  return Math.max(...readings.map((names) => quoteShape(operations, readRequest(question, names))));
}

function quoteShape(operations: ChatOperations, { shape, names, figure, others }: ChatRequest): number {
  const price = (operation: AnyOperation) => ceilingOf(operation, {});
  const reportPrice =
    price(operations.searchReports) +
    REPORTS_TRIED * ceilingOf(operations.chatWithReport, { max_credits: REPORT_CREDITS });
  const statements = Math.max(1, names.length) * price(operations.showSeries);
  const figures = (1 + others.length) * (names.length * reportPrice + statements);
  const count = Math.max(1, names.length);
  const byShape: Record<ChatRequest["shape"], number> = {
    figure: figures,
    comparison: figures,
    ranking: price(operations.screenFinancials),
    news: price(operations.chatWithNews),
    reports: count * price(operations.searchReports),
    screen: names.length > 0 ? count * price(operations.searchCompany) : price(operations.screenCompanies),
    price: count * price(operations.eodPrice),
    market_cap: count * price(operations.marketCap),
    opinion: 0,
    unclear: figure === null || names.length === 0 ? 0 : figures,
  };
  return byShape[shape];
}

async function deniedAnswer(): Promise<ShapeAnswer> {
  return notFound(`The companies could not be looked up: Missing scope: ${COMPANY_SCOPE}.`);
}

export interface ChatAnswer {
  reply: ChatReply;
  /** For the next question. */
  scope: ChatScope | null;
  /** What the operations returned that were run for it, also what the answer does not quote. */
  considered: readonly unknown[];
  /** The reports whose titles it may show without quoting them. */
  asked: readonly string[];
}

/** Parses the question, runs the operations it needs, and phrases the answer. */
export async function answerChat(
  context: Context,
  means: ChatMeans,
  { question: whole, scope: earlier, choice = NOTHING_CHOSEN, creditsMax }: ChatInput,
): Promise<ChatAnswer> {
  const question = sayChange(whole);
  const mayName = context.caller.scopes.has(COMPANY_SCOPE);
  // The companies of a conversation were looked up, perhaps by another credential.
  const scope = mayName ? earlier : null;
  const chosen = choice.companies.length + choice.reports.length;
  const extra = quoteChosen(means, question, chosen);
  const quote = { credits: quoteChat(means, question, scope) + extra };
  const { model: languageModel, note } = await findAccountModel(means, context.caller.accountId);
  const isAffordable = creditsMax >= quotePlan(means, question, scope) + extra + MODEL_CREDITS.written;
  const model = languageModel && isAffordable ? languageModel : null;
  context.emit("progress", { step: "plan", about: "Reading the question", quote });
  const mentions = findMentions(question);
  const names = mentions.map(({ text }) => text).join(", ");
  if (names !== "") context.emit("progress", { step: "companies", about: `Looking up ${names}` });
  const mayLookUp = mentions.length === 0 || mayName;
  const request = mayLookUp
    ? await resolveRequest(means, viewerOf(context.caller), { question, scope, choice })
    : completeRequest(question, { companies: [], unknown: [], words: [] }, null);
  // No more than was quoted is held, so no more is charged: a model must not spend beyond it either.
  const most = Math.min(creditsMax, quote.credits);
  const runner = new ChatRunner(context, model ? most - MODEL_CREDITS.written : creditsMax);
  const companies: ChatReply["companies"] = [...request.companies];
  const own = await (mayLookUp ? runRequest(runner, means, { request, companies }) : deniedAnswer())
    .then((found) => noteUnknown(checkRecords(found, request, runner.replies), request))
    .catch((error: unknown) => {
      if (!(error instanceof OverBudget)) throw error;
      return notFound(`Answering needs more than the ${formatCredits(creditsMax)} allowed by max_credits.`);
    });
  const {
    answer,
    written = note,
    ...use
  } = await phrase(context, { means, model, runner }, { question: whole, scope, own, creditsMax: most });
  const outcome = answer.outcome ?? "answered";
  const next = nextScope(earlier, request, { companies, reportId: answer.reportId ?? null });
  const reply: ChatReply = {
    request_params: { question: whole },
    answer: answer.answer,
    shape: request.shape,
    outcome,
    companies,
    did_you_mean: request.unknown.map(({ text, candidates }) => ({ name: text, companies: candidates })),
    spans: [...(answer.spans ?? [])],
    claims: dropDuplicates(answer.claims),
    record_claims: answer.recordClaims ?? [],
    sources: answer.sources,
    follow_ups: await suggestFollowUps(means.db, context.caller, { outcome, scope: next }),
    steps: runner.steps,
    quote,
    credits_used: runner.steps.reduce((sum, { credits }) => sum + credits, 0),
    engine: `${own.engine ? `${ENGINE}, ${own.engine}` : ENGINE}${written}`,
    ...use,
    error: false,
  };
  // A chosen report counts also when it could not be asked: its title may be in the answer.
  const chosenReports = choice.reports.map(({ report_id }) => report_id);
  return { reply, scope: next, considered: runner.replies, asked: [...runner.asked, ...chosenReports] };
}

interface PhrasedAnswer {
  answer: ShapeAnswer;
  /** What the name of the engine says about a model. */
  written?: string;
  withheld?: number;
  model?: ModelUse;
}

/**
 * The model's answer if one could be verified, and the built-in one otherwise; a step says so, with its cost. The text
 * of the answer is streamed: a model's sentences as they are verified.
 */
async function phrase(
  context: Context,
  { means, model, runner }: { means: ChatMeans; model: LanguageModel | null; runner: ChatRunner },
  task: ChatTask,
): Promise<PhrasedAnswer> {
  if (model === null || task.own.outcome === "declined") {
    context.emit("part", { text: task.own.answer });
    return { answer: task.own };
  }
  context.emit("progress", { step: MODEL_STEP, about: model.name });
  const { answer, fallback, withheld, use } = await writeChat(context, { means, model, runner }, task);
  if (fallback !== null) context.emit("part", { text: answer.answer });
  const credits = fallback === null ? MODEL_CREDITS.written : 0;
  context.use(credits);
  const outcome = fallback === null ? "done" : "failed";
  runner.steps.push({ operation_id: MODEL_STEP, about: model.name, credits, outcome, detail: fallback });
  const written = fallback === null ? `, ${model.name}` : ` (${fallback})`;
  return { answer, written, withheld, model: use };
}

const MODEL_STEP = "language_model";

/** No name of the question is dropped silently: an answer about the others says which were not found. */
function noteUnknown(answer: ShapeAnswer, { unknown, companies }: ResolvedRequest): ShapeAnswer {
  if (unknown.length === 0 || companies.length === 0) return answer;
  const outcome = answer.outcome ?? "answered";
  return {
    ...answer,
    answer: `${answer.answer} ${formatUnknown(unknown)}`,
    outcome: outcome === "answered" ? "partly_answered" : outcome,
  };
}

const WITH_CLAIMS: ReadonlySet<ChatRequest["shape"]> = new Set(["figure", "comparison", "ranking"]);

/**
 * Numbers from reports carry claims of their own; all others are checked against the records before the answer is
 * returned.
 */
function checkRecords(
  found: ShapeAnswer,
  { shape, question }: ChatRequest,
  replies: readonly OperationReply[],
): ShapeAnswer {
  if (WITH_CLAIMS.has(shape) || found.outcome === "ask_back" || found.outcome === "help") return found;
  const { claims, untraced } = traceNumbers(found, question, replies);
  return untraced.length === 0 ? { ...found, recordClaims: claims } : notFound(WITHHELD);
}
