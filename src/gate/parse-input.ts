import type { AnyOperation } from "../kernel/operation.ts";
import { readInput } from "./read-input.ts";
import { requireStorable } from "./storable-text.ts";

export function parseInput(operation: AnyOperation, rawInput: unknown): unknown {
  const input = readInput(operation.input, rawInput ?? {});
  requireStorable(input);
  return input;
}
