import {
  abandonIdempotentCall,
  beginIdempotentCall,
  finishIdempotentCall,
  workOnIdempotentCall,
} from "../features/access/index.ts";
import type { Call, Gate } from "./call.ts";
import { charge } from "./charge.ts";

/** A call with an Idempotency-Key: however often it is sent, it runs once, is charged once and is answered alike. */
export async function executeIdempotent(
  gate: Gate,
  call: Call,
  key: string,
  input: unknown,
): Promise<unknown> {
  const { accountId, userId } = call.caller;
  const once = { accountId, userId, key };
  const begun = await beginIdempotentCall(gate.db, { ...once, operationId: call.operation.id, input });
  if (begun.done) {
    call.replayed = true;
    return call.present(begun.answer, call);
  }
  call.callId = begun.callId;
  call.paymentId = begun.callId;
  let kept: { data: unknown } | null = null;
  const work = () =>
    charge(gate, call, input, async (data) => {
      kept = { data };
    });
  const answer = await workOnIdempotentCall(gate.db, once, work).catch(async (error: unknown) => {
    await abandonIdempotentCall(gate.db, once);
    throw error;
  });
  const { data } = kept ?? { data: null };
  await finishIdempotentCall(gate.db, { ...once, answer: data, credits: call.receipt?.charged ?? 0 });
  return answer;
}
