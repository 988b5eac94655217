import { ERRORS, type ErrorCode } from "../../../kernel/errors.ts";
import type { AnyOperation } from "../../../kernel/operation.ts";

type Json = Record<string, unknown>;

/** The errors any operation may return; the most common first. */
const COMMON_ERRORS: readonly ErrorCode[] = [
  "insufficient_balance",
  "key_budget_exhausted",
  "malformed_json",
  "malformed_request",
  "unauthorized",
  "token_invalid",
  "proof_invalid",
  "key_in_url",
  "session_required",
  "scope_missing",
  "address_not_allowed",
  "origin_not_allowed",
  "not_acceptable",
  "request_timeout",
  "idempotency_in_progress",
  "body_too_large",
  "uri_too_long",
  "unsupported_media_type",
  "invalid_input",
  "idempotency_key_reused",
  "rate_limited",
  "headers_too_large",
  "cancelled",
  "internal",
  "overloaded",
  "database_unavailable",
  "storage_unavailable",
  "shutting_down",
  "time_limit",
];

export const ERROR_SCHEMA = {
  type: "object",
  required: ["status_code", "data", "detail", "message", "code", "request_id"],
  properties: {
    status_code: { type: "integer" },
    data: { type: "null" },
    detail: { type: ["string", "null"], description: "What is wrong, field by field" },
    message: { type: "string" },
    code: { type: "string", enum: Object.keys(ERRORS), description: "Stable, for programs" },
    request_id: { type: "string", description: "Quote it when you contact support" },
  },
};

const byStatus = (codes: Iterable<ErrorCode>) => Map.groupBy(codes, (code) => ERRORS[code].status);

/** The errors that every operation has in common, by status; operations refer to them. */
export const COMMON_RESPONSES: Json = Object.fromEntries(
  [...byStatus(COMMON_ERRORS)].map(([status, codes]) => [nameOf(status), describeErrors(codes)]),
);

/** Every error of an operation, by status, with its codes. */
export function errorResponses({ errors = [] }: Pick<AnyOperation, "errors">): Json {
  const own = new Set(errors.map((code) => ERRORS[code].status));
  const all = byStatus(new Set([...errors, ...COMMON_ERRORS]));
  return Object.fromEntries(
    [...all].map(([status, codes]) => [
      status,
      own.has(status) ? describeErrors(codes) : { $ref: `#/components/responses/${nameOf(status)}` },
    ]),
  );
}

function nameOf(status: number): string {
  return `Error${status}`;
}

function describeErrors(codes: readonly ErrorCode[]): Json {
  const code = { type: "string", enum: codes, description: "Stable, for programs" };
  const schema = { allOf: [{ $ref: "#/components/schemas/Error" }, { properties: { code } }] };
  return {
    description: codes.map((each) => `${ERRORS[each].message} (\`${each}\`)`).join(" · "),
    content: { "application/json": { schema } },
  };
}
