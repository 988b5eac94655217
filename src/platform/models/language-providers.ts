import type { LanguageModel as SdkModel } from "ai";
import { type MakeBreaker, openBreaker } from "../breaker/index.ts";
import type { Trace } from "../telemetry/index.ts";
import {
  type LanguageModel,
  LanguageModelDown,
  TokenBudget,
  type Writing,
  type WritingRequest,
} from "./language-model.ts";

export interface LanguageModelSettings {
  provider: "openai-compatible" | "anthropic" | "google";
  model: string;
  /** The provider's URL; required for OpenAI-compatible ones, which are many. */
  url: string | undefined;
  apiKey: string | undefined;
  secondsMax: number;
  /** Per answer. */
  tokensMax: number;
  /** Material of one question; what the model's context window holds, less the answer. */
  contextTokensMax: number;
  tokensPerDay: number;
  makeBreaker?: MakeBreaker | undefined;
  trace?: Trace | undefined;
}

const RETRIES = 2;
/** After this many consecutive failures only the built-in reader answers for a while. */
const FAILURES_MAX = 5;
const PAUSE_MILLISECONDS = 30_000;
/** Approximate letters per token, for providers that do not count tokens. */
const CHARACTERS_PER_TOKEN = 4;

/** Does not connect yet; the SDK is loaded only when a model is configured. */
export async function openLanguageModel(settings: LanguageModelSettings): Promise<LanguageModel> {
  const [{ streamText }, model] = await Promise.all([import("ai"), makeModel(settings)]);
  const budget = new TokenBudget(settings.tokensPerDay);
  async function ask(input: WritingRequest): Promise<Writing> {
    const late = AbortSignal.timeout(settings.secondsMax * 1_000);
    const stream = streamText({
      model,
      instructions: input.instructions,
      prompt: input.material,
      temperature: 0,
      maxOutputTokens: Math.min(settings.tokensMax, budget.left),
      maxRetries: RETRIES,
      // Text already passed on cannot be taken back: a broken stream is not restarted.
      streamRetries: 0,
      abortSignal: AbortSignal.any([input.signal, late]),
      // Errors arrive in the stream, where they are handled.
      onError: () => {},
    }).fullStream;
    const writing = await collect(stream, input).catch((cause: unknown) => {
      input.signal.throwIfAborted();
      throw new LanguageModelDown(late.aborted ? "time_out" : "unavailable", { cause });
    });
    budget.spend(writing.tokens);
    return writing;
  }
  const name = `${settings.provider}:${settings.model}`;
  const { makeBreaker = openBreaker, trace } = settings;
  const breaker = makeBreaker({
    service: "language_model",
    failuresMax: FAILURES_MAX,
    pauseMilliseconds: PAUSE_MILLISECONDS,
    isOutage: (error) => error instanceof LanguageModelDown,
    refuse: () => new LanguageModelDown("unavailable"),
  });
  const guarded = (input: WritingRequest) => breaker.run(() => ask(input));
  return {
    name,
    contextTokensMax: settings.contextTokensMax,
    async write(input) {
      if (budget.left === 0) throw new LanguageModelDown("budget");
      if (!trace) return guarded(input);
      const step = { name: "language model", outside: true, facts: { "gen_ai.request.model": name } };
      return trace(step, async (add) => {
        const writing = await guarded(input);
        add({ "gen_ai.usage.total_tokens": writing.tokens, "gen_ai.response.finish_reasons": writing.end });
        return writing;
      });
    },
  };
}

async function makeModel({ provider, model, url, apiKey }: LanguageModelSettings): Promise<SdkModel> {
  const options = { ...(apiKey ? { apiKey } : {}), ...(url ? { baseURL: url } : {}) };
  switch (provider) {
    case "anthropic":
      return (await import("@ai-sdk/anthropic")).createAnthropic(options)(model);
    case "google":
      return (await import("@ai-sdk/google")).createGoogle(options)(model);
    case "openai-compatible": {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      return createOpenAICompatible({ ...options, name: provider, baseURL: url ?? "", includeUsage: true })(
        model,
      );
    }
  }
}

interface StreamPart {
  type: string;
  text?: string;
  error?: unknown;
  finishReason?: string;
  totalUsage?: { totalTokens?: number | undefined };
}

async function collect(
  stream: AsyncIterable<unknown>,
  { instructions, material, onText }: WritingRequest,
): Promise<Writing> {
  let text = "";
  let finish: StreamPart = { type: "finish" };
  for await (const raw of stream) {
    // The parts read here are the same for every provider; all others are ignored.
    const part = raw as StreamPart;
    if (part.type === "error") throw part.error;
    if (part.type === "finish") finish = part;
    if (part.type !== "text-delta" || !part.text) continue;
    text += part.text;
    onText?.(part.text);
  }
  const { finishReason, totalUsage } = finish;
  if (finishReason === undefined || finishReason === "error")
    throw new Error(`the answer ended without a finish event: ${finishReason}`);
  const letters = instructions.length + material.length + text.length;
  return {
    text,
    tokens: totalUsage?.totalTokens ?? Math.ceil(letters / CHARACTERS_PER_TOKEN),
    end: finishReason === "length" ? "cut" : finishReason === "content-filter" ? "refused" : "done",
  };
}
