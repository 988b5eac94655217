import { Failure } from "../kernel/errors.ts";
import type { AnyOperation } from "../kernel/operation.ts";
import { readInput } from "./read-input.ts";
import { findUnstorableText } from "./storable-text.ts";

export function parseInput(operation: AnyOperation, rawInput: unknown): unknown {
  const input = readInput(operation.input, rawInput ?? {});
  const unstorable = findUnstorableText(input);
  if (unstorable === null) return input;
  throw new Failure("invalid_input", {
    detail: `${unstorable}: expected text without NUL or broken characters`,
  });
}
