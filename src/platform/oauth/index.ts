/** OAuth 2.1: the authorization server, its keys, and the verification of tokens. Independent of the domain. */
export type { AuthorizationServer, Interaction } from "./authorization-server.ts";
export { type KeyRing, makeSigningKey, openKeyRing } from "./keys.ts";
export type { ClientDocument, ErrorPage, FetchDocument } from "./provider-configuration.ts";
export type { FoundRecord, OAuthRecord, RecordStore, SigningKey } from "./records.ts";
export { PROOF_ALGORITHMS, PROOF_SECONDS_MAX, type ProofDemand, verifyProof } from "./verify-proof.ts";
export { makeVerifyToken, type TokenClaims, type VerifyToken } from "./verify-token.ts";

/** The server's library takes 50 MB: it is loaded by what serves people, not by commands and workers. */
export async function loadAuthorizationServer() {
  const { openAuthorizationServer } = await import("./authorization-server.ts");
  return openAuthorizationServer;
}
