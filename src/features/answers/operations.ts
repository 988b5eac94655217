import { z } from "zod";
import { defineOperation } from "../../kernel/operation.ts";
import type { Database } from "../../platform/db/index.ts";
import type { Storage } from "../../platform/storage/index.ts";
import { requireReadReport } from "../reports/index.ts";
import { Claim } from "./claims/claim.ts";
import { ReportShelf } from "./report-shelf.ts";
import { saveClaims } from "./store.ts";

export interface AnswerTools {
  db: Database;
  storage: Storage;
}

const QUESTION_LETTERS_MAX = 2_000;
const SHELF_BYTES_MAX = 512_000_000;
const CREDITS = { answered: 3, not_found: 1 };
/** Says which reader answered; changes when the same question could be answered otherwise. */
const BUILT_IN_ENGINE = "built-in-reader-1";

const ChatAnswer = z.object({
  request_params: z.object({ report_id: z.string(), question: z.string() }),
  answer: z.string(),
  reference: z
    .array(z.object({ attachment: z.string(), page: z.int().positive() }))
    .describe("Pages the answer rests on first, then the pages nearest to the question"),
  error: z.boolean(),
  claims: z.array(Claim).describe("Every number of the answer, with its place on the page"),
  confidence: z.number().min(0).max(1),
  engine: z.string(),
});

export const chatWithReport = (tools: AnswerTools) => {
  const { db, storage } = tools;
  const shelf = new ReportShelf({ db, storage }, SHELF_BYTES_MAX);
  return defineOperation({
    id: "answers.chat_report",
    summary: "Ask one report a question",
    guide:
      "Use when the answer lies inside a single report. Needs a report_id from reports.search. Figures are looked up " +
      "or computed from the statements and come with claims that name page and place; other questions get the " +
      "nearest sentences word for word. Says so when the report does not answer.",
    scope: "answers:ask",
    effect: "read",
    price: {
      most: () => CREDITS.answered,
      about: `${CREDITS.answered} credits for an answer, ${CREDITS.not_found} when the report does not say`,
    },
    perSecond: 10,
    rest: { method: "POST", path: "/v1/chat/chat_report", alsoGet: true },
    mcp: true,
    input: z.strictObject({
      report_id: z.string().min(1).max(60),
      question: z.string().trim().min(1).max(QUESTION_LETTERS_MAX).describe("In plain English"),
    }),
    output: ChatAnswer,
    examples: [
      {
        title: "A figure of a demo report",
        input: { report_id: "rep_vujzjgh7sqyi", question: "What is the gross margin for FY2024?" },
      },
    ],
    async run(context, input) {
      const report = await requireReadReport(db, context.caller.accountId, input.report_id);
      const reader = await shelf.open(report);
      const answer = reader.ask(input.question);
      await saveClaims(db, report.report_id, answer.claims);
      context.use(answer.kind === "not_found" ? CREDITS.not_found : CREDITS.answered);
      return {
        request_params: { report_id: input.report_id, question: input.question },
        answer: answer.text,
        reference: answer.pages.map((page) => ({ attachment: report.file_name, page })),
        error: false,
        claims: answer.claims.map((claim) => withLink(claim, context.baseUrl)),
        confidence: answer.confidence,
        engine: BUILT_IN_ENGINE,
      };
    },
  });
};

function withLink(claim: Claim, baseUrl: string): Claim {
  return claim.page === null ? claim : { ...claim, link: `${baseUrl}/c/${claim.claim_id}` };
}
