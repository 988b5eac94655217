import autocannon from "autocannon";

export interface Load {
  url: string;
  headers: Record<string, string>;
  /** The body of the next request. */
  nextBody: () => string;
}

/** Calls one operation over and over. */
export function makeLoad(
  { url, key }: { url: string; key: string },
  path: string,
  nextInput: () => unknown,
): Load {
  return {
    url: url + path,
    headers: { "x-api-key": key },
    nextBody: () => JSON.stringify(nextInput()),
  };
}

export interface LoadResult {
  requestsPerSecond: number;
  p50Milliseconds: number;
  p99Milliseconds: number;
  failures: number;
}

export const CONNECTIONS = 64;

export interface Rounds {
  rounds: number;
  seconds: number;
  connections?: number;
}

/** A round of one load, a round of the other, and again: a busy machine slows both alike. */
export async function alternate(
  base: Load,
  own: Load,
  { rounds, seconds, connections }: Rounds,
): Promise<{ base: LoadResult; own: LoadResult; ratio: number }[]> {
  const results: { base: LoadResult; own: LoadResult; ratio: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const first = await applyLoad(base, seconds, connections);
    const second = await applyLoad(own, seconds, connections);
    results.push({ base: first, own: second, ratio: second.requestsPerSecond / first.requestsPerSecond });
  }
  return results;
}

/** Loads one address for some seconds with keep-alive connections. Anything but 200 is counted as a failure. */
export async function applyLoad(load: Load, seconds: number, connections = CONNECTIONS): Promise<LoadResult> {
  const result = await autocannon({
    url: load.url,
    connections,
    duration: seconds,
    requests: [
      {
        method: "POST",
        headers: { "content-type": "application/json", ...load.headers },
        setupRequest: (request) => ({ ...request, body: load.nextBody() }),
      },
    ],
  });
  return {
    requestsPerSecond: result.requests.average,
    p50Milliseconds: result.latency.p50,
    p99Milliseconds: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  };
}
