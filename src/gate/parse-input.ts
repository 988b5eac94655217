import { Failure } from "../kernel/errors.ts";
import type { AnyOperation } from "../kernel/operation.ts";
import { describeIssues } from "./describe-issues.ts";
import { findUnstorableText } from "./storable-text.ts";

export function parseInput(operation: AnyOperation, rawInput: unknown): unknown {
  const parsed = operation.input.safeParse(rawInput ?? {});
  if (!parsed.success) throw new Failure("invalid_input", { detail: describeIssues(parsed.error) });
  const unstorable = findUnstorableText(parsed.data);
  if (unstorable === null) return parsed.data;
  throw new Failure("invalid_input", {
    detail: `${unstorable}: expected text without NUL or broken characters`,
  });
}
