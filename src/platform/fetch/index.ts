/** All outgoing requests, guarded against reaching internal addresses. */

export { type FetchedPage, makePageFetch, type PageFetch } from "./fetch-page.ts";
export { type Fetched, type FetchOptions, type GuardedFetch, makeGuardedFetch } from "./guarded-fetch.ts";
export { isPublicAddress, mayBePublicHost } from "./public-address.ts";
export { readRetryAfter, refuseLongWait } from "./retry-after.ts";
export { makeRetryingFetch, RETRY_DEFAULTS, type RetryOptions } from "./retrying-fetch.ts";
export { makeRobots, type Robots } from "./robots.ts";
