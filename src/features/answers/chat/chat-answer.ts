import { z } from "zod";
import { ModelUse } from "../../../kernel/model-use.ts";
import { Claim } from "../claims/claim.ts";
import type { ClaimSpan } from "../claims/quotation.ts";
import { type Change, RecordClaim } from "./record-claims.ts";

/** Where an answer of the general chat came from. */
export const ChatSource = z
  .object({
    kind: z.enum(["report", "news", "price", "companies"]),
    title: z.string(),
    report_id: z.string().nullable(),
    page: z.int().nullable(),
    link: z.string().nullable(),
    date: z.string().nullable(),
  })
  .meta({ id: "ChatSource" });
export type ChatSource = z.infer<typeof ChatSource>;

export const ChatCompany = z
  .object({ svc_entity_id: z.string(), name: z.string() })
  .meta({ id: "ChatCompany" });

/** One operation that was run for an answer, and its outcome. */
export const ChatStep = z.object({
  operation_id: z.string(),
  about: z.string(),
  credits: z.int(),
  outcome: z.enum(["done", "failed", "over_budget"]),
  detail: z.string().nullable().describe("Why it failed"),
});
export type ChatStep = z.infer<typeof ChatStep>;

export type ChatOutcome = z.infer<typeof ChatReply>["outcome"];

export const ChatReply = z.object({
  request_params: z.object({ question: z.string() }),
  answer: z.string(),
  shape: z
    .enum([
      "figure",
      "comparison",
      "ranking",
      "news",
      "reports",
      "screen",
      "price",
      "market_cap",
      "opinion",
      "unclear",
    ])
    .describe("How the question was understood"),
  outcome: z
    .enum(["answered", "partly_answered", "not_found", "ask_back", "help", "declined"])
    .describe("`ask_back`: nothing was charged"),
  companies: z.array(ChatCompany),
  did_you_mean: z
    .array(z.object({ name: z.string(), companies: z.array(ChatCompany) }))
    .describe("For names that no company has"),
  spans: z
    .array(z.object({ start: z.int(), end: z.int(), claim_id: z.string() }))
    .describe("Which characters of `answer` each claim proves"),
  follow_ups: z.array(z.string()),
  claims: z.array(Claim).describe("Numbers read or computed from reports, each with its source on the page"),
  record_claims: z
    .array(RecordClaim)
    .describe("Numbers from the service's own records, such as prices and headlines, each with its source"),
  sources: z.array(ChatSource),
  steps: z.array(ChatStep),
  quote: z.object({ credits: z.int().describe("Maximum cost of the answer, known before anything runs") }),
  credits_used: z.int(),
  engine: z.string(),
  withheld: z
    .int()
    .optional()
    .describe("Sentences of the language model that could not be verified and are not in the answer"),
  model: ModelUse.optional(),
  error: z.boolean(),
});
export type ChatReply = z.infer<typeof ChatReply>;

/** What the code for one question shape returns; the rest of the reply is common to all. */
export interface ShapeAnswer {
  answer: string;
  /** `answered` unless said otherwise. */
  outcome?: ChatOutcome;
  spans?: readonly ClaimSpan[];
  /** The report the answer was read from, for the questions that follow. */
  reportId?: string;
  claims: Claim[];
  recordClaims?: RecordClaim[];
  /** Percentages computed from two numbers of the records. */
  changes?: readonly Change[];
  sources: ChatSource[];
  engine?: string;
}

export const plainAnswer = (answer: string): ShapeAnswer => ({ answer, claims: [], sources: [] });

export const notFound = (answer: string): ShapeAnswer => ({ ...plainAnswer(answer), outcome: "not_found" });

export function sourceOf(
  kind: ChatSource["kind"],
  title: string,
  more: Partial<Omit<ChatSource, "kind" | "title">> = {},
): ChatSource {
  return { kind, title, report_id: null, page: null, link: null, date: null, ...more };
}
