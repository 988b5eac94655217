import { z } from "zod";
import { formatCredits } from "../../../kernel/credits.ts";
import { Failure } from "../../../kernel/errors.ts";
import { type AnyOperation, defineOperation, withoutEvents } from "../../../kernel/operation.ts";
import { type Viewer, viewerOf } from "../../../kernel/viewer.ts";
import { answerChat, quoteChat } from "./answer-chat.ts";
import { ChatReply } from "./chat-answer.ts";
import type { ChatMeans, ChatOperations } from "./chat-means.ts";
import { type ChatScope, nextScope, resolveRequest } from "./chat-scope.ts";
import { NOTHING_CHOSEN } from "./chosen-scope.ts";
import type { NamingTools } from "./naming/recognise-companies.ts";
import { readRequest } from "./read-request.ts";

const QUESTION_LENGTH_MAX = 2_000;
const CREDITS = { usual: 50, most: 500 };
const MESSAGES_MAX = 100;
const EARLIER_MAX = 10;
const MODEL = "florin";

const maxCredits = z
  .int()
  .min(0)
  .max(CREDITS.most)
  .default(CREDITS.usual)
  .describe("Stop before spending more than this");
const ABOUT = "the sum of the steps the answer needed, quoted in advance and never more than max_credits";

/** The operations by id, so that a missing one fails at startup and not in an answer. */
export function collectChatOperations(all: readonly AnyOperation[]): ChatOperations {
  const find = (id: string): AnyOperation => {
    const operation = all.find((one) => one.id === id);
    if (!operation) throw new Error(`the general chat needs ${id}`);
    return operation;
  };
  return {
    searchCompany: find("companies.search"),
    screenCompanies: find("companies.search_batch"),
    searchReports: find("reports.search"),
    chatWithReport: find("answers.chat_report"),
    searchNews: find("news.search"),
    chatWithNews: find("news.chat"),
    eodPrice: find("prices.eod_price"),
    marketCap: find("prices.market_cap"),
    showSeries: find("financials.series"),
    screenFinancials: find("financials.screen"),
  };
}

export const chatQuery = (means: ChatMeans) =>
  defineOperation({
    id: "answers.query",
    summary: "Ask about companies, reports, prices and news together",
    guide:
      "Ask anything in plain words when you do not know which tool answers it, or when it takes several: a figure of a " +
      "company, how companies compare or rank (revenue, net income), its latest news, a price, companies by criteria. " +
      "Reports the credits of each step.",
    scope: "answers:ask",
    effect: "read",
    price: {
      most: ({ question, max_credits, quote_only }) =>
        quote_only ? 0 : Math.min(max_credits, quoteChat(means, question, null)),
      about: ABOUT,
    },
    perSecond: 5,
    rest: { method: "POST", path: "/v1/chat/query" },
    streams: { style: "answer" },
    mcp: { tool: "ask" },
    input: z.strictObject({
      question: z.string().trim().min(1).max(QUESTION_LENGTH_MAX).describe("In plain English"),
      max_credits: maxCredits,
      quote_only: z.boolean().default(false).describe("Only return what the answer could cost, free"),
    }),
    output: ChatReply,
    examples: [
      { title: "A figure", input: { question: "What was the revenue of Tessandral Instruments in 2024?" } },
      {
        title: "What a comparison would cost",
        input: {
          question: "Compare the net income of Tessandral Instruments and Haldrewick Water in 2024",
          quote_only: true,
        },
      },
    ],
    run: async (context, { question, max_credits, quote_only }) => {
      if (quote_only) return quoteReply(means, question);
      return (await answerChat(context, means, { question, scope: null, creditsMax: max_credits })).reply;
    },
  });

function quoteReply(means: ChatMeans, question: string): ChatReply {
  const { shape } = readRequest(question);
  const credits = quoteChat(means, question, null);
  return {
    request_params: { question },
    answer: `Answering this costs at most ${formatCredits(credits)}.`,
    shape,
    outcome: "help",
    companies: [],
    did_you_mean: [],
    spans: [],
    follow_ups: [],
    claims: [],
    record_claims: [],
    sources: [],
    steps: [],
    quote: { credits },
    credits_used: 0,
    engine: "quote",
    error: false,
  };
}

const Content = z.union([
  z.string().max(100_000),
  z.array(z.looseObject({ type: z.string(), text: z.string().max(100_000).optional() })).max(MESSAGES_MAX),
]);

/** Settings that clients send to models; accepted so that clients work unchanged, but ignored. */
const MODEL_SETTINGS = Object.fromEntries(
  (
    "temperature top_p n stop max_tokens max_completion_tokens presence_penalty frequency_penalty logit_bias logprobs " +
    "top_logprobs user seed tools tool_choice parallel_tool_calls response_format stream_options metadata store " +
    "service_tier reasoning_effort modalities prediction audio functions function_call verbosity safety_identifier " +
    "prompt_cache_key web_search_options"
  )
    .split(" ")
    .map((name) => [name, z.unknown().optional()] as const),
);

const Message = z.looseObject({
  role: z.enum(["system", "developer", "user", "assistant", "tool"]),
  content: Content.nullish(),
});

const CHUNK = "chat.completion.chunk";

const Completion = z.object({
  id: z.string(),
  object: z.literal("chat.completion"),
  created: z.int(),
  model: z.string(),
  choices: z.array(
    z.object({
      index: z.int(),
      message: z.object({ role: z.literal("assistant"), content: z.string() }),
      finish_reason: z.literal("stop"),
    }),
  ),
  usage: z.object({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() }),
  florin: ChatReply.describe("The answer with its claims, sources and steps"),
});

/** The chat completions interface that programs already use, on the same engine. */
export const chatCompletions = (means: ChatMeans) =>
  defineOperation({
    id: "answers.completions",
    summary: "The general chat in the format of OpenAI's chat completions",
    guide:
      "Use from programs that call OpenAI-compatible models. The last user message is the question; a company named " +
      "earlier is remembered. The complete answer with claims and sources is under `florin`.",
    scope: "answers:ask",
    effect: "read",
    price: {
      most: ({ messages, max_credits }) => {
        const { question, earlier } = readMessages(messages);
        return Math.min(max_credits, quoteChat(means, [...earlier, question].join("\n"), null));
      },
      about: ABOUT,
    },
    perSecond: 5,
    rest: { method: "POST", path: "/v1/chat/completions", reply: "raw" },
    streams: {
      style: "chunks",
      isRequested: (body) => (body as { stream?: unknown } | null)?.stream === true,
      whole: (answer) => asOneChunk(Completion.parse(answer)),
    },
    mcp: false,
    input: z.strictObject({
      ...MODEL_SETTINGS,
      model: z.string().max(200).default(MODEL),
      messages: z.array(Message).min(1).max(MESSAGES_MAX),
      stream: z.boolean().nullish(),
      max_credits: maxCredits,
    }),
    output: Completion,
    examples: [
      {
        title: "A figure",
        input: {
          model: MODEL,
          messages: [{ role: "user", content: "What was the revenue of Tessandral Instruments in 2024?" }],
        },
      },
    ],
    async run(context, { model, messages, max_credits }) {
      const { question, earlier } = readMessages(messages);
      if (question === "")
        throw new Failure("invalid_input", {
          detail: "messages: the last one with role user must contain a question",
        });
      const head = { id: `chatcmpl-${context.requestId}`, created: Math.floor(Date.now() / 1_000), model };
      const chunk = (event: "part" | "progress", delta: object, finish: string | null, more: object = {}) =>
        context.emit(event, {
          ...head,
          object: CHUNK,
          choices: [{ index: 0, delta, finish_reason: finish }],
          ...more,
        });
      chunk("progress", { role: "assistant", content: "" }, null);
      // Its own events would not be in this format.
      const inner = withoutEvents(context);
      inner.emit = (event, data) => {
        if (event !== "part") return;
        // Every part is text of the answer.
        const { text } = data as { text: string };
        for (const piece of text.match(/\s*\S+\s*/g) ?? []) chunk("part", { content: piece }, null);
      };
      const scope = await scopeOf(means, viewerOf(context.caller), earlier);
      const { reply: florin } = await answerChat(inner, means, { question, scope, creditsMax: max_credits });
      const usage = countTokens(question, florin.answer);
      chunk("part", {}, "stop", { usage, florin });
      return {
        ...head,
        object: "chat.completion" as const,
        choices: [
          {
            index: 0,
            message: { role: "assistant" as const, content: florin.answer },
            finish_reason: "stop" as const,
          },
        ],
        usage,
        florin,
      };
    },
  });

/** What the earlier questions of a conversation were about; their answers are not repeated. */
async function scopeOf(
  means: NamingTools,
  viewer: Viewer,
  earlier: readonly string[],
): Promise<ChatScope | null> {
  let scope: ChatScope | null = null;
  for (const question of earlier) {
    const request = await resolveRequest(means, viewer, { question, scope, choice: NOTHING_CHOSEN });
    scope = nextScope(scope, request, { companies: request.companies, reportId: null });
  }
  return scope;
}

function asOneChunk({ choices, ...rest }: z.output<typeof Completion>) {
  const reported = choices.map(({ message: delta, ...choice }) => ({ ...choice, delta }));
  return { ...rest, object: CHUNK, choices: reported };
}

function readMessages(messages: readonly z.output<typeof Message>[]): {
  question: string;
  earlier: string[];
} {
  const query = messages.filter(({ role }) => role === "user").map(({ content }) => textOf(content));
  const question = (query.at(-1) ?? "").trim().slice(0, QUESTION_LENGTH_MAX);
  return {
    question,
    earlier: query
      .slice(0, -1)
      .slice(-EARLIER_MAX)
      .map((text) => text.slice(0, QUESTION_LENGTH_MAX)),
  };
}

function textOf(content: z.output<typeof Content> | null | undefined): string {
  if (typeof content === "string") return content;
  return (content ?? []).map(({ text }) => text ?? "").join(" ");
}

/** By words, since there are no tokens: clients that sum up usage expect numbers. */
function countTokens(question: string, answer: string) {
  const [prompt_tokens, completion_tokens] = [question, answer].map(
    (text) => text.match(/\S+/g)?.length ?? 0,
  ) as [number, number];
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}
