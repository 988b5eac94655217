import type { Spender } from "../features/credits/index.ts";
import { makeCallId } from "../kernel/ids.ts";
import type { AnyOperation } from "../kernel/operation.ts";
import type { Call, Gate } from "./call.ts";
import { type InvocationResult, invoke } from "./invoke.ts";

const HOLD_SECONDS = 900;

/** Stores the answer of a call with an Idempotency-Key, before it is charged. */
export type StoreAnswer = (data: unknown, credits: number) => Promise<void>;

/**
 * Runs the operation, formats its answer and charges for it. A fixed-price read is charged when its answer is ready:
 * one ledger entry, nothing to release after a crash. Everything else holds its price first.
 */
export async function charge(
  gate: Gate,
  call: Call,
  input: unknown,
  storeAnswer?: StoreAnswer,
): Promise<unknown> {
  const { price, effect } = call.operation;
  const fixed = isFree(call, input) ? 0 : typeof price === "number" ? price : null;
  const most = fixed ?? priceCeiling(call.operation, input);
  if (most > 0 && (fixed === null || effect === "write"))
    return chargeHeld(gate, call, { input, most, fixed, storeAnswer });
  const invoked = await invoke(gate, call, input);
  const presented = call.present(invoked.data, call);
  const answer = presented instanceof Promise ? await presented : presented;
  const { afterSettle: effectAfter } = call.operation;
  // No payment proves the answer of a free call: it is stored once its effect is there.
  const isStoredLast = most === 0 && effectAfter !== undefined;
  if (!isStoredLast) await storeAnswer?.(invoked.data, most);
  // `afterSettle` needs the id of the payment.
  if (effectAfter) call.paymentId ??= makeCallId();
  if (most > 0) call.receipt = await gate.ledger.charge(spenderOf(call), most);
  if (effectAfter) await afterSettle(gate, call, { input, invoked });
  // The effect may have deleted the claim of the call.
  if (isStoredLast) await storeAnswer?.(invoked.data, most).catch(() => {});
  return answer;
}

function isFree({ isFromPage, operation: { isPageRead } }: Call, input: unknown): boolean {
  if (!isFromPage || isPageRead === undefined) return false;
  return isPageRead === true || isPageRead(input);
}

interface HeldCall {
  input: unknown;
  most: number;
  fixed: number | null;
  storeAnswer: StoreAnswer | undefined;
}

async function chargeHeld(gate: Gate, call: Call, { input, most, fixed, storeAnswer }: HeldCall) {
  call.paymentId ??= makeCallId();
  const hold = await gate.ledger.hold(spenderOf(call), most, HOLD_SECONDS);
  try {
    const invoked = await invoke(gate, call, input);
    const credits = fixed ?? Math.min(invoked.used, most);
    const answer = await call.present(invoked.data, call);
    if (storeAnswer) await storeAnswer(invoked.data, credits);
    call.receipt = await hold.settle(credits);
    await afterSettle(gate, call, { input, invoked });
    return answer;
  } catch (error) {
    // The ledger releases later what it cannot release now; the caller gets the original error.
    await hold.release().catch(() => {});
    throw error;
  }
}

/** Effects that depend on the payment follow it; if they fail, the call fails and the payment is undone. */
async function afterSettle(
  gate: Gate,
  call: Call,
  { input, invoked }: { input: unknown; invoked: InvocationResult },
): Promise<void> {
  const { operation, caller, receipt } = call;
  if (!operation.afterSettle) return;
  const charged = receipt?.charged ?? 0;
  const refund = async () => {
    if (charged > 0) await gate.ledger.undo(caller.accountId, invoked.context.paymentId);
  };
  const outcome = await operation
    .afterSettle(invoked.context, { input, charged })
    .catch(async (error: unknown) => {
      await refund();
      throw error;
    });
  if (outcome !== "already_paid" || !receipt) return;
  await refund();
  call.receipt = { charged: 0, remaining: receipt.remaining + charged };
}

function spenderOf({ caller, operation, paymentId }: Call): Spender {
  return {
    accountId: caller.accountId,
    operationId: operation.id,
    keyId: caller.keyId,
    budgeted: caller.budgeted,
    callId: paymentId,
  };
}

function priceCeiling({ id, price }: AnyOperation, input: unknown): number {
  if (typeof price === "number") return price;
  const most = price.most(input);
  if (!Number.isSafeInteger(most) || most < 0) throw new Error(`${id}: price ceiling ${most}`);
  return most;
}
