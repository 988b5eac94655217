import type { ModelMessage as SdkMessage, LanguageModel as SdkModel, ToolSet } from "ai";
import { type MakeBreaker, openBreaker } from "../breaker/index.ts";
import type { Trace } from "../telemetry/index.ts";
import {
  type AddTokens,
  type DownReason,
  type LanguageModel,
  LanguageModelDown,
  type ModelMessage,
  type ModelTool,
  TokenBudget,
  type ToolCall,
  type Writing,
  type WritingRequest,
} from "./language-model.ts";
import { listModels, type Provider } from "./list-models.ts";

export interface LanguageModelSettings {
  provider: Provider;
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
  /** Counts the tokens of all nodes together; without it each counts its own. */
  addTokens?: AddTokens | undefined;
  /** Called after every request to the provider: null when it answered, otherwise why it did not. */
  recordOutcome?: ((model: string, failure: string | null) => Promise<void>) | undefined;
  makeBreaker?: MakeBreaker | undefined;
  trace?: Trace | undefined;
}

const CACHED = { anthropic: { cacheControl: { type: "ephemeral" } } };
const RETRIES = 2;
/** After this many consecutive failures only the built-in reader answers for a while. */
const FAILURES_MAX = 5;
const PAUSE_MILLISECONDS = 30_000;
/** In one turn; what else it asks for is dropped. */
const CALLS_MAX = 8;
/** A turn that is longer than its tokens can be is not read on, whatever limit its provider was given. */
const CHARACTERS_PER_TOKEN_MAX = 16;
/** Approximate letters per token, for providers that do not count tokens. */
const CHARACTERS_PER_TOKEN = 4;

/** Does not connect yet; the SDK is loaded only when a model is configured. */
export async function openLanguageModel(settings: LanguageModelSettings): Promise<LanguageModel> {
  const [{ streamText, jsonSchema }, model] = await Promise.all([import("ai"), makeModel(settings)]);
  const describeTools = (tools: readonly ModelTool[]): ToolSet =>
    Object.fromEntries(
      tools.map(({ name, description, input }) => [name, { description, inputSchema: jsonSchema(input) }]),
    );
  const budget = new TokenBudget(settings.tokensPerDay, settings.addTokens);
  const name = `${settings.provider}:${settings.model}`;
  const { makeBreaker = openBreaker, trace, recordOutcome } = settings;
  async function ask(input: WritingRequest): Promise<Writing> {
    const late = input.deadline ?? AbortSignal.timeout(settings.secondsMax * 1_000);
    const tools = input.tools ?? [];
    const stream = streamText({
      model,
      instructions: input.instructions,
      messages: [
        // Providers that cache prompts only on request keep the material for the turns that follow.
        { role: "user", content: input.material, providerOptions: CACHED },
        ...(input.later ?? []).flatMap(asSdkMessage),
      ],
      ...(tools.length > 0 ? { tools: describeTools(tools) } : {}),
      temperature: 0,
      maxOutputTokens: Math.min(settings.tokensMax, budget.left),
      maxRetries: RETRIES,
      // Text already passed on cannot be taken back: a broken stream is not restarted.
      streamRetries: 0,
      abortSignal: AbortSignal.any([input.signal, late]),
      // Errors arrive in the stream, where they are handled.
      onError: () => {},
    }).fullStream;
    const turn = new Turn(input, settings.tokensMax * CHARACTERS_PER_TOKEN_MAX);
    const writing = await turn.collect(stream).catch(async (cause: unknown) => {
      // What was begun was paid for, also when it broke off or the caller has left.
      if (turn.hasBegun) await budget.spend(turn.tokens);
      input.signal.throwIfAborted();
      const reason = late.aborted ? "time_out" : "unavailable";
      await recordOutcome?.(name, describeFailure(reason, cause));
      throw new LanguageModelDown(reason, { cause });
    });
    await budget.spend(writing.tokens);
    await recordOutcome?.(name, null);
    return writing;
  }
  const breaker = makeBreaker({
    service: "language_model",
    failuresMax: FAILURES_MAX,
    pauseMilliseconds: PAUSE_MILLISECONDS,
    isOutage: (error) => error instanceof LanguageModelDown && !REFUSALS.has(statusOf(error.cause) ?? 0),
    refuse: () => new LanguageModelDown("unavailable"),
  });
  const guarded = (input: WritingRequest) => breaker.run(() => ask(input));
  return {
    name,
    isLocal: settings.url !== undefined && isLocalUrl(settings.url),
    secondsMax: settings.secondsMax,
    contextTokensMax: settings.contextTokensMax,
    tokensPerDay: settings.tokensPerDay,
    listModels: () => listModels(settings),
    async write(input) {
      await budget.refresh();
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

/** A redirection would send the material to a host that the operator did not configure. */
const fetchHere: typeof fetch = (input, init) => fetch(input, { ...init, redirect: "error" });

async function makeModel({ provider, model, url, apiKey }: LanguageModelSettings): Promise<SdkModel> {
  const options = { ...(apiKey ? { apiKey } : {}), ...(url ? { baseURL: url } : {}), fetch: fetchHere };
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

function asSdkMessage(message: ModelMessage): SdkMessage[] {
  switch (message.role) {
    case "user":
      return [{ role: "user", content: message.text }];
    case "assistant":
      return [
        {
          role: "assistant",
          content: [
            ...(message.text === "" ? [] : [{ type: "text" as const, text: message.text }]),
            ...message.calls.map(({ id, name, input }) => ({
              type: "tool-call" as const,
              toolCallId: id,
              toolName: name,
              input,
            })),
          ],
        },
      ];
    case "tool":
      return [
        {
          role: "tool",
          content: message.results.map(({ call, output }) => ({
            type: "tool-result" as const,
            toolCallId: call.id,
            toolName: call.name,
            output: { type: "text" as const, value: output },
          })),
        },
      ];
  }
}

/** The provider works and refuses this one request, such as one that is too long for the model. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 422]);

function statusOf(cause: unknown): number | null {
  const { statusCode, lastError } = (cause ?? {}) as { statusCode?: unknown; lastError?: unknown };
  const status = statusCode ?? (lastError as { statusCode?: unknown } | undefined)?.statusCode;
  return typeof status === "number" ? status : null;
}

/** The kind of failure and the status of the response. Not the provider's words, which may repeat the key. */
function describeFailure(reason: DownReason, cause: unknown): string {
  const status = statusOf(cause);
  const text = reason.replace("_", "-");
  return status === null ? text : `${text} (HTTP ${status})`;
}

/** Whether a URL is of this machine. */
function isLocalUrl(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname === "[::1]" || /^127\./.test(hostname);
}

interface StreamPart {
  type: string;
  text?: string;
  delta?: string;
  toolCallId?: string;
  toolName?: string;
  input?: unknown;
  error?: unknown;
  finishReason?: string;
  totalUsage?: { totalTokens?: number | undefined };
}

/** One turn of a model while it arrives. */
class Turn {
  readonly #request: WritingRequest;
  readonly #lettersMax: number;
  #letters = 0;

  constructor(request: WritingRequest, lettersMax: number) {
    this.#request = request;
    this.#lettersMax = lettersMax;
  }

  get hasBegun(): boolean {
    return this.#letters > 0;
  }

  /** Estimated, for what the provider does not count. */
  get tokens(): number {
    const { instructions, material, later = [] } = this.#request;
    const sent = instructions.length + material.length + JSON.stringify(later).length;
    return Math.ceil((sent + this.#letters) / CHARACTERS_PER_TOKEN);
  }

  async collect(stream: AsyncIterable<unknown>): Promise<Writing> {
    let text = "";
    const calls: ToolCall[] = [];
    let finish: StreamPart = { type: "finish" };
    for await (const raw of stream) {
      // The parts read here are the same for every provider; all others are ignored.
      const part = raw as StreamPart;
      switch (part.type) {
        case "error":
          throw part.error;
        case "finish":
          finish = part;
          break;
        case "tool-input-delta":
          this.#count(part.delta);
          break;
        case "tool-call":
          if (calls.length < CALLS_MAX) calls.push(readCall(part));
          break;
        case "text-delta":
          this.#count(part.text);
          text += part.text ?? "";
          if (part.text) this.#request.onText?.(part.text);
      }
    }
    return { text, calls, ...this.#finish(finish) };
  }

  #count(piece = ""): void {
    this.#letters += piece.length;
    if (this.#letters > this.#lettersMax) throw new Error("the answer is longer than its tokens can be");
  }

  #finish({ finishReason, totalUsage }: StreamPart): Pick<Writing, "tokens" | "end"> {
    if (finishReason === undefined || finishReason === "error")
      throw new Error(`the answer ended without a finish event: ${finishReason}`);
    return {
      tokens: totalUsage?.totalTokens ?? this.tokens,
      end: finishReason === "length" ? "cut" : finishReason === "content-filter" ? "refused" : "done",
    };
  }
}

const readCall = ({ toolCallId = "", toolName = "", input }: StreamPart): ToolCall => ({
  id: toolCallId,
  name: toolName,
  input,
});
