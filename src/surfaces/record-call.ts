import type { Call, Gate } from "../gate/index.ts";
import type { Metrics } from "../platform/telemetry/index.ts";

export interface CallResult {
  channel: "rest" | "mcp";
  address: string;
  status: number;
  errorCode: string | null;
  seconds: number;
}

/** Records a call, however it ended and whichever surface it came through: audit trail and metrics. */
export function recordCall(
  { gate, metrics }: { gate: Gate; metrics: Metrics },
  call: Call,
  end: CallResult,
): void {
  const { channel, address, status, errorCode, seconds } = end;
  const { operation, caller, requestId } = call;
  const credits = call.receipt?.charged ?? 0;
  metrics.observeCall({ operation: operation.id, channel, status, seconds, credits });
  gate.callLog.record({
    account_id: caller.accountId,
    at: new Date(),
    request_id: requestId,
    channel,
    operation_id: operation.id,
    key_id: caller.keyId,
    // A key records what a key did, not who created it.
    user_id: caller.keyId === null ? caller.userId : null,
    client_id: caller.clientId,
    address,
    status,
    error_code: errorCode,
    credits,
    duration_ms: Math.round(seconds * 1_000),
  });
}
