/**
 * Access: API keys, who is calling, the audit trail, and calls that must happen once. Owns `api_key`, `call_audit`
 * and `idempotent_call`.
 */
import type { Database } from "../../platform/db/index.ts";
import { showAudit } from "./operations.ts";

export { type Credentials, type KeyCaller, makeAuthenticate } from "./authenticate.ts";
export { type CallLog, startCallLog } from "./call-log.ts";
export { abandonIdempotentCall, beginIdempotentCall, finishIdempotentCall } from "./idempotency.ts";
export { accessJobs } from "./jobs.ts";
export { createKey, type KeyWish, type NewKey, revokeKey, rotateKey } from "./keys.ts";
export { type AuditEntry, listKeys } from "./store.ts";

export const accessOperations = (db: Database) => [showAudit(db)] as const;
