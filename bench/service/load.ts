import net from "node:net";

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

/**
 * Loads one address for some seconds with keep-alive connections, each sending its next request when the last is
 * answered. Anything but 200 is a failure. On bare sockets, because the load shares the machine with what it loads: a
 * full HTTP client would spend more on a request than the bare server it is measured against.
 */
export async function applyLoad(load: Load, seconds: number, connections = CONNECTIONS): Promise<LoadResult> {
  const latencies: number[] = [];
  let failures = 0;
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  const note = (milliseconds: number, status: number) => {
    latencies.push(milliseconds);
    if (status !== 200) failures++;
  };
  await Promise.all(Array.from({ length: connections }, () => keepAsking(load, endsAt, note)));
  latencies.sort((a, b) => a - b);
  const elapsed = (performance.now() - startedAt) / 1_000;
  return {
    requestsPerSecond: Math.round(latencies.length / elapsed),
    p50Milliseconds: rounded(latencies[Math.floor(latencies.length * 0.5)]),
    p99Milliseconds: rounded(latencies[Math.floor(latencies.length * 0.99)]),
    failures,
  };
}

const rounded = (milliseconds = Number.NaN) => Math.round(milliseconds * 10) / 10;

/** One connection: ends when its time is over and its last answer is in. */
function keepAsking(
  { url, headers, nextBody }: Load,
  endsAt: number,
  note: (milliseconds: number, status: number) => void,
): Promise<void> {
  const { hostname, port, host, pathname } = new URL(url);
  const lines = Object.entries({ host, "content-type": "application/json", ...headers });
  const head = `POST ${pathname} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}`;
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: hostname, port: Number(port), noDelay: true });
    let sentAt = 0;
    let pending: Buffer | null = null;
    const send = () => {
      const body = nextBody();
      sentAt = performance.now();
      socket.write(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    };
    socket.on("connect", send);
    socket.on("error", reject);
    socket.on("data", (chunk: Buffer) => {
      const bytes = pending ? Buffer.concat([pending, chunk]) : chunk;
      const status = readStatus(bytes);
      pending = status === null ? bytes : null;
      if (status === null) return;
      const now = performance.now();
      note(now - sentAt, status);
      if (now < endsAt) send();
      else socket.end(resolve);
    });
  });
}

/** The status of an answer that is all there; null while some of it is still to come. */
function readStatus(bytes: Buffer): number | null {
  const headEnd = bytes.indexOf("\r\n\r\n");
  if (headEnd < 0) return null;
  const head = bytes.toString("latin1", 0, headEnd);
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
  return bytes.length < headEnd + 4 + length ? null : Number(head.slice(9, 12));
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
