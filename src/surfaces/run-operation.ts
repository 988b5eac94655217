import { z } from "zod";
import {
  abandonIdempotentCall,
  beginIdempotentCall,
  type CallLog,
  finishIdempotentCall,
  type GateCaller,
  workOnIdempotentCall,
} from "../features/access/index.ts";
import type { Ledger, Receipt, Spender } from "../features/credits/index.ts";
import { Failure } from "../kernel/errors.ts";
import type { AnyOperation, Context } from "../kernel/operation.ts";
import type { Database } from "../platform/db/index.ts";
import type { Admission, RateLimiter, RateState } from "../platform/limits/index.ts";
import type { Trace } from "../platform/telemetry/index.ts";
import { describeIssues } from "./describe-issues.ts";
import { findUnstorableText } from "./storable-text.ts";

/** The posts every call passes, whatever door it came through. */
export interface Gate {
  db: Database;
  limiter: RateLimiter;
  /** Multiplies every operation's rate; 1 unless the operator decides otherwise. */
  rateFactor: number;
  /** How much this node does at once. */
  admission: Admission;
  ledger: Ledger;
  callLog: CallLog;
  baseUrl: string;
  /** Where traces are wanted: makes each call a step of its request. */
  trace?: Trace | undefined;
}

/** One call on its way. The gate writes down what happens to it, for headers, audit and metrics. */
export interface Call {
  operation: AnyOperation;
  caller: GateCaller;
  requestId: string;
  idempotencyKey: string | null;
  /** Aborted when the caller has gone, or with the refusal when it may not call any more. */
  gone: AbortSignal | null;
  /** Told the parts of an answer that is streamed. */
  onPart?: ((event: string, data: unknown) => void) | undefined;
  rate?: RateState;
  receipt?: Receipt;
  replayed?: boolean;
}

const TIME_LIMIT_MILLISECONDS = 60_000;
const HOLD_SECONDS = 900;

/** Scope, rate, input, price, run, charge: in this order, once, for REST, MCP, CLI and console alike. */
export function runOperation(gate: Gate, call: Call, rawInput: unknown): Promise<unknown> {
  if (!gate.trace) return pass(gate, call, rawInput);
  const facts = { "florin.operation": call.operation.id, "florin.request_id": call.requestId };
  return gate.trace({ name: `gate ${call.operation.id}`, facts }, async (add) => {
    const answer = await pass(gate, call, rawInput);
    add({ "florin.credits": call.receipt?.charged ?? 0 });
    return answer;
  });
}

async function pass(gate: Gate, call: Call, rawInput: unknown): Promise<unknown> {
  const { operation, caller } = call;
  if (!caller.scopes.has(operation.scope)) {
    throw new Failure("scope_missing", {
      detail: `Missing scope: ${operation.scope}`,
      scopes: [...caller.scopes, operation.scope],
    });
  }
  const turn = takeTurn(gate, call);
  if (turn) await turn;
  if (!gate.callLog.hasRoom()) throw new Failure("overloaded", { retryAfterSeconds: 2 });
  const input = parseInput(operation, rawInput ?? {});
  enter(gate, call);
  try {
    return call.idempotencyKey === null
      ? await perform(gate, call, input)
      : await performOnce(gate, call, call.idempotencyKey, input);
  } finally {
    gate.admission.leave(caller.accountId);
  }
}

/** A full node refuses before it begins: what it has begun is finished in time. */
function enter({ admission }: Gate, { caller }: Call): void {
  const refusal = admission.enter(caller.accountId);
  if (refusal === null) return;
  if (refusal === "node_full") throw new Failure("overloaded", { retryAfterSeconds: 1 });
  throw new Failure("rate_limited", {
    detail: "Too many calls of this account are running at once",
    retryAfterSeconds: 1,
  });
}

function parseInput(operation: AnyOperation, rawInput: unknown): unknown {
  const parsed = operation.input.safeParse(rawInput);
  if (!parsed.success) throw new Failure("invalid_input", { detail: describeIssues(parsed.error) });
  const unstorable = findUnstorableText(parsed.data);
  if (unstorable === null) return parsed.data;
  throw new Failure("invalid_input", {
    detail: `${unstorable}: expected text without NUL or broken characters`,
  });
}

/** A promise only where the nodes share their limits: a single node knows at once. */
function takeTurn({ limiter, rateFactor }: Gate, call: Call): Promise<void> | undefined {
  const { caller, operation } = call;
  const who = caller.userId ?? caller.accountId;
  const rate = limiter.take(`${who}:${operation.id}`, operation.perSecond * rateFactor);
  if (rate instanceof Promise) return rate.then((shared) => noteRate(call, shared));
  noteRate(call, rate);
  return undefined;
}

function noteRate(call: Call, rate: RateState): void {
  const { operation } = call;
  call.rate = rate;
  if (rate.allowed) return;
  throw new Failure("rate_limited", {
    detail: `At most ${operation.perSecond} requests per second for ${operation.id}`,
    retryAfterSeconds: rate.resetSeconds,
  });
}

/**
 * A read with a fixed price is charged when its answer is ready: hold and settlement in one entry, nothing to release
 * after a crash. Everything else sets its price aside before the work begins.
 */
async function perform(gate: Gate, call: Call, input: unknown, callId?: string): Promise<unknown> {
  const { operation, caller } = call;
  const spender: Spender = {
    accountId: caller.accountId,
    operationId: operation.id,
    keyId: caller.keyId,
    budgeted: caller.budgeted,
    callId,
  };
  const fixed = typeof operation.price === "number" ? operation.price : null;
  const most = fixed ?? priceCeiling(operation, input);
  if (most === 0) return (await handle(gate, call, input)).data;
  if (fixed !== null && operation.effect === "read") {
    const { data } = await handle(gate, call, input);
    call.receipt = await gate.ledger.charge(spender, fixed);
    return data;
  }
  const hold = await gate.ledger.hold(spender, most, HOLD_SECONDS);
  try {
    const { data, used } = await handle(gate, call, input);
    call.receipt = await hold.settle(fixed ?? Math.min(used, most));
    return data;
  } catch (error) {
    await hold.settle(0);
    throw error;
  }
}

function priceCeiling(operation: AnyOperation, input: unknown): number {
  if (typeof operation.price === "number") return operation.price;
  const most = operation.price.most(input);
  if (!Number.isSafeInteger(most) || most < 0) throw new Error(`${operation.id}: price ceiling ${most}`);
  return most;
}

async function handle(gate: Gate, call: Call, input: unknown): Promise<{ data: unknown; used: number }> {
  const { operation, caller, requestId } = call;
  let used = 0;
  let signal: AbortSignal | null = null;
  const context: Context = {
    caller,
    requestId,
    baseUrl: gate.baseUrl,
    // Made on demand: most operations are over before a timer would be worth its cost.
    get signal() {
      signal ??= AbortSignal.any([
        AbortSignal.timeout(TIME_LIMIT_MILLISECONDS),
        ...(call.gone ? [call.gone] : []),
      ]);
      return signal;
    },
    use: (credits) => {
      used += credits;
    },
    run: async (operation, rawInput) => {
      const inner = await runWithin(gate, { ...call, operation, onPart: undefined }, rawInput);
      used += inner.used;
      return { data: inner.data, credits: inner.used };
    },
  };
  if (call.onPart) context.tell = call.onPart;
  try {
    const data = operation.output.parse(await operation.run(context, input));
    // Nobody waits for the answer any more, so nobody pays for it.
    if (call.gone?.aborted) throw whyGone(call.gone);
    return { data, used };
  } catch (error) {
    if (call.gone?.aborted) throw whyGone(call.gone, error);
    if (error instanceof DOMException && error.name === "TimeoutError") {
      throw new Failure("time_limit", { cause: error });
    }
    // Our own answer breaking its schema is our fault, never the caller's.
    if (error instanceof z.ZodError)
      throw new Error(`${operation.id}: answer breaks its schema`, { cause: error });
    throw error;
  }
}

/** The caller went away, or may not call any more. */
function whyGone({ reason }: AbortSignal, cause?: unknown): Failure {
  return reason instanceof Failure ? reason : new Failure("cancelled", { cause });
}

/** A call inside another: the same scope, rate and input rules; its price is settled by the call around it. */
async function runWithin(
  gate: Gate,
  call: Call,
  rawInput: unknown,
): Promise<{ data: unknown; used: number }> {
  const { operation, caller } = call;
  if (!caller.scopes.has(operation.scope)) {
    throw new Failure("scope_missing", { detail: `Missing scope: ${operation.scope}` });
  }
  await takeTurn(gate, call);
  const input = parseInput(operation, rawInput ?? {});
  const { data, used } = await handle(gate, call, input);
  return { data, used: typeof operation.price === "number" ? operation.price : used };
}

async function performOnce(gate: Gate, call: Call, key: string, input: unknown): Promise<unknown> {
  const { accountId, userId } = call.caller;
  const once = { accountId, userId, key };
  const begun = await beginIdempotentCall(gate.db, { ...once, operationId: call.operation.id, input });
  if (begun.done) {
    call.replayed = true;
    return begun.answer;
  }
  const work = () => perform(gate, call, input, begun.callId);
  const answer = await workOnIdempotentCall(gate.db, once, work).catch(async (error: unknown) => {
    await abandonIdempotentCall(gate.db, once);
    throw error;
  });
  // Should this fail, the claim stays: whoever takes it over is not charged again.
  await finishIdempotentCall(gate.db, { ...once, answer, credits: call.receipt?.charged ?? 0 });
  return answer;
}
