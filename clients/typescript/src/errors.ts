import type { Error as ErrorBody } from "./generated/types.ts";

/** The codes of errors, for `switch`. */
export type ErrorCode = ErrorBody["code"];

/** A call that the service refused. It costs nothing. */
export class FlorinError extends Error {
  override readonly name = "FlorinError";
  readonly status: number;
  /** Stable, for programs; `unknown` when something between you and the service answered. */
  readonly code: ErrorCode | "unknown";
  /** What is wrong, field by field. */
  readonly detail: string | null;
  /** Quote it when you contact support. */
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(response: Response, body: Partial<ErrorBody>) {
    super([body.message ?? response.statusText, body.detail].filter(Boolean).join(": "));
    this.status = response.status;
    this.code = body.code ?? "unknown";
    this.detail = body.detail ?? null;
    this.requestId = body.request_id ?? response.headers.get("x-request-id");
    // Something between you and the service may name a date instead.
    const after = response.headers.get("retry-after") ?? "";
    this.retryAfterSeconds = /^\d+$/.test(after) ? Number(after) : null;
  }

  static async from(response: Response): Promise<FlorinError> {
    const body: unknown = await response.json().catch(() => null);
    // The service's own errors have this shape; of any other answer nothing is taken.
    return new FlorinError(response, (typeof body === "object" && body ? body : {}) as Partial<ErrorBody>);
  }
}
