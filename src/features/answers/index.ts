/** Answers: questions about reports, with numbers that were read again from the page before they leave. */
export type { ReportAnswer } from "./answer.ts";
export { numbersIn } from "./claims/verify.ts";
export { type ReadableReport, ReportReader } from "./report-reader.ts";
