import { setTimeout as wait } from "node:timers/promises";
import { Failure } from "../../kernel/errors.ts";
import type { FetchedPage, PageFetch } from "./fetch-page.ts";
import type { FetchOptions } from "./guarded-fetch.ts";
import { readRetryAfter, refuseLongWait } from "./retry-after.ts";

export interface RetryOptions {
  attemptsMax: number;
  /** Before the second attempt; doubled before each further one. */
  firstWaitSeconds: number;
  /** The longest single wait a server may demand. */
  waitSecondsMax: number;
}

export const RETRY_DEFAULTS: RetryOptions = { attemptsMax: 6, firstWaitSeconds: 2, waitSecondsMax: 900 };

const BUSY = new Set([429, 500, 502, 503, 504]);

/**
 * Fetches a page with retries: a busy server (429, 503) gets the delay it asks for, and a broken connection is
 * retried. A server that asks for a longer delay is not asked again. Any other response is returned.
 */
export function makeRetryingFetch(fetch: PageFetch, retry: RetryOptions = RETRY_DEFAULTS): PageFetch {
  return async (url, input) => {
    for (let attempt = 1; attempt < retry.attemptsMax; attempt++) {
      const answer = await attemptOnce(fetch, url, input);
      if (!(answer instanceof Failure) && !BUSY.has(answer.status)) return answer;
      const requestedDelay = answer instanceof Failure ? null : readRetryAfter(answer.headers["retry-after"]);
      refuseLongWait(url, requestedDelay, retry.waitSecondsMax);
      const seconds = requestedDelay ?? retry.firstWaitSeconds * 2 ** (attempt - 1);
      await wait(seconds * 1_000, undefined, input.signal ? { signal: input.signal } : {});
    }
    return fetch(url, input);
  };
}

/** Temporary failures are returned; permanent ones (a forbidden address, too large) are thrown. */
async function attemptOnce(
  fetch: PageFetch,
  url: string,
  input: FetchOptions,
): Promise<FetchedPage | Failure> {
  try {
    return await fetch(url, input);
  } catch (error) {
    if (error instanceof Failure && error.code === "fetch_failed") return error;
    throw error;
  }
}
