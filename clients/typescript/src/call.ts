import { FlorinError } from "./errors.ts";

/** How an operation is sent; generated for each. */
export interface Wire {
  method: string;
  path: string;
  body: "query" | "json" | "multipart";
  /** Whether the answer is the whole body, not its `data`. */
  isRaw: boolean;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Makes a repeated call safe: it runs and is paid once. One is made for you unless you give it. */
  idempotencyKey?: string;
}

/** What the service says about a call besides its answer. */
export interface CallFacts {
  requestId: string | null;
  creditsCharged: number;
  creditsRemaining: number | null;
}

export type Call = <Answer>(wire: Wire, input: object, options?: CallOptions) => Promise<Answer>;

export interface ClientOptions {
  /** Where the service runs, such as `http://localhost:8080`. */
  baseUrl: string;
  /** An API key; or use `token`. */
  apiKey?: string;
  /** An OAuth access token. */
  token?: string;
  /** How often a call is repeated when the service is busy or cannot be reached. Two by default. */
  retries?: number;
  /** Called after every answer, for example to watch the credits. */
  onAnswer?: (facts: CallFacts) => void;
  /** For tests and proxies; the global `fetch` by default. */
  fetch?: typeof fetch;
}

const RETRIED = new Set([408, 429, 502, 503, 504]);
const WAIT_MAX_MS = 30_000;

/** Sends calls: with retries that wait as long as the service asks, and never pay twice. */
export function makeCall(options: ClientOptions): Call {
  return async (wire, input, callOptions = {}) => {
    const response = await send(options, { wire, input, ...callOptions });
    const body = (await response.json()) as { data: unknown };
    // The operation's declared type; the service validates what it sends against the same definition.
    return (wire.isRaw ? body : body.data) as never;
  };
}

/** One call: what to send, and how. */
interface Request extends CallOptions {
  wire: Wire;
  input: object;
  /** The media type of the answer; JSON by default. */
  accept?: string;
}

/** The successful response of a call, after as many tries as allowed. */
export async function send(options: ClientOptions, call: Request): Promise<Response> {
  const { signal } = call;
  const request = prepare(options, call);
  const { retries = 2, fetch: fetchIt = fetch } = options;
  for (let attempt = 0; ; attempt++) {
    const isLast = attempt >= retries;
    const outcome = await fetchIt(request.url, signal ? { ...request.init, signal } : request.init).catch(
      (error: Error) => {
        if (isLast || signal?.aborted) throw error;
        return null;
      },
    );
    if (outcome?.ok) {
      options.onAnswer?.(factsOf(outcome));
      return outcome;
    }
    if (outcome && (isLast || !RETRIED.has(outcome.status))) throw await FlorinError.from(outcome);
    await pause(waitFor(outcome, attempt), signal);
  }
}

function prepare(
  { baseUrl, apiKey, token }: ClientOptions,
  { wire, input, accept = "application/json", idempotencyKey = makeKey() }: Request,
): { url: string; init: RequestInit } {
  const { method, path, body } = wire;
  const headers: Record<string, string> = { accept, "idempotency-key": idempotencyKey };
  if (apiKey !== undefined) headers["x-api-key"] = apiKey;
  if (token !== undefined) headers["authorization"] = `Bearer ${token}`;
  const fields = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = String(fields.get(name) ?? "");
    fields.delete(name);
    return encodeURIComponent(value);
  });
  const url = new URL(baseUrl.replace(/\/$/, "") + filled);
  if (body === "query") {
    for (const [name, value] of fields) url.searchParams.set(name, asText(value));
    return { url: url.href, init: { method, headers } };
  }
  if (body === "multipart") return { url: url.href, init: { method, headers, body: formOf(fields) } };
  headers["content-type"] = "application/json";
  return { url: url.href, init: { method, headers, body: JSON.stringify(Object.fromEntries(fields)) } };
}

/** As the service reads it in an address or a form: lists with commas, objects as JSON. */
function asText(value: unknown): string {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? JSON.stringify(value) : String(value);
}

/** Browsers have `randomUUID` only on pages that came encrypted or from the same machine. */
function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function formOf(fields: Map<string, unknown>): FormData {
  const form = new FormData();
  const { file, file_name = "report.pdf", ...others } = Object.fromEntries(fields);
  for (const [name, value] of Object.entries(others)) form.set(name, asText(value));
  // The fields come before the file, so that the service knows them when it receives it.
  if (file instanceof Blob) form.set("file", file, String(file_name));
  else if (file instanceof Uint8Array) form.set("file", new Blob([new Uint8Array(file)]), String(file_name));
  return form;
}

function factsOf({ headers }: Response): CallFacts {
  const remaining = headers.get("x-credits-remaining");
  return {
    requestId: headers.get("x-request-id"),
    creditsCharged: Number(headers.get("x-credits-charged") ?? 0),
    creditsRemaining: remaining === null ? null : Number(remaining),
  };
}

/** As long as the service asks; otherwise twice as long each time, with some chance in it. */
function waitFor(response: Response | null, attempt: number): number {
  const asked = Number(response?.headers.get("retry-after") ?? Number.NaN);
  const milliseconds = Number.isFinite(asked) ? asked * 1_000 : 250 * 2 ** attempt * (0.5 + Math.random());
  return Math.min(milliseconds, WAIT_MAX_MS);
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", stop);
    if (signal?.aborted) stop();
  });
}
