import type { ErrorCode, Failure } from "../kernel/errors.ts";
import { COMMON_SCOPES, DEFAULT_SCOPES } from "../kernel/scopes.ts";

/** The RFC 6750 and RFC 9449 names of our errors. A caller without a token gets no error code. */
const OAUTH_ERRORS: Partial<Record<ErrorCode, string>> = {
  token_invalid: "invalid_token",
  proof_invalid: "invalid_dpop_proof",
  scope_missing: "insufficient_scope",
};
const CHALLENGED: readonly ErrorCode[] = [
  "unauthorized",
  "key_in_url",
  "token_invalid",
  "proof_invalid",
  "scope_missing",
];

/**
 * The WWW-Authenticate values of a refusal: where a client finds out how to sign in, and which scopes to request.
 * Bearer comes first because some clients read only the first.
 */
export function challengesFor(failure: Failure, baseUrl: string, url: string): string[] {
  if (!CHALLENGED.includes(failure.code)) return [];
  const surface = url.startsWith("/mcp") ? "mcp" : "v1";
  const error = OAUTH_ERRORS[failure.code];
  const scopes =
    failure.code === "scope_missing"
      ? new Set(failure.scopes.filter((scope) => COMMON_SCOPES.includes(scope)))
      : DEFAULT_SCOPES;
  const parts = [
    ...(error
      ? [`error="${error}"`, `error_description="${escapeQuoted(failure.detail ?? failure.message)}"`]
      : []),
    `scope="${[...scopes].join(" ")}"`,
    `resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/${surface}"`,
  ];
  const scheme = failure.code === "proof_invalid" ? "DPoP" : "Bearer";
  const challenges = [`${scheme} ${parts.join(", ")}`];
  if (surface === "v1" && failure.code === "unauthorized")
    challenges.push('ApiKey realm="florin", header="X-API-KEY"');
  return challenges;
}

/** Only what RFC 6750 allows inside the quotes. */
function escapeQuoted(text: string): string {
  return text.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "");
}
