/** Writes text from instructions and material. It has no tools: all it can do is write. */
export interface LanguageModel {
  /** Provider and model, as answers name their engine. */
  name: string;
  /** How much material it may be given, in tokens. */
  contextTokensMax: number;
  /**
   * Throws `LanguageModelDown` without a usable result: provider down, too slow, budget used up. Retries temporary
   * failures.
   */
  write: (input: WritingRequest) => Promise<Writing>;
}

export interface WritingRequest {
  instructions: string;
  material: string;
  signal: AbortSignal;
  /** Called with every piece as it arrives. */
  onText?: (piece: string) => void;
}

export interface Writing {
  text: string;
  tokens: number;
  /** `cut`: the token limit of one answer was reached. `refused`: the provider's filter stopped it. */
  end: "done" | "cut" | "refused";
}

export type DownReason = "unavailable" | "time_out" | "budget";

export class LanguageModelDown extends Error {
  readonly reason: DownReason;

  constructor(reason: DownReason, options?: ErrorOptions) {
    super(`language model: ${reason}`, options);
    this.reason = reason;
  }
}

const DAY_MILLISECONDS = 86_400_000;

/** Counts tokens per day; the daily limit is exceeded at most by the calls in progress. */
export class TokenBudget {
  readonly #perDay: number;
  readonly #now: () => number;
  #day = 0;
  #used = 0;

  constructor(perDay: number, now: () => number = Date.now) {
    this.#perDay = perDay;
    this.#now = now;
  }

  get left(): number {
    this.#turn();
    return Math.max(0, this.#perDay - this.#used);
  }

  spend(tokens: number): void {
    this.#turn();
    this.#used += tokens;
  }

  #turn(): void {
    const day = Math.floor(this.#now() / DAY_MILLISECONDS);
    if (day !== this.#day) this.#used = 0;
    this.#day = day;
  }
}
