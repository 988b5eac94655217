/** The only way out to other machines, guarded against being led inside. */
export { type Fetched, type FetchWish, type GuardedFetch, makeGuardedFetch } from "./guarded-fetch.ts";
export { isPublicAddress } from "./public-address.ts";
