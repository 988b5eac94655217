import type { Database } from "../../../platform/db/index.ts";
import { type GuardedFetch, makePageFetch, makeRobots } from "../../../platform/fetch/index.ts";
import type { PollTools } from "./poll-feed.ts";

/** Our name in robots.txt files. */
const PRODUCT = "florin";

/** What polling needs; shared by the whole service, so that pauses and rules apply to all of it. */
export function openPolling(
  db: Database,
  fetch: GuardedFetch,
  pauses: { pauseMilliseconds?: number } = {},
): PollTools {
  const fetchPage = makePageFetch(fetch, pauses);
  return { db, fetchPage, mayFetch: makeRobots(fetchPage, PRODUCT) };
}
