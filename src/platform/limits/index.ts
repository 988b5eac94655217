/** How often a caller may do something. */
export { makeTokenBuckets, type RateLimiter, type RateState } from "./token-buckets.ts";
