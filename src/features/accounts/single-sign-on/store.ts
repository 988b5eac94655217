import type { Sql } from "../../../platform/db/index.ts";

export async function findMemberByIdentity(
  sql: Sql,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<string | null> {
  const [row] = await sql<{ member_id: string }>`
    select member_id from member_identity where issuer = ${issuer} and subject = ${subject}`;
  return row?.member_id ?? null;
}

/** Changes nothing when the member, or this identity, is bound already. */
export async function insertIdentity(
  sql: Sql,
  identity: { issuer: string; subject: string; memberId: string },
): Promise<void> {
  await sql`
    insert into member_identity (issuer, subject, member_id)
    values (${identity.issuer}, ${identity.subject}, ${identity.memberId})
    on conflict do nothing`;
}
