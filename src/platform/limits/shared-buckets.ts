import { hash } from "node:crypto";
import { makeTokenBuckets, type RateLimiter, type RateState } from "./token-buckets.ts";

/**
 * If it takes longer than this, the shared store counts as down: a limit must never cost more than the call it
 * guards.
 */
const ANSWER_MILLISECONDS_MAX = 250;
/** How long a node counts alone before it tries again. */
const ALONE_MILLISECONDS = 1_000;
const CONNECT_MILLISECONDS_MAX = 2_000;
const COMMANDS_WAITING_MAX = 10_000;

/**
 * Takes one token, using the store's clock, so that the clocks of the nodes do not matter. A clock that jumps back
 * adds nothing; an unused bucket expires when it would be full again.
 */
const TAKE_SCRIPT = `
local rate = tonumber(ARGV[1])
local capacity = math.max(1, rate)
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local known = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens = tonumber(known[1]) or capacity
local at = tonumber(known[2]) or now
tokens = math.min(capacity, tokens + math.max(0, now - at) / 1000 * rate)
local allowed = 0
if tokens >= 1 then
  allowed = 1
  tokens = tokens - 1
end
redis.call('HSET', KEYS[1], 'tokens', tostring(tokens), 'at', tostring(now))
redis.call('PEXPIRE', KEYS[1], math.ceil(capacity / rate * 1000) + 1000)
return {allowed, tostring(tokens)}`;
const TAKE_SHA = hash("sha1", TAKE_SCRIPT, "hex");

export interface SharedLimiter extends RateLimiter {
  /** Whether the nodes currently count together. */
  isShared: () => boolean;
  close: () => void;
}

/**
 * Token buckets shared by all nodes, in Redis or Valkey: one round trip per call. While the store is down each node
 * counts alone, so that callers are still limited and still answered; `notice` is called on every change.
 */
export async function openSharedBuckets(url: string, notice: (text: string) => void): Promise<SharedLimiter> {
  // Loaded on demand: most services have no such store.
  const { createClient } = await import("@redis/client");
  const own = makeTokenBuckets();
  const client = createClient({
    url,
    // A call must not wait for a reconnect: the node's own bucket answers immediately.
    disableOfflineQueue: true,
    commandsQueueMaxLength: COMMANDS_WAITING_MAX,
    socket: {
      connectTimeout: CONNECT_MILLISECONDS_MAX,
      reconnectStrategy: (attempts) => Math.min(100 * 2 ** attempts, 2_000),
    },
  });
  let shared = true;
  let aloneUntil = 0;

  function switchToLocal(reason: string): void {
    aloneUntil = performance.now() + ALONE_MILLISECONDS;
    if (!shared) return;
    shared = false;
    notice(`the shared rate limits are unavailable (${reason}); this node counts alone`);
  }

  function switchToShared(): void {
    if (shared) return;
    shared = true;
    notice("the shared rate limits are available again");
  }

  client.on("error", (error: Error) => switchToLocal(error.message));
  // Each failed reconnect would be reported again; the listener above already reports it.
  client.connect().catch(() => {});

  async function ask(key: string, perSecond: number): Promise<RateState> {
    const bucket = ["1", `florin:rate:${key}`, String(perSecond)];
    const answer = await client
      .sendCommand(["EVALSHA", TAKE_SHA, ...bucket])
      .catch((error: Error) =>
        error.message.startsWith("NOSCRIPT")
          ? client.sendCommand(["EVAL", TAKE_SCRIPT, ...bucket])
          : Promise.reject(error),
      );
    const [allowed, tokens] = answer as unknown as [number, string]; // what the script above returns
    return describe(allowed === 1, Number(tokens), perSecond);
  }

  return {
    isShared: () => shared,
    async take(key, perSecond) {
      if (performance.now() < aloneUntil) return own.take(key, perSecond);
      try {
        const state = await within(ANSWER_MILLISECONDS_MAX, ask(key, perSecond));
        switchToShared();
        return state;
      } catch (error) {
        switchToLocal((error as Error).message);
        return own.take(key, perSecond);
      }
    },
    close: () => client.destroy(),
  };
}

function describe(allowed: boolean, tokens: number, perSecond: number): RateState {
  const capacity = Math.max(1, perSecond);
  const missing = allowed ? capacity - tokens : 1 - tokens;
  return {
    allowed,
    perSecond,
    remaining: Math.floor(tokens),
    resetSeconds: Math.ceil(missing / perSecond),
  };
}

function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no response in ${milliseconds} ms`)), milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
