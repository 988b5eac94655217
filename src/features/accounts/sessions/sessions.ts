import { makeId } from "../../../kernel/ids.ts";
import type { Database } from "../../../platform/db/index.ts";
import { findMember, type Member } from "../members/store.ts";
import { hashSecret, makeSecret } from "../secret.ts";
import {
  endSessionByHash,
  findLiveSession,
  insertSession,
  listSessions,
  type SessionRow,
  touchSession,
} from "./store.ts";

/** A browser must sign in again after two weeks, or after three days without use. */
export const SESSION_SECONDS_MAX = 14 * 86_400;
const IDLE_SECONDS_MAX = 3 * 86_400;
const TOUCH_SECONDS = 60;
const SESSIONS_SHOWN_MAX = 100;
const USER_AGENT_LENGTH_MAX = 300;
const SECRET_SHAPE = /^[A-Za-z0-9_-]{43}$/;

export interface SignedIn {
  sessionId: string;
  startedAt: string;
  methods: string[];
  member: Member;
}

/**
 * Opens a session under a new secret; the browser's previous session ends, which prevents session fixation.
 */
export async function openSession(
  db: Database,
  input: {
    memberId: string;
    methods: string[];
    address: string;
    userAgent: string;
    replaces: string | undefined;
  },
): Promise<{ secret: string; sessionId: string }> {
  if (input.replaces !== undefined) await endSessionByHash(db, hashSecret(input.replaces));
  const secret = makeSecret();
  const sessionId = makeId("ses");
  await insertSession(db, {
    id: sessionId,
    hash: hashSecret(secret),
    memberId: input.memberId,
    methods: input.methods,
    address: input.address,
    userAgent: input.userAgent.slice(0, USER_AGENT_LENGTH_MAX),
    ttlSeconds: SESSION_SECONDS_MAX,
  });
  return { secret, sessionId };
}

/**
 * Whom a session cookie belongs to; null when it is not signed in. Records the address as the last one seen.
 */
export async function findSignedIn(
  db: Database,
  secret: string | undefined,
  address: string | null,
): Promise<SignedIn | null> {
  if (secret === undefined || !SECRET_SHAPE.test(secret)) return null;
  const session = await findLiveSession(db, hashSecret(secret), IDLE_SECONDS_MAX);
  const member = session && (await findMember(db, session.member_id));
  if (!session || !member) return null;
  if (address !== null && session.idle_seconds >= TOUCH_SECONDS) await touchSession(db, session.id, address);
  return { sessionId: session.id, startedAt: session.created_at, methods: session.methods, member };
}

export function listDevices(db: Database, memberId: string): Promise<SessionRow[]> {
  return listSessions(db, memberId, { idleSecondsMax: IDLE_SECONDS_MAX, limit: SESSIONS_SHOWN_MAX });
}

export function signOut(db: Database, secret: string): Promise<void> {
  return endSessionByHash(db, hashSecret(secret));
}
