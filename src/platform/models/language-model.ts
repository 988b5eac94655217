/** Writes text from instructions and material. It is given no tools: all it can do is write. */
export interface LanguageModel {
  /** Provider and model, as answers name the engine that wrote them. */
  name: string;
  /**
   * Throws `LanguageModelDown` when nothing usable came: provider down, too slow, budget used up. Retries by itself
   * what may work a moment later.
   */
  write: (input: WritingRequest) => Promise<Writing>;
}

export interface WritingRequest {
  instructions: string;
  material: string;
  signal: AbortSignal;
  /** Told every piece as it comes. */
  onText?: (piece: string) => void;
}

export interface Writing {
  text: string;
  tokens: number;
  /** `cut`: the budget for one answer was used up. `refused`: the provider's own filter stopped it. */
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

/** Counts tokens by the day; what a day allows is not exceeded by more than the calls under way. */
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
