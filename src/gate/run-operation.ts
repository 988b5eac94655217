import { admit, checkRateLimit, requireScope } from "./admit.ts";
import type { Call, Gate } from "./call.ts";
import { charge } from "./charge.ts";
import { executeIdempotent } from "./execute-idempotent.ts";
import { parseInput } from "./parse-input.ts";

/**
 * Runs one call of an operation for a surface and returns the formatted answer: scope, rate, input, hold (not for
 * fixed-price reads), run, present, settle, afterSettle, reply.
 */
export function runOperation(gate: Gate, call: Call, rawInput: unknown): Promise<unknown> {
  call.endsAt = gate.timeLimit.endOfCall();
  if (!gate.trace) return execute(gate, call, rawInput);
  const facts = { "florin.operation": call.operation.id, "florin.request_id": call.requestId };
  return gate.trace({ name: `gate ${call.operation.id}`, facts }, async (add) => {
    const answer = await execute(gate, call, rawInput);
    add({ "florin.credits": call.receipt?.charged ?? 0 });
    return answer;
  });
}

async function execute(gate: Gate, call: Call, rawInput: unknown): Promise<unknown> {
  requireScope(call);
  const turn = checkRateLimit(gate, call);
  if (turn !== undefined) await turn;
  const input = parseInput(call.operation, rawInput);
  admit(gate, call);
  try {
    return call.idempotencyKey === null
      ? await charge(gate, call, input)
      : await executeIdempotent(gate, call, call.idempotencyKey, input);
  } catch (error) {
    // The charge is undone: a failed call costs nothing and says so.
    delete call.receipt;
    throw error;
  } finally {
    gate.admission.leave(call.caller.accountId);
  }
}
