import { type PollTools, pollFeed } from "./poll-feed.ts";
import { takeDueFeeds } from "./store.ts";

const FEED_CONCURRENCY = 8;
/** The feeds of a node that dies while polling are due again after this time. */
const LEASE_SECONDS = 600;

export interface PollResult {
  url: string;
  result: string;
}

/** Polls all due feeds, several hosts at a time, until none is left or the time is over. */
export async function pollDueFeeds(
  tools: PollTools,
  signal: AbortSignal,
  progress: (done: PollResult) => void = () => {},
): Promise<PollResult[]> {
  const results: PollResult[] = [];
  const faults: unknown[] = [];
  while (!signal.aborted) {
    const feeds = await takeDueFeeds(tools.db, FEED_CONCURRENCY, LEASE_SECONDS);
    if (feeds.length === 0) break;
    const settled = await Promise.allSettled(
      feeds.map(async (feed) => {
        const done = { url: feed.url, result: await pollFeed(tools, feed, signal) };
        results.push(done);
        progress(done);
      }),
    );
    faults.push(...settled.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : [])));
  }
  // An internal error with one feed must be reported, but only after the others were polled.
  if (faults.length > 0) throw faults[0];
  return results;
}
