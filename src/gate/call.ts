import type { CallLog, GateCaller } from "../features/access/index.ts";
import type { Ledger, Receipt } from "../features/credits/index.ts";
import type { AnyOperation } from "../kernel/operation.ts";
import type { Database } from "../platform/db/index.ts";
import type { Admission, RateLimiter, RateState } from "../platform/limits/index.ts";
import type { Trace } from "../platform/telemetry/index.ts";
import type { TimeLimit } from "./time-limit.ts";

/** What the gate needs. */
export interface Gate {
  db: Database;
  limiter: RateLimiter;
  /** Multiplies every operation's rate; 1 by default. */
  rateFactor: number;
  /** How many calls this node runs at the same time. */
  admission: Admission;
  timeLimit: TimeLimit;
  ledger: Ledger;
  callLog: CallLog;
  baseUrl: string;
  /** When tracing is on: makes each call a span of its request. */
  trace?: Trace | undefined;
}

/** One call in progress. */
export interface Call {
  operation: AnyOperation;
  caller: GateCaller;
  requestId: string;
  idempotencyKey: string | null;
  /** Aborted when the caller disconnects, or with the failure when its credential has ended. */
  cancelled: AbortSignal | null;
  /** Receives the parts of a streamed answer; null when the caller did not request a stream. */
  onPart: ((event: string, data: unknown) => void) | null;
  /**
   * Formats the answer for its surface. It runs before the call is charged: an answer that cannot be sent costs
   * nothing.
   */
  present: (data: unknown, call: Call) => unknown;
  /** Whether a page of the console reads it for a signed-in person: then page reads cost nothing. */
  isFromPage?: boolean;
  /** Set by the gate, for headers, audit and metrics. */
  rate?: RateState;
  receipt?: Receipt;
  replayed?: boolean;
  /** When the call times out, by `performance.now()`. */
  endsAt?: number;
  /** Identifies the call; unchanged when it is retried under its Idempotency-Key. */
  callId?: string;
  /** Identifies this attempt in the ledger. */
  paymentId?: string;
}
