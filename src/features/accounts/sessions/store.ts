import type { Sql } from "../../../platform/db/index.ts";

export interface SessionRow {
  id: string;
  methods: string[];
  address: string;
  user_agent: string;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
}

export interface NewSession {
  id: string;
  hash: Buffer;
  memberId: string;
  methods: string[];
  address: string;
  userAgent: string;
  ttlSeconds: number;
}

export async function insertSession(sql: Sql, session: NewSession): Promise<void> {
  await sql`
    insert into member_session (id, hash, member_id, methods, address, user_agent, expires_at)
    values (${session.id}, ${session.hash}, ${session.memberId}, ${session.methods}, ${session.address},
            ${session.userAgent}, now() + make_interval(secs => ${session.ttlSeconds}))`;
}

export interface LiveSession extends SessionRow {
  member_id: string;
  idle_seconds: number;
}

/**
 * A session that was not ended, is neither too old nor idle for too long, and belongs to a current member.
 */
export async function findLiveSession(
  sql: Sql,
  hash: Buffer,
  idleSecondsMax: number,
): Promise<LiveSession | undefined> {
  const [row] = await sql.named("find_live_session")<LiveSession>`
    select member_session.id, member_id, methods, address, user_agent, member_session.created_at, last_seen_at, expires_at,
           extract(epoch from now() - last_seen_at)::int as idle_seconds
    from member_session join member on member.id = member_id
    where hash = ${hash} and ended_at is null and expires_at > now() and removed_at is null
      and not exists (select from account where account.id = account_id and closed_at is not null)
      and last_seen_at > now() - make_interval(secs => ${idleSecondsMax})`;
  return row;
}

export async function touchSession(sql: Sql, id: string, address: string): Promise<void> {
  await sql`update member_session set last_seen_at = now(), address = ${address} where id = ${id}`;
}

export async function listSessions(
  sql: Sql,
  memberId: string,
  page: { idleSecondsMax: number; limit: number },
): Promise<SessionRow[]> {
  return sql<SessionRow>`
    select id, methods, address, user_agent, created_at, last_seen_at, expires_at
    from member_session
    where member_id = ${memberId} and ended_at is null and expires_at > now()
      and last_seen_at > now() - make_interval(secs => ${page.idleSecondsMax})
    order by last_seen_at desc limit ${page.limit}`;
}

export async function endSessionByHash(sql: Sql, hash: Buffer): Promise<void> {
  await sql`update member_session set ended_at = now() where hash = ${hash} and ended_at is null`;
}

export async function endSession(sql: Sql, memberId: string, sessionId: string): Promise<boolean> {
  const rows = await sql`
    update member_session set ended_at = now()
    where member_id = ${memberId} and id = ${sessionId} and ended_at is null returning id`;
  return rows.length > 0;
}

/** All of a member's sessions, except the one to keep. */
export async function endSessionsOf(sql: Sql, memberId: string, keepId: string | null): Promise<number> {
  const rows = await sql`
    update member_session set ended_at = now()
    where member_id = ${memberId} and ended_at is null and id is distinct from ${keepId} returning id`;
  return rows.length;
}
