import { Failure } from "../../kernel/errors.ts";

const BY_FASTIFY_CODE: Record<string, () => Failure> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new Failure("body_too_large"),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new Failure("unsupported_media_type", { detail: "Send the body as application/json." }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new Failure("malformed_request", { detail: "The body length differs from Content-Length." }),
  FST_REQ_FILE_TOO_LARGE: () => new Failure("file_too_large"),
  FST_FILES_LIMIT: () => new Failure("invalid_input", { detail: "file: send exactly one file" }),
  FST_PARTS_LIMIT: () => new Failure("invalid_input", { detail: "too many fields" }),
  FST_PROTO_VIOLATION: () => new Failure("invalid_input", { detail: "a field has an unknown name" }),
  FST_INVALID_JSON_FIELD_ERROR: () =>
    new Failure("invalid_input", { detail: "a field declared as JSON is not valid JSON" }),
  FST_MP_PREMATURE_CLOSE: () =>
    new Failure("malformed_request", { detail: "The form ends before its last field." }),
  FST_FIELDS_LIMIT: () => new Failure("invalid_input", { detail: "too many fields" }),
  FST_INVALID_MULTIPART_CONTENT_TYPE: () => new Failure("unsupported_media_type"),
  FST_ERR_BAD_URL: () => new Failure("malformed_request", { detail: "The URL is not well formed." }),
  FST_ERR_MAX_PARAM_LENGTH: () => new Failure("uri_too_long"),
};

/** The error as a caller may see it. Null for our own errors. */
export function toFailure(error: unknown): Failure | null {
  if (error instanceof Failure) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const known = BY_FASTIFY_CODE[code];
  if (known) return known();
  // A body that stops in the middle: the caller disconnected or sent less than announced.
  if (code === "ECONNRESET" || code === "ERR_STREAM_PREMATURE_CLOSE") return new Failure("malformed_request");
  // The operator has to free disk space; until then another node may have room.
  if (code === "ENOSPC" || code === "EDQUOT")
    return new Failure("storage_unavailable", { cause: error, retryAfterSeconds: 10 });
  // The form parser's errors have no code.
  if (error instanceof Error && FORM_FAULTS.test(error.message))
    return new Failure("malformed_request", { detail: "The form is not well formed." });
  return null;
}

const FORM_FAULTS =
  /^(Multipart: Boundary not found|Malformed part header|Unexpected end of (form|multipart data)|\w+ terminated early|The needle cannot)/;
