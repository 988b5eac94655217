import { lookup } from "node:dns";
import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { type Readable, Transform } from "node:stream";
import { Failure } from "../../kernel/errors.ts";
import { isLoopback, isPublicAddress } from "./public-address.ts";

export interface FetchOptions {
  bytesMax: number;
  secondsMax: number;
  headers?: Record<string, string>;
  /** GET when absent. */
  method?: "GET" | "POST";
  body?: string;
  signal?: AbortSignal;
  /** 0 returns the redirect itself; five are followed when absent. */
  redirectsMax?: number;
}

export interface Fetched {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** The final URL after redirects. */
  url: string;
  /** Ends with an error when it exceeds the limit or the time is over. */
  body: Readable;
}

export type GuardedFetch = (url: string, input: FetchOptions) => Promise<Fetched>;

export interface GuardOptions {
  userAgent: string;
  /** Only for tests, whose servers are on this machine. */
  allowLocal?: boolean;
}

const REDIRECTS_MAX = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** After these statuses the redirect is fetched with GET and without a body, as browsers do. */
const BECOMES_GET = new Set([301, 302, 303]);
/** Headers another origin may see; any other was meant for the first one. */
const OPEN_HEADERS = /^(?:accept|accept-language)$/i;
const BODY_HEADERS = /^content-/i;

/**
 * The only way to make outgoing requests. Only http(s), only to public addresses: the address is checked on
 * connection, so neither a redirect nor DNS rebinding leads to internal addresses.
 */
export function makeGuardedFetch(options: GuardOptions): GuardedFetch {
  const lookupPublic = makeLookup(options.allowLocal ?? false);
  return async (url, input) => {
    const signal = AbortSignal.any([
      AbortSignal.timeout(input.secondsMax * 1_000),
      ...(input.signal ? [input.signal] : []),
    ]);
    let target = checkUrl(url, options);
    let sent: OutgoingRequest = {
      method: input.method ?? "GET",
      headers: input.headers ?? {},
      body: input.body,
    };
    const redirectsMax = input.redirectsMax ?? REDIRECTS_MAX;
    for (let hop = 0; hop <= redirectsMax; hop++) {
      const response = await request(target, {
        ...input,
        ...sent,
        signal,
        lookup: lookupPublic,
        userAgent: options.userAgent,
      });
      const { statusCode = 0, headers } = response;
      if (!REDIRECTS.has(statusCode) || headers.location === undefined || redirectsMax === 0) {
        return { status: statusCode, headers, url: target.href, body: limit(response, input.bytesMax) };
      }
      response.destroy();
      const next = checkUrl(URL.parse(headers.location, target)?.href ?? "", options);
      sent = sendNext(sent, { status: statusCode, isOtherOrigin: next.origin !== target.origin });
      target = next;
    }
    throw new Failure("fetch_failed", { detail: `More than ${redirectsMax} redirects.` });
  };
}

interface OutgoingRequest {
  method: "GET" | "POST";
  headers: Record<string, string>;
  body: string | undefined;
}

/** What is sent after a redirect. A body was meant for one origin: no other gets it. */
function sendNext(
  sent: OutgoingRequest,
  { status, isOtherOrigin }: { status: number; isOtherOrigin: boolean },
): OutgoingRequest {
  const isPost = sent.method === "POST";
  if (isPost && isOtherOrigin && !BECOMES_GET.has(status))
    throw new Failure("fetch_refused", {
      detail: "A redirect would send the request's body to another host.",
    });
  const becomesGet = isPost && BECOMES_GET.has(status);
  const kept = Object.entries(sent.headers).filter(
    ([name]) => (!isOtherOrigin || OPEN_HEADERS.test(name)) && !(becomesGet && BODY_HEADERS.test(name)),
  );
  const headers = Object.fromEntries(kept);
  return becomesGet ? { method: "GET", headers, body: undefined } : { ...sent, headers };
}

function mayReach(address: string, allowLocal: boolean): boolean {
  return isPublicAddress(address) || (allowLocal && isLoopback(address));
}

function checkUrl(text: string, { allowLocal = false }: GuardOptions): URL {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Failure("fetch_refused", { detail: "Only http(s) is fetched." });
  if (url.username !== "" || url.password !== "") {
    throw new Failure("fetch_refused", { detail: "A URL must not contain a user name or password." });
  }
  // A literal address is never resolved, so it is checked here.
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !mayReach(host, allowLocal)) throw notPublic(host);
  return url;
}

const notPublic = (host: string) =>
  new Failure("fetch_refused", { detail: `${host} is not a public address.` });

function makeLookup(allowLocal: boolean): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, []);
      // One bad address is enough: a name with any internal address is not trusted with the others.
      if (!addresses.every(({ address }) => mayReach(address, allowLocal)))
        return done(notPublic(hostname), []);
      const [first] = addresses;
      if (options.all) return done(null, addresses);
      return done(null, first?.address ?? "", first?.family ?? 4);
    });
  };
}

interface RequestOptions extends Omit<FetchOptions, "body"> {
  body: string | undefined;
  signal: AbortSignal;
  lookup: LookupFunction;
  userAgent: string;
}

function request(url: URL, input: RequestOptions): Promise<http.IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
  const send = url.protocol === "https:" ? https.request : http.request;
  const headers = { "user-agent": input.userAgent, "accept-encoding": "identity", ...input.headers };
  // No agent: a kept-alive connection would be reused without checking its address again.
  const { method = "GET", body, signal } = input;
  const outgoing = send(url, { method, headers, signal, lookup: input.lookup, agent: false });
  outgoing.once("response", resolve);
  outgoing.once("error", (error) => reject(toFailure(error, input)));
  outgoing.end(body);
  return promise;
}

function toFailure(error: Error, { secondsMax, signal }: RequestOptions): Error {
  if (error instanceof Failure) return error;
  if (signal.reason instanceof DOMException && signal.reason.name === "TimeoutError") {
    return new Failure("fetch_failed", { detail: `No response within ${secondsMax} s.`, cause: error });
  }
  if (error.name === "AbortError") return error;
  const code = "code" in error ? String(error.code) : error.name;
  return new Failure("fetch_failed", { detail: `The URL cannot be fetched (${code}).`, cause: error });
}

function limit(response: http.IncomingMessage, bytesMax: number): Readable {
  let bytes = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > bytesMax) done(new Failure("file_too_large", { detail: `More than ${bytesMax} bytes.` }));
      else done(null, chunk);
    },
  });
  response.once("error", (error) => meter.destroy(error));
  return response.pipe(meter);
}
