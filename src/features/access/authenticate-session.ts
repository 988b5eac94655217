import { Failure } from "../../kernel/errors.ts";
import { ALL_SCOPES } from "../../kernel/scopes.ts";
import type { Database } from "../../platform/db/index.ts";
import { findSignedIn } from "../accounts/index.ts";
import type { GateCaller } from "./authenticate.ts";

const EVERYTHING = new Set(ALL_SCOPES);

/** A person signed in to the console may do whatever the account may, and their role allows. */
export async function authenticateSession(
  db: Database,
  secret: string,
  address: string,
): Promise<GateCaller> {
  const signedIn = await findSignedIn(db, secret, address);
  if (!signedIn) throw new Failure("session_required");
  const { account_id: accountId, id: userId } = signedIn.member;
  const { sessionId } = signedIn;
  return { accountId, userId, keyId: null, sessionId, clientId: null, scopes: EVERYTHING, budgeted: false };
}
