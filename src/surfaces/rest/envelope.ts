import type { Failure } from "../../kernel/errors.ts";

/** Where each code is explained to people. */
const ERROR_PAGE = "/docs/errors";
export const JSON_TYPE = "application/json; charset=utf-8";
export const PROBLEM_TYPE = "application/problem+json; charset=utf-8";

/** The specification's format of a successful response. */
export function successBody(data: unknown, reply: "envelope" | "bare" | "raw"): string {
  if (reply === "raw") return JSON.stringify(data);
  if (reply === "bare") return JSON.stringify({ data });
  return JSON.stringify({ status_code: 200, data, detail: null, message: "Success" });
}

/** The same envelope for every error, with a stable code and the request id to quote. */
export function errorBody(failure: Failure, requestId: string): string {
  return JSON.stringify({
    status_code: failure.status,
    data: null,
    detail: failure.detail,
    message: failure.message,
    code: failure.code,
    request_id: requestId,
  });
}

/** RFC 9457, for callers that request it by `Accept`. */
export function problemBody(failure: Failure, requestId: string, baseUrl: string): string {
  return JSON.stringify({
    type: `${baseUrl}${ERROR_PAGE}#${failure.code}`,
    title: failure.message,
    status: failure.status,
    detail: failure.detail ?? undefined,
    code: failure.code,
    request_id: requestId,
  });
}
