import autocannon from "autocannon";

export interface Load {
  url: string;
  headers: Record<string, string>;
  /** The body of the next request. */
  nextBody: () => string;
}

export interface LoadResult {
  requestsPerSecond: number;
  p50Milliseconds: number;
  p99Milliseconds: number;
  failures: number;
}

export const CONNECTIONS = 64;

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
