import { beginIdempotentCall } from "../features/access/index.ts";
import { Failure } from "../kernel/errors.ts";
import type { Call, Gate } from "./call.ts";
import { charge } from "./charge.ts";

/** A call with an Idempotency-Key: however often it is sent, it is charged once and answered with the same bytes. */
export async function executeIdempotent(
  gate: Gate,
  call: Call,
  key: string,
  input: unknown,
): Promise<unknown> {
  const { accountId, userId, scopes } = call.caller;
  const request = { accountId, userId, scopes, key, operationId: call.operation.id, input };
  const undo = (paymentId: string) => gate.ledger.undo(accountId, paymentId);
  const started = await beginIdempotentCall(gate.db, request, undo);
  if (started.done) {
    call.replayed = true;
    call.callId = started.callId;
    return call.present(started.answer, call);
  }
  const { claim } = started;
  call.callId = claim.callId;
  call.paymentId = claim.paymentId;
  let stored: { data: unknown; credits: number } | null = null;
  try {
    return await claim.whileWorking(async () => {
      const answer = await charge(gate, call, input, async (data, credits) => {
        stored = { data: call.operation.withoutSecret?.(data) ?? data, credits };
        await claim.store(stored.data, credits);
      });
      await storeWaived(stored);
      return answer;
    });
  } catch (error) {
    await (mayBePaid(error) ? claim.yield() : claim.drop());
    throw error;
  }

  /** An answer that turned out to be free is valid without a payment. */
  async function storeWaived(kept: typeof stored): Promise<void> {
    if (kept === null || kept.credits === 0 || call.receipt?.charged !== 0) return;
    await claim.store(kept.data, 0);
  }
}

/** Refused calls certainly cost nothing; after anything else the payment may exist until it is undone. */
const mayBePaid = (error: unknown) => !(error instanceof Failure) || error.status >= 500;
