import type { Scope } from "./scopes.ts";

/** Every error a caller can see. One row per code; `docs/errors.md` lists them for people. */
export const ERRORS = {
  malformed_json: { status: 400, message: "Malformed JSON" },
  malformed_request: { status: 400, message: "Malformed request" },
  insufficient_balance: { status: 400, message: "Insufficient user balance." },
  key_budget_exhausted: { status: 400, message: "Insufficient user balance." },
  unauthorized: { status: 401, message: "Unauthorized access. Invalid API key." },
  token_invalid: { status: 401, message: "Unauthorized access. Invalid access token." },
  proof_invalid: { status: 401, message: "Unauthorized access. Invalid proof of possession." },
  session_required: { status: 401, message: "Sign in first." },
  sign_in_refused: { status: 401, message: "Wrong e-mail, password or code." },
  key_in_url: { status: 401, message: "Unauthorized access. Invalid API key." },
  identity_refused: { status: 403, message: "Your organisation did not confirm who you are." },
  identity_unknown: {
    status: 403,
    message: "No member has your address. Ask an owner of the account to invite you.",
  },
  scope_missing: { status: 403, message: "This credential lacks the required scope." },
  key_limits_exceeded: { status: 403, message: "A key cannot create a key with more than its own limits." },
  owner_only: { status: 403, message: "Only an owner of the account may do this." },
  address_not_allowed: { status: 403, message: "This credential may not be used from this address." },
  origin_not_allowed: { status: 403, message: "This page may not call the service." },
  link_invalid: { status: 403, message: "This link is not valid or has expired." },
  path_not_found: { status: 404, message: "Not found" },
  company_not_found: { status: 404, message: "Company not found" },
  job_not_found: { status: 404, message: "Job not found" },
  prices_not_found: { status: 404, message: "No prices" },
  page_not_found: { status: 404, message: "Page not found" },
  report_not_found: { status: 404, message: "Report not found" },
  claim_not_found: { status: 404, message: "Claim not found" },
  member_not_found: { status: 404, message: "Member not found" },
  key_not_found: { status: 404, message: "API key not found" },
  session_not_found: { status: 404, message: "Session not found" },
  passkey_not_found: { status: 404, message: "Passkey not found" },
  grant_not_found: { status: 404, message: "Connected application not found" },
  builder_not_found: { status: 404, message: "Agent builder info not found" },
  thread_not_found: { status: 404, message: "Thread not found" },
  watchlist_not_found: { status: 404, message: "Watchlist not found" },
  artifact_not_found: { status: 404, message: "Agent builder meta not found" },
  subscription_not_found: { status: 404, message: "Subscription not found" },
  run_not_found: { status: 404, message: "Run not found" },
  webhook_not_found: { status: 404, message: "Webhook not found" },
  search_not_found: { status: 404, message: "Saved search not found" },
  delivery_not_found: { status: 404, message: "Delivery not found" },
  method_not_allowed: { status: 405, message: "Method not allowed" },
  not_acceptable: { status: 406, message: "Not acceptable" },
  request_timeout: { status: 408, message: "Request timed out" },
  idempotency_in_progress: { status: 409, message: "A request with this Idempotency-Key is still running." },
  report_not_ready: { status: 409, message: "The report is still being digested." },
  run_ended: { status: 409, message: "The run has already ended." },
  email_taken: { status: 409, message: "This e-mail address already has a member." },
  file_too_large: { status: 413, message: "File too large" },
  body_too_large: { status: 413, message: "Request body too large" },
  range_not_satisfiable: { status: 416, message: "Range not satisfiable" },
  uri_too_long: { status: 414, message: "Request URL too long" },
  unsupported_media_type: { status: 415, message: "Unsupported media type" },
  invalid_input: { status: 422, message: "Validation error" },
  idempotency_key_reused: { status: 422, message: "Validation error" },
  sign_in_locked: { status: 429, message: "Too many attempts. Try again later." },
  rate_limited: { status: 429, message: "Too many requests" },
  fetch_refused: { status: 422, message: "The address may not be fetched" },
  fetch_failed: { status: 422, message: "The address could not be fetched" },
  file_not_readable: { status: 422, message: "The file cannot be read" },
  headers_too_large: { status: 431, message: "Request headers too large" },
  cancelled: { status: 499, message: "Cancelled by the caller" },
  internal: { status: 500, message: "Internal server error" },
  overloaded: { status: 503, message: "Service temporarily unavailable" },
  database_unavailable: { status: 503, message: "Service temporarily unavailable" },
  provider_unavailable: {
    status: 503,
    message: "Your organisation's sign-in does not answer. Try again later, or use your password.",
  },
  storage_unavailable: { status: 503, message: "Service temporarily unavailable" },
  shutting_down: { status: 503, message: "Service temporarily unavailable" },
  time_limit: { status: 504, message: "The operation took too long" },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/**
 * An expected failure. `message` is public and fixed by the code; `detail` is public and specific; `cause` is for the
 * log only and never leaves the process.
 */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly detail: string | null;
  readonly retryAfterSeconds: number | null;
  /** For a missing scope: everything a token would need, so that a client can request it in one go. */
  readonly scopes: readonly Scope[];

  constructor(
    code: ErrorCode,
    options: { detail?: string; cause?: unknown; retryAfterSeconds?: number; scopes?: readonly Scope[] } = {},
  ) {
    super(ERRORS[code].message, { cause: options.cause });
    this.name = "Failure";
    this.code = code;
    this.detail = options.detail ?? null;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
    this.scopes = options.scopes ?? [];
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}
