/**
 * Access: API keys, OAuth, authentication, the audit trail, and idempotent calls. Owns `api_key`,
 * `oauth_record`, `oauth_proof`, `oauth_signing_key`, `call_audit`, `idempotent_call` and `kept_answer`.
 */
import type { Database } from "../../platform/db/index.ts";
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from "./key-operations.ts";
import type { Grants } from "./oauth/grants.ts";
import { disconnectClient, listClients } from "./oauth/operations.ts";
import { showAudit } from "./operations.ts";

export { beginIdempotentCall } from "./answers/idempotency.ts";
export { type AnswerOwner, readSavedAnswer, saveAnswer } from "./answers/saved-answers.ts";
export { deleteAnswersAbout, deleteAnswersOfPerson } from "./answers/store.ts";
export { readAuditMonth, removeArchivedAudit } from "./archive-audit.ts";
export {
  authenticateKeyId,
  type Credentials,
  forRecheck,
  type GateCaller,
  type IdentityVerifier,
  makeAuthenticate,
} from "./authenticate.ts";
export { authenticateSession } from "./authenticate-session.ts";
export { type CallLog, startCallLog } from "./call-log.ts";
export { accessJobs } from "./jobs.ts";
export {
  type CreateKeyInput,
  createKey,
  KEYS_MAX,
  type NewKey,
  OVERLAP_SECONDS_MAX,
  revokeKey,
  rotateKey,
} from "./keys.ts";
export type { PresentedToken, Surface } from "./oauth/authenticate-token.ts";
export { type Grants, openGrants } from "./oauth/grants.ts";
export { loadOAuth, type OAuth } from "./oauth/open-oauth.ts";
export { ensureSigningKey, rotateSigningKeys } from "./oauth/signing-keys.ts";
export { insertProof as takeOnce } from "./oauth/store.ts";
export { type AuditEntry, endKeysOf, listKeys } from "./store.ts";

export const accessOperations = (
  { db, grants }: { db: Database; grants: Grants },
  listReads: () => readonly string[],
) =>
  [
    showAudit(db, listReads),
    listApiKeys(db),
    createApiKey(db),
    rotateApiKey(db),
    revokeApiKey(db),
    listClients(db),
    disconnectClient(grants),
  ] as const;
