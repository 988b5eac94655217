export interface RateState {
  allowed: boolean;
  perSecond: number;
  /** How many calls would be allowed right now. */
  remaining: number;
  /** Seconds until a call is allowed again, or until the bucket is full. */
  resetSeconds: number;
}

export interface RateLimiter {
  take: (key: string, perSecond: number) => Promise<RateState> | RateState;
}

interface Bucket {
  tokens: number;
  at: number;
}

const BUCKETS_MAX = 100_000;

/** Token buckets of one node: a burst of one second's calls, then the steady rate. */
export function makeTokenBuckets(now: () => number = performance.now.bind(performance)): RateLimiter {
  const buckets = new Map<string, Bucket>();
  return {
    take(key, perSecond) {
      const capacity = Math.max(1, perSecond);
      const at = now();
      const bucket = buckets.get(key) ?? { tokens: capacity, at };
      bucket.tokens = Math.min(capacity, bucket.tokens + ((at - bucket.at) / 1_000) * perSecond);
      bucket.at = at;
      const allowed = bucket.tokens >= 1;
      if (allowed) bucket.tokens -= 1;
      if (!buckets.has(key)) {
        if (buckets.size >= BUCKETS_MAX) evictFull(buckets, at);
        buckets.set(key, bucket);
      }
      const missing = allowed ? capacity - bucket.tokens : 1 - bucket.tokens;
      return {
        allowed,
        perSecond,
        remaining: Math.floor(bucket.tokens),
        resetSeconds: Math.ceil(missing / perSecond),
      };
    },
  };
}

/** A bucket unused for a minute is full again at any rate: dropping it changes nothing. */
function evictFull(buckets: Map<string, Bucket>, at: number): void {
  for (const [key, bucket] of buckets) if (at - bucket.at > 60_000) buckets.delete(key);
}
