import { type PollTools, pollFeed } from "./poll-feed.ts";
import { takeDueFeeds } from "./store.ts";

const FEEDS_AT_ONCE = 8;
/** A node that dies while polling leaves its feeds due again after this long. */
const LEASE_SECONDS = 600;

export interface PollResult {
  url: string;
  result: string;
}

/** Polls every feed whose time has come, several hosts at once, until none is left or time is over. */
export async function pollDueFeeds(
  tools: PollTools,
  signal: AbortSignal,
  progress: (done: PollResult) => void = () => {},
): Promise<PollResult[]> {
  const results: PollResult[] = [];
  const faults: unknown[] = [];
  while (!signal.aborted) {
    const feeds = await takeDueFeeds(tools.db, FEEDS_AT_ONCE, LEASE_SECONDS);
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
  // A fault of ours with one feed must be seen, but only after the others have had their turn.
  if (faults.length > 0) throw faults[0];
  return results;
}
