/** Writes text from instructions and material. It runs nothing: it may ask for tools, which the caller runs or not. */
export interface LanguageModel {
  /** Provider and model, as answers name their engine. */
  name: string;
  /** Whether what it is given stays on this machine. */
  isLocal: boolean;
  /** How long one answer may take, all its turns together. */
  secondsMax: number;
  /** How much material it may be given, in tokens. */
  contextTokensMax: number;
  /** The most tokens that the service uses in a day. */
  tokensPerDay: number;
  /** The names of the models that the provider has; null when it does not say. */
  listModels: () => Promise<string[] | null>;
  /**
   * Throws `LanguageModelDown` without a usable result: provider down, too slow, budget used up. Retries temporary
   * failures.
   */
  write: (input: WritingRequest) => Promise<Writing>;
}

/** A tool that the model may ask for. */
export interface ModelTool {
  name: string;
  description: string;
  /** JSON Schema of its input. */
  input: object;
}

export interface ToolCall {
  id: string;
  name: string;
  input: unknown;
}

/** What was said after the material. */
export type ModelMessage =
  | { role: "user"; text: string }
  | { role: "assistant"; text: string; calls: readonly ToolCall[] }
  | { role: "tool"; results: readonly { call: ToolCall; output: string }[] };

export interface WritingRequest {
  instructions: string;
  material: string;
  /** The turns so far; none for a first answer. */
  later?: readonly ModelMessage[];
  tools?: readonly ModelTool[];
  signal: AbortSignal;
  /** Aborted when the time of the whole answer is used up; without one, `secondsMax` from now. */
  deadline?: AbortSignal;
  /** Called with every piece as it arrives. */
  onText?: (piece: string) => void;
}

export interface Writing {
  text: string;
  /** The tools it asks for before it answers. */
  calls: ToolCall[];
  tokens: number;
  /** `cut`: the token limit of one answer was reached. `refused`: the provider's filter stopped it. */
  end: "done" | "cut" | "refused";
}

export type DownReason = "unavailable" | "time_out" | "budget" | "disabled";

const DOWN_WORDS: Readonly<Record<DownReason, string>> = {
  unavailable: "unavailable",
  time_out: "time-out",
  budget: "budget",
  disabled: "disabled for this account",
};

/** Its message follows the name of the engine that answers instead. */
export class LanguageModelDown extends Error {
  readonly reason: DownReason;

  constructor(reason: DownReason, options?: ErrorOptions) {
    super(`language model: ${DOWN_WORDS[reason]}`, options);
    this.reason = reason;
  }
}

const DAY_MILLISECONDS = 86_400_000;

/** Adds tokens to those of the day and returns what all nodes have used; adding none only asks. */
export type AddTokens = (tokens: number) => Promise<number>;

/** Counts tokens per day; the daily limit is exceeded at most by the calls in progress. */
export class TokenBudget {
  readonly #perDay: number;
  readonly #addTokens: AddTokens | undefined;
  #day = 0;
  #used = 0;

  /** Without `addTokens` only this node counts. */
  constructor(perDay: number, addTokens?: AddTokens) {
    this.#perDay = perDay;
    this.#addTokens = addTokens;
  }

  /** What other nodes have used since. */
  async refresh(): Promise<void> {
    this.#turn();
    if (this.#addTokens) this.#used = await this.#addTokens(0);
  }

  get left(): number {
    this.#turn();
    return Math.max(0, this.#perDay - this.#used);
  }

  async spend(tokens: number): Promise<void> {
    this.#turn();
    this.#used += tokens;
    if (this.#addTokens) this.#used = await this.#addTokens(tokens);
  }

  #turn(): void {
    const day = Math.floor(Date.now() / DAY_MILLISECONDS);
    if (day !== this.#day) this.#used = 0;
    this.#day = day;
  }
}
