import { setTimeout as wait } from "node:timers/promises";
import { Failure } from "../../kernel/errors.ts";
import type { FetchedPage, PageFetch } from "./fetch-page.ts";
import type { FetchOptions } from "./guarded-fetch.ts";
import { readRetryAfter, refuseLongWait } from "./retry-after.ts";

export interface Patience {
  attemptsMax: number;
  /** Before the second attempt; doubled before each further one. */
  firstWaitSeconds: number;
  /** The most that a server may make us wait at once. */
  waitSecondsMax: number;
}

export const PATIENCE: Patience = { attemptsMax: 6, firstWaitSeconds: 2, waitSecondsMax: 900 };

const BUSY = new Set([429, 500, 502, 503, 504]);

/**
 * Fetches a page as often as it takes: a server that says it is busy (429, 503) is given the time it asks for, a broken
 * connection is tried again. One that asks for more than that is not asked again. Any other answer is handed over.
 */
export function makePatientFetch(fetch: PageFetch, patience: Patience = PATIENCE): PageFetch {
  return async (url, input) => {
    for (let attempt = 1; attempt < patience.attemptsMax; attempt++) {
      const answer = await attemptOnce(fetch, url, input);
      if (!(answer instanceof Failure) && !BUSY.has(answer.status)) return answer;
      const requestedDelay = answer instanceof Failure ? null : readRetryAfter(answer.headers["retry-after"]);
      refuseLongWait(url, requestedDelay, patience.waitSecondsMax);
      const seconds = requestedDelay ?? patience.firstWaitSeconds * 2 ** (attempt - 1);
      await wait(seconds * 1_000, undefined, input.signal ? { signal: input.signal } : {});
    }
    return fetch(url, input);
  };
}

/** What may pass by itself is returned; what will not (a forbidden address, too large) is thrown. */
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
