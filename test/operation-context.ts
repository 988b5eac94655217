import type { Context } from "../src/kernel/operation.ts";
import type { Scope } from "../src/kernel/scopes.ts";

/** The context of a call that did not come through the gate. */
export function makeTestContext(...scopes: Scope[]): Context {
  return {
    caller: { accountId: "acc_test", userId: null, keyId: null, sessionId: null, scopes: new Set(scopes) },
    requestId: "req_test",
    baseUrl: "http://florin.test",
    signal: AbortSignal.timeout(60_000),
    paymentId: "call_test",
    isStreamed: false,
    emit: () => {},
    use: () => {},
    run: () => Promise.reject(new Error("a test context runs no other operation")),
  };
}
