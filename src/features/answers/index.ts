/** Answers: questions about reports, with every number verified on its page before it is returned. Owns `language_model_tokens` and `language_model_health`. */
import type { AnyOperation } from "../../kernel/operation.ts";
import type { Database } from "../../platform/db/index.ts";
import type { Embedder, LanguageModel, PassageReader } from "../../platform/models/index.ts";
import type { Storage } from "../../platform/storage/index.ts";
import { makeLookup } from "../companies/index.ts";
import type { ChatMeans } from "./chat/chat-means.ts";
import { chatCompletions, chatQuery, collectChatOperations } from "./chat/operations.ts";
import { listLanguageModels, showLanguageModel, switchLanguageModel } from "./model-operations.ts";
import { chatWithReport } from "./operations.ts";
import type { ReportCache } from "./report-cache.ts";
import { selectToolOperations } from "./writing/catalog-tools.ts";

export { findAccountModel } from "./account-model.ts";
export type { ReportAnswer } from "./answer.ts";
export { answerChat, quoteChat, quoteChosen } from "./chat/answer-chat.ts";
export { ChatReply } from "./chat/chat-answer.ts";
export { type ChatMeans, listChatScopes } from "./chat/chat-means.ts";
export { ChatScope } from "./chat/chat-scope.ts";
export { ChosenScope, resolveChoice } from "./chat/chosen-scope.ts";
export { suggestFollowUps } from "./chat/suggest-follow-ups.ts";
export type { Claim } from "./claims/claim.ts";
export { listTagVerdicts } from "./claims/compare-with-tags.ts";
export { isFieldOf, shareSaid, speaksOf } from "./claims/match-label.ts";
export { listNumbers, numbersIn, rereads } from "./claims/verify.ts";
export { verifyField } from "./claims/verify-field.ts";
export type { FigureAnswer } from "./figures/answer-figure.ts";
export type { FigurePeriod } from "./figures/figure-reader.ts";
export { BUILT_IN_ENGINE } from "./operations.ts";
export { claimQuote, type Quote } from "./passages/find-quotes.ts";
export { locateSentence, sentencesOf } from "./passages/sentences.ts";
export { ReportCache } from "./report-cache.ts";
export { type ReadableReport, ReportReader } from "./report-reader.ts";
export { Nearness } from "./retrieval/nearness.ts";
export { PASSAGES_READ, Readings, type ReadPassage } from "./retrieval/readings.ts";
export { addTokens, recordModelOutcome } from "./store.ts";
export { contentTermsOf } from "./text/terms.ts";
export { isDenied, isInstruction } from "./writing/word-support.ts";
export { newsWriter } from "./writing/write-news.ts";

export interface AnswerTools {
  db: Database;
  storage: Storage;
  embedder: Embedder;
  passageReader: PassageReader;
  languageModel: LanguageModel | null;
  reportCache: ReportCache;
  /** Signs the links to claims on an account's own reports. */
  linkKey: Buffer;
}

/** What the general chat works with: `operations` are those it runs, those of reports among them. */
export function chatMeans(
  { db, linkKey, languageModel }: Pick<AnswerTools, "db" | "linkKey" | "languageModel">,
  operations: readonly AnyOperation[],
): ChatMeans {
  return {
    ...collectChatOperations(operations),
    db,
    linkKey,
    lookUp: makeLookup(db),
    languageModel,
    // Also without a model: what one has read keeps its scopes.
    toolOperations: selectToolOperations(operations),
  };
}

/** The language model, and whether the account uses it. */
export const modelOperations = (tools: Pick<AnswerTools, "db" | "languageModel">) =>
  [showLanguageModel(tools), listLanguageModels(tools), switchLanguageModel(tools)] as const;

/** `others` are the operations that the general chat and a language model run. */
export const answerOperations = (tools: AnswerTools, others: readonly AnyOperation[]) => {
  const report = chatWithReport({
    ...tools,
    cache: tools.reportCache,
    toolOperations: selectToolOperations(others),
  });
  const means = chatMeans(tools, [...others, report]);
  return [report, chatQuery(means), chatCompletions(means)] as const;
};
export { warmUpReader } from "./warm-up.ts";
