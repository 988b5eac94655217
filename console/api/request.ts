import { failUnreachable } from "./connection.ts";
import { recordBalance } from "./credits.ts";
import { forgetResults } from "./kept-result.ts";

export interface Answer {
  data: unknown;
  credits: number;
  status: number;
  milliseconds: number;
}

export interface Envelope {
  status_code?: number;
  data?: unknown;
  message?: string;
  detail?: string | null;
  code?: string;
  request_id?: string;
}

/** An error message from the service, with the request id to quote to support. */
export class RequestFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;

  constructor(status: number, envelope: Envelope) {
    super([envelope.message ?? `HTTP ${status}`, envelope.detail].filter(Boolean).join(": "));
    this.status = status;
    this.code = envelope.code ?? "unknown";
    this.requestId = envelope.request_id ?? null;
  }
}

/** Errors are reported in the envelope only: browsers would log every "none yet" 404 as a page error. */
export const CONSOLE_HEADERS = { "x-florin-console": "1", "x-florin-status": "envelope" };

type Method = "GET" | "POST" | "DELETE";

/** Fills `:name` from the input, then sends the rest as query string or body. */
export async function request(
  method: Method,
  path: string,
  input: object,
  { signal, headers }: { signal?: AbortSignal | undefined; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const filled = path.replace(/:(\w+)/g, (_whole, name: string) => {
    const value = String(rest.get(name) ?? "");
    rest.delete(name);
    return encodeURIComponent(value);
  });
  const given = Object.fromEntries(rest);
  if (method !== "POST") {
    const query = new URLSearchParams(given).toString();
    const url = query === "" ? filled : `${filled}?${query}`;
    return send(url, { method, headers: { ...headers }, signal: signal ?? null });
  }
  const init = { method, body: JSON.stringify(given), signal: signal ?? null };
  return send(filled, { ...init, headers: { "content-type": "application/json", ...headers } });
}

/** Sends a request with the session; without one, redirects to the sign-in page and back. */
export async function send(url: string, init: RequestInit, read = readEnvelope): Promise<Answer> {
  const started = performance.now();
  const { response, envelope, status } = await fetchWithRetry(
    url,
    { ...init, headers: { ...CONSOLE_HEADERS, ...init.headers } },
    read,
  );
  const milliseconds = performance.now() - started;
  if (status >= 400) {
    // A wrong password or code is an error for the form to show: the session is still valid.
    if (status === 401 && envelope.code !== "sign_in_refused") leaveForSignIn();
    throw new RequestFailure(status, envelope);
  }
  recordBalance(response.headers);
  const credits = Number(response.headers.get("x-credits-charged") ?? 0);
  const data = "data" in envelope ? envelope.data : envelope;
  return { data, credits, status, milliseconds };
}

const ATTEMPTS_MAX = 5;
const WAIT_SECONDS_MAX = 5;

interface ParsedResponse {
  response: Response;
  envelope: Envelope;
  status: number;
}

/** Repeats a call that is safe to repeat after the delay the service asks for. */
async function fetchWithRetry(
  url: string,
  init: RequestInit,
  read: typeof readEnvelope,
): Promise<ParsedResponse> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(url, init).catch(throwUnreachable);
    const envelope = await read(response);
    const reply = { response, envelope, status: envelope.status_code ?? response.status };
    const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
    const isTemporary = isSafeToRetry(reply, init) && seconds <= WAIT_SECONDS_MAX;
    if (!isTemporary || attempt === ATTEMPTS_MAX) return reply;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
}

/** A rate-limited call was never started, so it can be repeated whatever it does. */
function isSafeToRetry({ status, envelope }: ParsedResponse, { method }: RequestInit): boolean {
  return envelope.code === "rate_limited" || (status === 503 && method === "GET");
}

/** The browser's own messages name neither the service nor what to do. */
function throwUnreachable(error: unknown): Promise<never> {
  if (!(error instanceof TypeError)) throw error;
  return failUnreachable(error);
}

const BAD_GATEWAY = 502;

export async function readEnvelope(response: Response): Promise<Envelope> {
  try {
    return (await response.json()) as Envelope;
  } catch (error) {
    // The connection broke in the middle, or a proxy that cannot reach the service answered for it.
    if (error instanceof TypeError || response.status >= BAD_GATEWAY) return failUnreachable(error);
    return { status_code: response.status, message: `HTTP ${response.status}` };
  }
}

const SIGNED_OUT = "signed out";
const otherTabs = new BroadcastChannel("florin");
otherTabs.onmessage = ({ data }) => data === SIGNED_OUT && leaveForSignIn();

/** Once the session has ended: the other tabs of the browser still show what the person could see. */
export function leaveAllTabs(): void {
  otherTabs.postMessage(SIGNED_OUT);
  leaveForSignIn();
}

export function leaveForSignIn(): void {
  forgetResults();
  // The Back button would show the page as it was, with what the person who signed out could see.
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  location.assign(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`);
}

/** Fetches a file made from an operation's answer, in the format named by its media type. */
export async function requestFile(path: string, input: object, mediaType: string): Promise<Blob> {
  const headers = { ...CONSOLE_HEADERS, "content-type": "application/json", accept: mediaType };
  const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(input) }).catch(
    throwUnreachable,
  );
  if (response.headers.get("content-type")?.startsWith(mediaType)) {
    recordBalance(response.headers);
    return response.blob();
  }
  throw new RequestFailure(response.status, await readEnvelope(response));
}
