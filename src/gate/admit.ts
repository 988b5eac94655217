import { Failure } from "../kernel/errors.ts";
import { KEY_SCOPES } from "../kernel/scopes.ts";
import type { RateState } from "../platform/limits/index.ts";
import type { Call, Gate } from "./call.ts";

export function requireScope({ operation, caller }: Call): void {
  if (caller.scopes.has(operation.scope)) return;
  const where = KEY_SCOPES.includes(operation.scope) ? "" : ", which only a person in the console has";
  throw new Failure("scope_missing", {
    detail: `Missing scope: ${operation.scope}${where}`,
    scopes: [...caller.scopes, operation.scope],
  });
}

/** A promise only when nodes share their limits: a single node knows the result immediately. */
export function checkRateLimit({ limiter, rateFactor }: Gate, call: Call): Promise<void> | undefined {
  const { caller, operation } = call;
  const callerId = caller.userId ?? caller.accountId;
  const rate = limiter.take(`${callerId}:${operation.id}`, operation.perSecond * rateFactor);
  if (rate instanceof Promise) return rate.then((shared) => requireRate(call, shared));
  requireRate(call, rate);
  return undefined;
}

function requireRate(call: Call, rate: RateState): void {
  const { operation } = call;
  call.rate = rate;
  if (rate.allowed) return;
  throw new Failure("rate_limited", {
    detail: `At most ${operation.perSecond} requests per second for ${operation.id}`,
    retryAfterSeconds: rate.resetSeconds,
  });
}

/** A full node refuses before it starts work, so that it finishes what it has started in time. */
export function admit({ admission, callLog }: Gate, { caller }: Call): void {
  if (!callLog.hasRoom()) throw new Failure("overloaded", { retryAfterSeconds: 2 });
  const refusal = admission.enter(caller.accountId);
  if (refusal === null) return;
  if (refusal === "node_full") throw new Failure("overloaded", { retryAfterSeconds: 1 });
  throw new Failure("rate_limited", {
    detail: "Too many calls of this account are running at once",
    retryAfterSeconds: 1,
  });
}
