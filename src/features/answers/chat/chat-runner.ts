import { Failure } from "../../../kernel/errors.ts";
import type { AnyOperation, Context } from "../../../kernel/operation.ts";
import type { ChatStep } from "./chat-answer.ts";
import type { OperationReply } from "./record-claims.ts";

export class OverBudget extends Error {}

/** Runs operations for one question, each through the gate, and stops before exceeding the budget. */
export class ChatRunner {
  readonly steps: ChatStep[] = [];
  /** Each step's reply, or why it has none. */
  readonly replies: OperationReply[] = [];
  /** The reports that were to be asked: the steps show their titles, also when they could not be. */
  readonly asked = new Set<string>();
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

  /** What links to claims are made for. */
  get reader(): Pick<Context, "baseUrl" | "caller"> {
    return this.#context;
  }

  /**
   * The operation's result; null when it failed, which the steps report. Throws `OverBudget` before spending too
   * much.
   */
  async run<Answer>(operation: AnyOperation, input: object, about: string): Promise<Answer | null> {
    const step: ChatStep = { operation_id: operation.id, about, credits: 0, outcome: "done", detail: null };
    this.steps.push(step);
    if ("report_id" in input) this.asked.add(String(input.report_id));
    if (this.#credits + ceilingOf(operation, input) > this.#creditsMax) {
      step.outcome = "over_budget";
      throw new OverBudget();
    }
    this.#context.emit("progress", { step: operation.id, about });
    try {
      const { data, credits } = await this.#context.run(operation, input);
      step.credits = credits;
      this.#credits += credits;
      this.replies.push({ operation_id: operation.id, data });
      // The gate has parsed it with the operation's schema; each caller names the part it reads.
      return data as Answer;
    } catch (error) {
      if (!(error instanceof Failure) || error.status >= 500) throw error;
      step.outcome = "failed";
      step.detail = error.detail ?? error.message;
      this.replies.push({ operation_id: operation.id, data: { detail: step.detail } });
      return null;
    }
  }
}

export function ceilingOf({ price }: AnyOperation, input: unknown): number {
  return typeof price === "number" ? price : price.most(input);
}
