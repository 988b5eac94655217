import { Failure } from "../../../kernel/errors.ts";
import type { Database } from "../../../platform/db/index.ts";
import type { FetchedPage, PageFetch, Robots } from "../../../platform/fetch/index.ts";
import { readBytes } from "../formats/read-bytes.ts";
import { type ImportResult, importArticles } from "../importing/import-articles.ts";
import { addCounts } from "../importing/store.ts";
import { type Feed, recordFailure, recordSuccess } from "./store.ts";

export interface PollTools {
  db: Database;
  fetchPage: PageFetch;
  mayFetch: Robots;
}

const FEED_BYTES_MAX = 20_000_000;
const FEED_SECONDS_MAX = 60;
const WAIT_SECONDS = { first: 300, most: 86_400 };
const TEXT_MAX = 300;

/** An error counted under `reason`. */
class PollFailure extends Error {
  readonly reason: string;
  readonly waitSeconds: number | null;
  readonly wholeHost: boolean;

  constructor(
    reason: string,
    message: string,
    rest: { waitSeconds?: number | null; wholeHost?: boolean } = {},
  ) {
    super(message);
    this.reason = reason;
    this.waitSeconds = rest.waitSeconds ?? null;
    this.wholeHost = rest.wholeHost ?? false;
  }
}

/** Polls one feed. Errors of the remote side are recorded and counted; only our own are thrown. */
export async function pollFeed(tools: PollTools, feed: Feed, signal: AbortSignal): Promise<string> {
  try {
    return await readFeed(tools, feed, signal);
  } catch (error) {
    const failure = toPollFailure(error);
    if (failure === null || signal.aborted) throw error;
    const backOff = Math.min(WAIT_SECONDS.most, WAIT_SECONDS.first * 2 ** Math.min(feed.failures_in_row, 12));
    const detail = failure.message.slice(0, TEXT_MAX);
    await addCounts(tools.db, feed.url, [{ reason: failure.reason, items: 1, detail }]);
    await recordFailure(tools.db, feed, {
      result: `${failure.reason}: ${detail}`,
      waitSeconds: Math.max(failure.waitSeconds ?? 0, backOff),
      wholeHost: failure.wholeHost,
    });
    return `${failure.reason}: ${detail}`;
  }
}

async function readFeed(tools: PollTools, feed: Feed, signal: AbortSignal): Promise<string> {
  const { db, fetchPage, mayFetch } = tools;
  if (!(await mayFetch(feed.url, signal)))
    throw new PollFailure("robots_disallow", "robots.txt does not allow it", {
      waitSeconds: WAIT_SECONDS.most,
    });
  const page = await fetchPage(feed.url, {
    bytesMax: FEED_BYTES_MAX,
    secondsMax: FEED_SECONDS_MAX,
    signal,
    headers: {
      accept:
        "application/rss+xml, application/atom+xml, application/feed+json, application/json, text/xml;q=0.9, */*;q=0.5",
      ...(feed.etag ? { "if-none-match": feed.etag } : {}),
      ...(feed.last_modified ? { "if-modified-since": feed.last_modified } : {}),
    },
  });
  const etag = page.headers["etag"] ?? null;
  const lastModified = page.headers["last-modified"] ?? null;
  if (page.status === 304) {
    await recordSuccess(db, feed.feed_no, {
      etag: feed.etag,
      lastModified: feed.last_modified,
      result: "nothing new",
    });
    return "nothing new";
  }
  checkStatus(page);
  const result = await importArticles(db, readBytes([page.body], { charset: page.charset }), {
    origin: {
      name: feed.url,
      licence: feed.licence,
      fictional: false,
      language: feed.language,
      baseUrl: page.url,
    },
    now: new Date(),
    signal,
  });
  // Nothing could be read: retry later, and do not keep the ETag of a page that is not a feed.
  const [reason] = Object.keys(result.faults);
  if (reason !== undefined && result.added + result.known === 0)
    throw new UnreadableFeed(reason, summarise(result));
  const text = summarise(result);
  await recordSuccess(db, feed.feed_no, { etag, lastModified, result: text });
  return text;
}

/** The import has already counted its errors. */
class UnreadableFeed extends Error {
  readonly reason: string;
  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}

function checkStatus(page: FetchedPage): void {
  if (page.status === 200) return;
  const after = page.headers["retry-after"] ?? "";
  const seconds = /^\d+$/.test(after) ? Number(after) : Math.ceil((Date.parse(after) - Date.now()) / 1_000);
  const waitSeconds = Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), WAIT_SECONDS.most) : null;
  // Too many requests, or a server in trouble: this applies to everything we fetch there.
  const wholeHost = page.status === 429 || page.status === 503;
  throw new PollFailure("http_error", `the server answered ${page.status}`, {
    waitSeconds,
    wholeHost,
  });
}

function toPollFailure(error: unknown): PollFailure | null {
  if (error instanceof PollFailure) return error;
  if (error instanceof UnreadableFeed) return new PollFailure("unreadable", error.message);
  if (error instanceof Failure && /^(?:fetch_|file_too_large)/.test(error.code))
    return new PollFailure(error.code, error.detail ?? error.message);
  return null;
}

function summarise({ items, added, known, undated, faults }: ImportResult): string {
  const wrong = Object.entries(faults).map(([reason, count]) => `${count} ${reason}`);
  const parts = [
    `${items} items`,
    `${added} new`,
    `${known} known`,
    ...(undated > 0 ? [`${undated} undated`] : []),
    ...wrong,
  ];
  return parts.join(", ");
}
