import type { Sql } from "../../../platform/db/index.ts";

export type Role = "owner" | "member";

export interface Member {
  id: string;
  account_id: string;
  account_name: string;
  email: string;
  name: string;
  role: Role;
  has_password: boolean;
  /** Can sign in: has a password, or signed in at an outside provider. */
  has_joined: boolean;
  has_totp: boolean;
  created_at: string;
}

const COLUMNS = (sql: Sql) => sql`
  member.id, member.account_id, account.name as account_name, member.email, member.name, member.role,
  member.password_hash is not null as has_password,
  member.password_hash is not null or exists (select from member_identity where member_id = member.id) as has_joined,
  member.totp_confirmed_at is not null as has_totp, member.created_at`;

export async function insertMember(
  sql: Sql,
  member: { id: string; accountId: string; email: string; name: string; role: Role },
): Promise<boolean> {
  const rows = await sql`
    insert into member (id, account_id, email, name, role)
    values (${member.id}, ${member.accountId}, ${member.email}, ${member.name}, ${member.role})
    on conflict (email) where removed_at is null do nothing returning id`;
  return rows.length > 0;
}

export async function findMember(sql: Sql, id: string): Promise<Member | undefined> {
  const [row] = await sql<Member>`
    select ${COLUMNS(sql)} from member join account on account.id = account_id
    where member.id = ${id} and removed_at is null`;
  return row;
}

export async function findMemberByEmail(sql: Sql, email: string): Promise<Member | undefined> {
  const [row] = await sql<Member>`
    select ${COLUMNS(sql)} from member join account on account.id = account_id
    where email = ${email} and removed_at is null`;
  return row;
}

export async function listMembers(sql: Sql, accountId: string, limit: number): Promise<Member[]> {
  return sql<Member>`
    select ${COLUMNS(sql)} from member join account on account.id = account_id
    where account_id = ${accountId} and removed_at is null order by member.created_at, member.id limit ${limit}`;
}

/**
 * Until the end of the transaction no member of the account is removed. Taken before anything else is locked, because
 * a removal goes on to change what the member is part of.
 */
export async function keepMembers(sql: Sql, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${accountId}, 10))`;
}

/** Waits for those who keep members, and makes later ones wait. */
export async function lockMembers(sql: Sql, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${accountId}, 10))`;
}

export async function hasMembers(sql: Sql): Promise<boolean> {
  const rows = await sql`select 1 from member limit 1`;
  return rows.length > 0;
}

export async function findPasswordHash(sql: Sql, memberId: string): Promise<string | null> {
  const [row] = await sql<{ password_hash: string | null }>`
    select password_hash from member where id = ${memberId} and removed_at is null`;
  return row?.password_hash ?? null;
}

export async function savePasswordHash(sql: Sql, memberId: string, passwordHash: string): Promise<void> {
  await sql`update member set password_hash = ${passwordHash} where id = ${memberId}`;
}

/** Locks the account's members, so that two owners cannot remove each other at the same time. */
export async function countOtherOwners(sql: Sql, accountId: string, memberId: string): Promise<number> {
  const rows = await sql<{ id: string }>`
    select id from member where account_id = ${accountId} and role = 'owner' and removed_at is null for update`;
  return rows.filter(({ id }) => id !== memberId).length;
}

export async function saveRole(sql: Sql, accountId: string, memberId: string, role: Role): Promise<boolean> {
  const rows = await sql`
    update member set role = ${role}
    where account_id = ${accountId} and id = ${memberId} and removed_at is null returning id`;
  return rows.length > 0;
}

export async function markRemoved(sql: Sql, accountId: string, memberId: string): Promise<boolean> {
  const rows = await sql`
    update member set removed_at = now()
    where account_id = ${accountId} and id = ${memberId} and removed_at is null returning id`;
  return rows.length > 0;
}

export type LinkPurpose = "set_up" | "join" | "reset";

export async function insertLink(
  sql: Sql,
  link: { hash: Buffer; purpose: LinkPurpose; memberId: string | null; ttlSeconds: number },
): Promise<void> {
  await sql`
    insert into member_link (hash, purpose, member_id, expires_at)
    values (${link.hash}, ${link.purpose}, ${link.memberId}, now() + make_interval(secs => ${link.ttlSeconds}))`;
}

export interface LinkRow {
  purpose: LinkPurpose;
  member_id: string | null;
}

export async function findLink(sql: Sql, hash: Buffer): Promise<LinkRow | undefined> {
  const [row] = await sql<LinkRow>`
    select purpose, member_id from member_link where hash = ${hash} and used_at is null and expires_at > now()`;
  return row;
}

/** Consumes a link; undefined when it is unknown, expired, or was just used. */
export async function spendLink(sql: Sql, hash: Buffer): Promise<LinkRow | undefined> {
  const [row] = await sql<LinkRow>`
    update member_link set used_at = now()
    where hash = ${hash} and used_at is null and expires_at > now() returning purpose, member_id`;
  return row;
}

/** Ends the member's other links, or with null the other set-up links. */
export async function endLinks(sql: Sql, memberId: string | null): Promise<void> {
  await sql`
    update member_link set used_at = now() where member_id is not distinct from ${memberId} and used_at is null`;
}

/** One set-up at a time: the second waits here and then finds the owner. */
export async function lockSetUp(sql: Sql): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('florin set-up'))`;
}
