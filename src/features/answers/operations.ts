import { z } from "zod";
import { ModelUse } from "../../kernel/model-use.ts";
import { type AnyOperation, type Context, defineOperation } from "../../kernel/operation.ts";
import { viewerOf } from "../../kernel/viewer.ts";
import type { Database } from "../../platform/db/index.ts";
import type { Embedder, LanguageModel, PassageReader } from "../../platform/models/index.ts";
import type { Storage } from "../../platform/storage/index.ts";
import { claimLink, saveClaims } from "../claims/index.ts";
import { requireReadReport } from "../reports/index.ts";
import { findAccountModel } from "./account-model.ts";
import type { ReportAnswer } from "./answer.ts";
import { ChatStep } from "./chat/chat-answer.ts";
import { ChatRunner } from "./chat/chat-runner.ts";
import { Claim } from "./claims/claim.ts";
import { compareWithTags } from "./claims/compare-with-tags.ts";
import type { ReaderAnswer, ReportCache } from "./report-cache.ts";
import type { ReportReader } from "./report-reader.ts";
import type { Nearness } from "./retrieval/nearness.ts";
import { catalogTools } from "./writing/catalog-tools.ts";
import { writeAnswer } from "./writing/write-answer.ts";

export interface ChatTools {
  db: Database;
  storage: Storage;
  languageModel: LanguageModel | null;
  linkKey: Buffer;
  embedder: Embedder;
  passageReader: PassageReader;
  cache: ReportCache;
  /** What a model may call besides tools over the report. */
  toolOperations: readonly AnyOperation[];
}

const QUESTION_LENGTH_MAX = 2_000;
const CREDITS = { answered: 3, not_found: 1, written: 5 };
const CREDITS_MAX = 500;
const maxCredits = z
  .int()
  .min(CREDITS.answered)
  .max(CREDITS_MAX)
  .optional()
  .describe("Stop before spending more than this");
/** Identifies the reader that answered; changes when the same question could be answered differently. */
export const BUILT_IN_ENGINE = "built-in-reader-7";

const ChatAnswer = z.object({
  request_params: z.object({ report_id: z.string(), question: z.string() }),
  answer: z.string(),
  reference: z
    .array(z.object({ attachment: z.string(), page: z.int().positive() }))
    .describe("Pages that support the answer; empty when the report has no answer"),
  pages_considered: z
    .array(z.object({ attachment: z.string(), page: z.int().positive() }))
    .describe("Pages closest to the question, those that support the answer first"),
  error: z.boolean(),
  claims: z.array(Claim).describe("Every number of the answer, with its source on the page"),
  spans: z
    .array(z.object({ start: z.int(), end: z.int(), claim_id: z.string() }))
    .describe("Which characters of `answer` each claim proves: from `start` up to `end`"),
  confidence: z.number().min(0).max(1),
  engine: z.string().describe("The engine that answered; if the language model failed, why"),
  withheld: z
    .int()
    .optional()
    .describe("Sentences of the language model that could not be verified and are not in the answer"),
  model: ModelUse.optional(),
  steps: z.array(ChatStep).optional(),
});

export const chatWithReport = (tools: ChatTools) => {
  const { db, cache, languageModel, linkKey, embedder, passageReader } = tools;
  return defineOperation({
    id: "answers.chat_report",
    summary: "Ask one report a question",
    guide:
      "Answers a question about one report: what it says of revenue, margins, expenditure, risks, or whether it mentions " +
      "something. Needs a report_id from reports.search. Figures are looked up or computed from its statements and " +
      "come with their page; names, amounts, dates and yes or no come with the sentence that says so.",
    scope: "answers:ask",
    effect: "read",
    price: priceOf(languageModel),
    perSecond: 10,
    rest: { method: "POST", path: "/v1/chat/chat_report", alsoGet: true },
    streams: { style: "answer" },
    mcp: { tool: "ask_report", quotes: true },
    input: z.strictObject({
      report_id: z.string().min(1).max(60),
      question: z
        .string()
        .trim()
        .min(1)
        .max(QUESTION_LENGTH_MAX)
        .describe(
          "In plain English; for figures also in German, French, Spanish, Italian, Dutch, Japanese or Chinese",
        ),
      max_credits: maxCredits,
    }),
    output: ChatAnswer,
    errors: ["report_not_found", "report_not_ready", "file_not_readable"],
    examples: [
      {
        title: "A figure of a demo report",
        input: { report_id: "rep_vujzjgh7sqyi", question: "What is the gross margin for FY2024?" },
      },
    ],
    async run(context, input) {
      const viewer = viewerOf(context.caller);
      const report = await requireReadReport(db, viewer, input.report_id);
      context.emit("progress", { step: "reading", report_id: report.report_id });
      const reader = await cache.open(report);
      context.emit("progress", { step: "answering" });
      const mayWrite = (input.max_credits ?? CREDITS_MAX) >= CREDITS.answered + CREDITS.written;
      const { model, note } = await findAccountModel(tools, context.caller.accountId);
      const { answer, engine, ...use } = await answerFrom(reader, input.question, {
        context,
        languageModel: mayWrite ? model : null,
        toolOperations: tools.toolOperations,
        toolCredits: (input.max_credits ?? 0) - CREDITS.answered - CREDITS.written,
        askReader: () =>
          cache.ask(report, input.question, {
            embedAs: embedder.embedAs,
            readPassages: (question, passages) =>
              passageReader.read(question, passages, { signal: context.signal }),
          }),
        findNearness: () => cache.nearnessOf(report, input.question, embedder.embedAs),
      });
      await saveClaims(db, report.report_id, answer.claims);
      const cite = (page: number) => ({ attachment: report.file_name, page });
      context.use(answer.kind === "not_found" ? CREDITS.not_found : CREDITS.answered);
      return {
        request_params: { report_id: input.report_id, question: input.question },
        answer: answer.text,
        reference: answer.pages.map(cite),
        pages_considered: answer.pagesConsidered.map(cite),
        error: false,
        claims: (await compareWithTags(db, report.svc_entity_id, answer.claims)).map((claim) => {
          if (claim.page === null) return claim;
          const link = claimLink(linkKey, {
            claimId: claim.claim_id,
            viewer: report.account_id === null ? null : viewer,
          });
          return { ...claim, link: `${context.baseUrl}${link}` };
        }),
        spans: answer.spans ?? [],
        confidence: answer.confidence,
        engine: `${engine}${note}`,
        ...use,
      };
    },
  });
};

function priceOf(languageModel: LanguageModel | null) {
  const { answered, not_found, written } = CREDITS;
  const about = `${answered} credits for an answer, ${not_found} when the report does not contain it`;
  if (!languageModel) return { most: () => answered, about };
  return {
    // Only a model spends more than its words cost, on tools.
    most: ({ max_credits }: { max_credits?: number | undefined }) => max_credits ?? answered + written,
    about: `${about}; ${written} more when a language model put it into words, and what it looked up elsewhere within max_credits`,
  };
}

interface AnswerOptions {
  context: Context;
  languageModel: LanguageModel | null;
  toolOperations: readonly AnyOperation[];
  /** What the operations that a model calls may cost together. */
  toolCredits: number;
  /** The answer of the built-in reader alone. */
  askReader: () => Promise<ReaderAnswer>;
  findNearness: () => Promise<Nearness | null>;
}

interface AnswerResult {
  answer: ReportAnswer;
  engine: string;
  withheld?: number;
  model?: ModelUse;
  steps?: ChatStep[];
}

/** Said while a report's vectors are still being computed, or were made by a model that is not available. */
const BY_WORDS = "pages found by words alone";

/** The model's wording when one is configured and its answer verifies; otherwise the built-in reader's. */
async function answerFrom(
  reader: ReportReader,
  question: string,
  { context, languageModel, toolOperations, toolCredits, askReader, findNearness }: AnswerOptions,
): Promise<AnswerResult> {
  if (!languageModel) {
    const { answer, isByMeaning } = await askReader();
    context.emit("part", { text: answer.text });
    return { answer, engine: isByMeaning ? BUILT_IN_ENGINE : `${BUILT_IN_ENGINE} (${BY_WORDS})` };
  }
  // Always waited for: the same question gets the same answer, however busy the machine is.
  const { answer: own } = await askReader();
  const nearness = await findNearness();
  const runner = new ChatRunner(context, Math.max(0, toolCredits));
  const { answer, fallback, tokens, withheld, pagesSeen } = await writeAnswer(languageModel, reader, {
    question,
    own,
    nearness,
    signal: context.signal,
    tools: (onReply) =>
      toolCredits > 0
        ? catalogTools({
            operations: toolOperations.filter(({ scope }) => context.caller.scopes.has(scope)),
            runner,
            creditsLeft: toolCredits,
            onReply,
          })
        : [],
    onSentence: (text) => context.emit("part", { text }),
  });
  if (fallback !== null) context.emit("progress", { step: "fallback", reason: fallback });
  if (tokens > 0 && fallback === null) context.use(CREDITS.written);
  const engine = fallback === null ? languageModel.name : `${BUILT_IN_ENGINE} (${fallback})`;
  const { name, isLocal } = languageModel;
  return {
    answer,
    engine,
    withheld,
    model: { name, is_local: isLocal, pages_sent: pagesSeen, tokens },
    ...(runner.steps.length > 0 ? { steps: runner.steps } : {}),
  };
}
