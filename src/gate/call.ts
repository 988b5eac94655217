import type { CallLog, GateCaller } from "../features/access/index.ts";
import type { Ledger, Receipt } from "../features/credits/index.ts";
import type { AnyOperation } from "../kernel/operation.ts";
import type { Database } from "../platform/db/index.ts";
import type { Admission, RateLimiter, RateState } from "../platform/limits/index.ts";
import type { Trace } from "../platform/telemetry/index.ts";
import type { TimeLimit } from "./time-limit.ts";

/** What the gate works with. */
export interface Gate {
  db: Database;
  limiter: RateLimiter;
  /** Multiplies every operation's rate; 1 unless the operator decides otherwise. */
  rateFactor: number;
  /** How much this node does at once. */
  admission: Admission;
  timeLimit: TimeLimit;
  ledger: Ledger;
  callLog: CallLog;
  baseUrl: string;
  /** Where traces are collected: makes each call a step of its request. */
  trace?: Trace | undefined;
}

/** One call on its way. */
export interface Call {
  operation: AnyOperation;
  caller: GateCaller;
  requestId: string;
  idempotencyKey: string | null;
  /** Aborted when the caller hangs up, or with the refusal when its credential has ended. */
  cancelled: AbortSignal | null;
  /** Receives the parts of a streamed answer; null when the caller did not ask for a stream. */
  onPart: ((event: string, data: unknown) => void) | null;
  /** Shapes the answer for its door. It runs before the call is paid for: an answer that cannot be sent costs nothing. */
  present: (data: unknown, call: Call) => unknown;
  /** Written by the gate, for headers, audit and metrics. */
  rate?: RateState;
  receipt?: Receipt;
  replayed?: boolean;
  /** When the call's time is over, by `performance.now()`. */
  endsAt?: number;
  /** Names the call; the same when it is retried under its Idempotency-Key. */
  callId?: string;
  /** Names this attempt in the ledger. */
  paymentId?: string;
}
