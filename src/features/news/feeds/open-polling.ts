import type { Database } from "../../../platform/db/index.ts";
import { type GuardedFetch, makePageFetch, makeRobots } from "../../../platform/fetch/index.ts";
import type { PollTools } from "./poll-feed.ts";

/** The name that robots.txt files know us by. */
const PRODUCT = "florin";

/** What polling needs; one for the whole service, so that pauses and rules hold for all of it. */
export function openPolling(
  db: Database,
  fetch: GuardedFetch,
  pauses: { pauseMilliseconds?: number } = {},
): PollTools {
  const fetchPage = makePageFetch(fetch, pauses);
  return { db, fetchPage, mayFetch: makeRobots(fetchPage, PRODUCT) };
}
