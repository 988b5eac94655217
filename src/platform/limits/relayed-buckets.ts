import { makeTokenBuckets, type RateLimiter, type RateState } from "./token-buckets.ts";

/** The key of a bucket and its rate per second. */
export type Take = [key: string, perSecond: number];

/**
 * Token buckets that another process of this machine keeps for all of them. Takes of the same moment travel together.
 * Without an answer this process counts alone, so that callers are still limited and still answered.
 */
export function makeRelayedBuckets(ask: (takes: readonly Take[]) => Promise<RateState[]>): RateLimiter {
  const own = makeTokenBuckets();
  let waiting: { take: Take; resolve: (state: RateState) => void }[] = [];

  async function send(): Promise<void> {
    const batch = waiting;
    waiting = [];
    const states = await ask(batch.map(({ take }) => take)).catch(() => []);
    for (const [index, { take, resolve }] of batch.entries())
      resolve(states[index] ?? (await own.take(...take)));
  }

  return {
    take(key, perSecond) {
      const { promise, resolve } = Promise.withResolvers<RateState>();
      if (waiting.length === 0) setImmediate(() => void send());
      waiting.push({ take: [key, perSecond], resolve });
      return promise;
    },
  };
}

/** The other end: answers the takes of a process from the buckets of all. */
export function takeAll(limiter: RateLimiter, takes: readonly Take[]): Promise<RateState[]> {
  return Promise.all(takes.map(([key, perSecond]) => limiter.take(key, perSecond)));
}
