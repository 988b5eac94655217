import type { z } from "zod";

/**
 * Work done later, at least once: `run` must be safe to repeat. A thrown Failure is final; any other error is
 * retried.
 */
export interface Job<Name extends string = string, P extends z.ZodType = z.ZodType> {
  name: Name;
  payload: P;
  attemptsMax: number;
  timeoutSeconds: number;
  /** How many of them one node runs at the same time; one when absent. */
  concurrency?: number;
  /** Cron in UTC, for scheduled jobs. */
  schedule?: string;
  /** Also runs once whenever a worker starts, to repair what an older version may have left. */
  atStart?: true;
  run: (payload: z.output<P>, signal: AbortSignal) => Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: a list of jobs has to forget each one's payload type
export type AnyJob = Job<string, any>;

export function defineJob<const Name extends string, P extends z.ZodType>(job: Job<Name, P>): Job<Name, P> {
  return Object.freeze(job);
}
