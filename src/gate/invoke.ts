import { z } from "zod";
import { Failure } from "../kernel/errors.ts";
import { makeCallId } from "../kernel/ids.ts";
import type { AnyOperation, Context } from "../kernel/operation.ts";
import { checkRateLimit, requireScope } from "./admit.ts";
import type { Call, Gate } from "./call.ts";
import { parseInput } from "./parse-input.ts";

export interface InvocationResult {
  data: unknown;
  /** Credits the operation reported, when its price is a ceiling. */
  used: number;
  context: Context;
}

const ignorePart = () => {};

/** Runs the operation itself, within the call's time limit. */
export async function invoke(gate: Gate, call: Call, input: unknown): Promise<InvocationResult> {
  const { operation } = call;
  const usage = { credits: 0 };
  const context = new CallContext(gate, call, usage);
  try {
    const work = operation.run(context, input);
    const answer = call.endsAt === undefined ? await work : await gate.timeLimit.enforce(work, call.endsAt);
    const data = operation.output.parse(answer);
    // The caller has disconnected and will not get the answer, so it is not charged.
    if (call.cancelled?.aborted) throw cancellationError(call.cancelled);
    return { data, used: usage.credits, context };
  } catch (error) {
    if (call.cancelled?.aborted) throw cancellationError(call.cancelled, error);
    if (error instanceof DOMException && error.name === "TimeoutError") {
      throw new Failure("time_limit", { cause: error });
    }
    // An answer that violates its own schema is the service's fault, never the caller's.
    if (error instanceof z.ZodError)
      throw new Error(`${operation.id}: answer breaks its schema`, { cause: error });
    throw error;
  }
}

/** Runs an operation for the service's own use: no price, no record. The caller's scope has been checked. */
export async function runUncharged(
  gate: Gate,
  call: Pick<Call, "operation" | "caller" | "requestId" | "cancelled">,
  input: unknown,
): Promise<unknown> {
  const present = (data: unknown) => data;
  const inner: Call = { ...call, idempotencyKey: null, onPart: null, present };
  inner.endsAt = gate.timeLimit.endOfCall();
  return (await invoke(gate, inner, input)).data;
}

/** A class, because an object literal with getters takes far longer to create than everything else here. */
class CallContext implements Context {
  readonly caller: Context["caller"];
  readonly requestId: string;
  readonly baseUrl: string;
  readonly isStreamed: boolean;
  readonly emit: Context["emit"];
  readonly use: Context["use"];
  readonly run: Context["run"];
  readonly #call: Call;
  #signal: AbortSignal | null = null;

  constructor(gate: Gate, call: Call, usage: { credits: number }) {
    this.#call = call;
    this.caller = call.caller;
    this.requestId = call.requestId;
    this.baseUrl = gate.baseUrl;
    this.isStreamed = call.onPart !== null;
    this.emit = call.onPart ?? ignorePart;
    this.use = (credits) => {
      usage.credits += credits;
    };
    this.run = async (operation, rawInput) => {
      const inner = await invokeWithin(gate, { ...call, operation, onPart: null }, rawInput);
      usage.credits += inner.used;
      return { data: inner.data, credits: inner.used };
    };
  }

  /** Created on demand: most operations have ended before a timer would be worth its cost. */
  get signal(): AbortSignal {
    this.#signal ??= makeSignal(this.#call);
    return this.#signal;
  }

  get paymentId(): string {
    this.#call.paymentId ??= makeCallId();
    return this.#call.paymentId;
  }
}

function makeSignal({ endsAt, cancelled }: Call): AbortSignal {
  const left = Math.max(0, (endsAt ?? performance.now()) - performance.now());
  const late = AbortSignal.timeout(Math.ceil(left));
  return cancelled ? AbortSignal.any([late, cancelled]) : late;
}

/** A call inside another: the same scope, rate and input rules; the outer call pays for it. */
async function invokeWithin(
  gate: Gate,
  call: Call,
  rawInput: unknown,
): Promise<{ data: unknown; used: number }> {
  const operation: AnyOperation = call.operation;
  requireScope(call);
  await checkRateLimit(gate, call);
  const { data, used } = await invoke(gate, call, parseInput(operation, rawInput));
  return { data, used: typeof operation.price === "number" ? operation.price : used };
}

/** Why the call ended early: the caller disconnected, or its credential has ended. */
function cancellationError({ reason }: AbortSignal, cause?: unknown): Failure {
  return reason instanceof Failure ? reason : new Failure("cancelled", { cause });
}
