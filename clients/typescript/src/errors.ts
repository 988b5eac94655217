/** The codes of errors, for `switch`. */
export type ErrorCode = import("./generated/types.ts").Error["code"];

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

  constructor(response: Response, body: Partial<import("./generated/types.ts").Error>) {
    super([body.message ?? response.statusText, body.detail].filter(Boolean).join(": "));
    this.status = response.status;
    this.code = body.code ?? "unknown";
    this.detail = body.detail ?? null;
    this.requestId = body.request_id ?? response.headers.get("x-request-id");
    const after = response.headers.get("retry-after");
    this.retryAfterSeconds = after === null ? null : Number(after);
  }

  static async from(response: Response): Promise<FlorinError> {
    const body = (await response.json().catch(() => ({}))) as Partial<import("./generated/types.ts").Error>;
    return new FlorinError(response, body);
  }
}
