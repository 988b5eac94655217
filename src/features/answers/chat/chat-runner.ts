import { Failure } from "../../../kernel/errors.ts";
import type { AnyOperation, Context } from "../../../kernel/operation.ts";
import type { Brought } from "./record-claims.ts";

/** One operation that was run for an answer, and what became of it. */
export interface ChatStep {
  operation_id: string;
  about: string;
  credits: number;
  outcome: "done" | "failed" | "over_budget";
  /** Why it failed, in words a caller may read. */
  detail: string | null;
}

export class OverBudget extends Error {}

/** Runs operations for one question, each through the gate, and stops before more is spent than allowed. */
export class ChatRunner {
  readonly steps: ChatStep[] = [];
  /** What each step replied, or why it did not. */
  readonly brought: Brought[] = [];
  readonly #context: Context;
  readonly #creditsMax: number;
  #credits = 0;

  constructor(context: Context, creditsMax: number) {
    this.#context = context;
    this.#creditsMax = creditsMax;
  }

  get credits(): number {
    return this.#credits;
  }

  /** The operation's answer; null when it refused, which the steps tell. Throws `OverBudget` before spending too much. */
  async run<Answer>(operation: AnyOperation, input: object, about: string): Promise<Answer | null> {
    const step: ChatStep = { operation_id: operation.id, about, credits: 0, outcome: "done", detail: null };
    this.steps.push(step);
    if (this.#credits + ceilingOf(operation, input) > this.#creditsMax) {
      step.outcome = "over_budget";
      throw new OverBudget();
    }
    this.#context.emit("progress", { step: operation.id, about });
    try {
      const { data, credits } = await this.#context.run(operation, input);
      step.credits = credits;
      this.#credits += credits;
      this.brought.push({ operation_id: operation.id, data });
      // The gate has parsed it by the operation's own schema; each caller names the part it reads.
      return data as Answer;
    } catch (error) {
      if (!(error instanceof Failure) || error.status >= 500) throw error;
      step.outcome = "failed";
      step.detail = error.detail ?? error.message;
      this.brought.push({ operation_id: operation.id, data: { detail: step.detail } });
      return null;
    }
  }
}

export function ceilingOf({ price }: AnyOperation, input: unknown): number {
  return typeof price === "number" ? price : price.most(input);
}
