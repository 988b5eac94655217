import type { Sql } from "../../../platform/db/index.ts";
import type { StoredPasskey } from "../../../platform/passkeys/index.ts";

export interface PasskeyRow {
  id: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

export async function insertPasskey(
  sql: Sql,
  passkey: StoredPasskey & { memberId: string; name: string },
): Promise<boolean> {
  const rows = await sql`
    insert into member_passkey (id, member_id, name, public_key, counter, transports)
    values (${passkey.id}, ${passkey.memberId}, ${passkey.name}, ${Buffer.from(passkey.publicKey)}, ${passkey.counter},
            ${passkey.transports})
    on conflict do nothing returning id`;
  return rows.length > 0;
}

export async function listPasskeys(sql: Sql, memberId: string, limit: number): Promise<PasskeyRow[]> {
  return sql<PasskeyRow>`
    select id, name, created_at, last_used_at from member_passkey
    where member_id = ${memberId} order by created_at limit ${limit}`;
}

export interface FoundPasskey {
  member_id: string;
  public_key: Buffer<ArrayBuffer>;
  counter: number;
  transports: string[];
}

export async function findPasskey(sql: Sql, id: string): Promise<FoundPasskey | undefined> {
  const [row] = await sql<FoundPasskey>`
    select member_id, public_key, counter, transports from member_passkey
    join member on member.id = member_id where member_passkey.id = ${id} and removed_at is null`;
  return row;
}

/** Some authenticators do not count; the counter of one that does must never go back. */
export async function recordPasskeyUse(sql: Sql, id: string, counter: number): Promise<boolean> {
  const rows = await sql`
    update member_passkey set counter = ${counter}, last_used_at = now()
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0)) returning id`;
  return rows.length > 0;
}

export async function deletePasskey(sql: Sql, memberId: string, id: string): Promise<boolean> {
  const rows = await sql`
    delete from member_passkey where member_id = ${memberId} and id = ${id} returning id`;
  return rows.length > 0;
}

export async function insertChallenge(
  sql: Sql,
  challenge: { hash: Buffer; memberId: string | null; ttlSeconds: number },
): Promise<void> {
  await sql`
    insert into passkey_challenge (hash, member_id, expires_at)
    values (${challenge.hash}, ${challenge.memberId}, now() + make_interval(secs => ${challenge.ttlSeconds}))`;
}

/** Consumes a challenge; false when it was issued for something else, has expired, or was used before. */
export async function takeChallenge(sql: Sql, hash: Buffer, memberId: string | null): Promise<boolean> {
  const rows = await sql`
    delete from passkey_challenge
    where hash = ${hash} and member_id is not distinct from ${memberId} and expires_at > now() returning hash`;
  return rows.length > 0;
}
