/**
 * The gate: every call passes through it, whichever surface it arrives at, and it is the only place where calls are
 * charged.
 */
export type { Call, Gate } from "./call.ts";
export { runUncharged } from "./invoke.ts";
export { readInput } from "./read-input.ts";
export { runOperation } from "./run-operation.ts";
export { safeParse } from "./safe-parse.ts";
export { requireStorable } from "./storable-text.ts";
export { openTimeLimit } from "./time-limit.ts";
