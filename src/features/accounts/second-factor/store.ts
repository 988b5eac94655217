import type { Sql } from "../../../platform/db/index.ts";

export interface TotpState {
  secret: Buffer | null;
  confirmed: boolean;
}

export async function findTotp(sql: Sql, memberId: string): Promise<TotpState> {
  const [row] = await sql<TotpState>`
    select totp_secret as secret, totp_confirmed_at is not null as confirmed from member
    where id = ${memberId} and removed_at is null`;
  return row ?? { secret: null, confirmed: false };
}

/** Starts over; a secret that is already active stays. */
export async function startTotp(sql: Sql, memberId: string, secret: Buffer): Promise<boolean> {
  const rows = await sql`
    update member set totp_secret = ${secret}, totp_last_step = 0
    where id = ${memberId} and totp_confirmed_at is null returning id`;
  return rows.length > 0;
}

/** Consumes a code's time step; false when it, or a later one, was used before. */
export async function takeTotpStep(sql: Sql, memberId: string, step: number): Promise<boolean> {
  const rows = await sql`
    update member set totp_last_step = ${step} where id = ${memberId} and totp_last_step < ${step} returning id`;
  return rows.length > 0;
}

export async function confirmTotp(sql: Sql, memberId: string): Promise<void> {
  await sql`update member set totp_confirmed_at = now() where id = ${memberId}`;
}

export async function dropTotp(sql: Sql, memberId: string): Promise<void> {
  await sql`update member set totp_secret = null, totp_confirmed_at = null where id = ${memberId}`;
  await sql`delete from member_recovery_code where member_id = ${memberId}`;
}

export async function replaceRecoveryCodes(
  sql: Sql,
  memberId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await sql`delete from member_recovery_code where member_id = ${memberId}`;
  await sql`
    insert into member_recovery_code (member_id, hash) select ${memberId}, unnest(${[...hashes]}::bytea[])`;
}

export async function takeRecoveryCode(sql: Sql, memberId: string, hash: Buffer): Promise<boolean> {
  const rows = await sql`
    update member_recovery_code set used_at = now()
    where member_id = ${memberId} and hash = ${hash} and used_at is null returning hash`;
  return rows.length > 0;
}

export async function countRecoveryCodes(sql: Sql, memberId: string): Promise<number> {
  const [row] = await sql<{ left: number }>`
    select count(*) as left from member_recovery_code where member_id = ${memberId} and used_at is null`;
  return row?.left ?? 0;
}
