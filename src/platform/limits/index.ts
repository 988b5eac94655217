/** How often a caller may do something, and how much a node does at the same time. */
export { type Admission, openAdmission, type Refusal } from "./admission.ts";
export { makeRelayedBuckets, type Take, takeAll } from "./relayed-buckets.ts";
export { openSharedBuckets, type SharedLimiter } from "./shared-buckets.ts";
export { makeTokenBuckets, type RateLimiter, type RateState } from "./token-buckets.ts";
