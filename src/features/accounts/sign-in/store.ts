import type { Sql } from "../../../platform/db/index.ts";

export interface AttemptRule {
  subject: string;
  attemptsMax: number;
  /** The count restarts after this time. */
  windowSeconds: number;
  lockSeconds: number;
}

/**
 * Counts an attempt before it is checked, so that many at the same time cannot all pass before the first
 * failure is known. Returns the seconds to wait after too many, else 0. While locked, attempts neither count
 * nor extend the lock.
 */
export async function countAttempt(sql: Sql, rule: AttemptRule): Promise<number> {
  const { subject, attemptsMax, windowSeconds, lockSeconds } = rule;
  const isOver = sql`known.since < now() - make_interval(secs => ${windowSeconds})`;
  const [row] = await sql<{ wait_seconds: number }>`
    insert into sign_in_attempts as known (subject, attempts, since) values (${subject}, 1, now())
    on conflict (subject) do update set
      attempts = case when known.locked_until > now() then known.attempts when ${isOver} then 1 else known.attempts + 1 end,
      since = case when known.locked_until > now() then known.since when ${isOver} then now() else known.since end,
      locked_until = case when known.locked_until > now() then known.locked_until
                          when not (${isOver}) and known.attempts + 1 > ${attemptsMax}
                          then now() + make_interval(secs => ${lockSeconds}) end
    returning coalesce(ceil(extract(epoch from locked_until - now())), 0)::int as wait_seconds`;
  return Math.max(0, row?.wait_seconds ?? 0);
}

/** Uncounts an attempt that was not a guess. */
export async function returnAttempt(sql: Sql, subject: string): Promise<void> {
  await sql`update sign_in_attempts set attempts = greatest(attempts - 1, 0) where subject = ${subject}`;
}

export async function clearAttempts(sql: Sql, subjects: readonly string[]): Promise<void> {
  await sql`delete from sign_in_attempts where subject = any (${[...subjects]})`;
}

export async function insertTicket(
  sql: Sql,
  ticket: { hash: Buffer; memberId: string; ttlSeconds: number },
): Promise<void> {
  await sql`
    insert into sign_in_ticket (hash, member_id, expires_at)
    values (${ticket.hash}, ${ticket.memberId}, now() + make_interval(secs => ${ticket.ttlSeconds}))`;
}

export async function findTicket(sql: Sql, hash: Buffer): Promise<string | null> {
  const [row] = await sql<{ member_id: string }>`
    select member_id from sign_in_ticket where hash = ${hash} and expires_at > now()`;
  return row?.member_id ?? null;
}

export async function deleteTicket(sql: Sql, hash: Buffer): Promise<boolean> {
  const rows = await sql`delete from sign_in_ticket where hash = ${hash} returning member_id`;
  return rows.length > 0;
}

/** Deletes old tickets, attempts, links, challenges and sessions. */
export async function deleteStale(sql: Sql): Promise<void> {
  await sql`delete from sign_in_ticket where expires_at < now()`;
  await sql`delete from sign_in_attempts where since < now() - interval '2 days'`;
  await sql`delete from member_link where expires_at < now() - interval '30 days'`;
  await sql`delete from passkey_challenge where expires_at < now()`;
  await sql`delete from member_session where least(expires_at, ended_at) < now() - interval '30 days'`;
}
