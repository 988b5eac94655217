/**
 * Answers: questions about reports, with numbers that were read again from the page before they leave. Owns `claim`.
 */
import { type AnswerTools, chatWithReport } from "./operations.ts";

export type { ReportAnswer } from "./answer.ts";
export { type ClaimPage, type ClaimPageTools, drawClaim } from "./claim-page.ts";
export { numbersIn } from "./claims/verify.ts";
export { type ReadableReport, ReportReader } from "./report-reader.ts";

export const answerOperations = (tools: AnswerTools) => [chatWithReport(tools)] as const;
