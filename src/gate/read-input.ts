import type { z } from "zod";
import { Failure } from "../kernel/errors.ts";
import { describeIssues } from "./describe-issues.ts";
import { safeParse } from "./safe-parse.ts";

/** Parses an input, or throws a failure that says what is wrong with which field. */
export function readInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = safeParse(schema, input);
  if (parsed.success) return parsed.data;
  throw new Failure("invalid_input", { detail: describeIssues(parsed.error, { schema, input }) });
}
