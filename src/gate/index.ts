/** The gate: what every call passes, whichever door it arrives at, and the only place where a call is paid for. */
export type { Call, Gate } from "./call.ts";
export { runUncharged } from "./invoke.ts";
export { readInput } from "./read-input.ts";
export { runOperation } from "./run-operation.ts";
export { safeParse } from "./safe-parse.ts";
export { requireStorable } from "./storable-text.ts";
export { openTimeLimit } from "./time-limit.ts";
