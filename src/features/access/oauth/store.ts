import type { Sql } from "../../../platform/db/index.ts";
import type { FoundRecord, OAuthRecord, SigningKey } from "../../../platform/oauth/index.ts";

export async function saveRecord(sql: Sql, record: OAuthRecord): Promise<void> {
  const { model, id, payload, grantId, uid, clientId, personId, ttlSeconds } = record;
  await sql`
    insert into oauth_record (model, id, payload, grant_id, uid, client_id, member_id, expires_at)
    values (${model}, ${id}, ${sql.json(payload)}::jsonb, ${grantId}, ${uid}, ${clientId}, ${personId},
            now() + make_interval(secs => ${ttlSeconds}::double precision))
    on conflict (model, id) do update set
      payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid, client_id = excluded.client_id,
      member_id = excluded.member_id, expires_at = excluded.expires_at`;
}

/** A client that someone authorises, or that refreshes a token, is in use. */
export async function touchClient(sql: Sql, clientId: string): Promise<void> {
  await sql`update oauth_record set last_used_at = now() where model = 'Client' and id = ${clientId}`;
}

interface RecordRow {
  payload: Record<string, unknown>;
  consumed_at: string | null;
}

export async function findRecord(sql: Sql, model: string, id: string): Promise<FoundRecord | null> {
  const [row] = await sql.named("find_oauth_record")<RecordRow>`
    select payload, consumed_at from oauth_record
    where model = ${model} and id = ${id} and (expires_at is null or expires_at > now())`;
  return row ? toFound(row) : null;
}

export async function findRecordByUid(sql: Sql, model: string, uid: string): Promise<FoundRecord | null> {
  const [row] = await sql<RecordRow>`
    select payload, consumed_at from oauth_record
    where model = ${model} and uid = ${uid} and (expires_at is null or expires_at > now()) limit 1`;
  return row ? toFound(row) : null;
}

function toFound({ payload, consumed_at }: RecordRow): FoundRecord {
  return { payload, consumedAt: consumed_at === null ? null : Math.floor(Date.parse(consumed_at) / 1_000) };
}

/**
 * The condition is in the update itself: of two that arrive together only one finds it unused. Within the
 * grace period it may be used again; the period starts at the first use.
 */
export async function consumeRecord(
  sql: Sql,
  { model, id, graceSeconds }: { model: string; id: string; graceSeconds: number },
): Promise<boolean> {
  const rows = await sql`
    update oauth_record set consumed_at = coalesce(consumed_at, now())
    where model = ${model} and id = ${id}
      and (consumed_at is null or consumed_at > now() - make_interval(secs => ${graceSeconds}))
    returning id`;
  return rows.length > 0;
}

export async function deleteRecord(sql: Sql, model: string, id: string): Promise<void> {
  await sql`delete from oauth_record where model = ${model} and id = ${id}`;
}

export async function deleteGrant(sql: Sql, grantId: string): Promise<void> {
  await sql`delete from oauth_record where grant_id = ${grantId} or (model = 'Grant' and id = ${grantId})`;
}

export async function insertProof(sql: Sql, id: string, ttlSeconds: number): Promise<boolean> {
  const rows = await sql`
    insert into oauth_proof (id, expires_at) values (${id}, now() + make_interval(secs => ${ttlSeconds}))
    on conflict do nothing returning id`;
  return rows.length > 0;
}

/** Whether someone authorised a client that publishes its metadata or keys at this URL. */
export async function isOfClientInUse(sql: Sql, url: string): Promise<boolean> {
  const rows = await sql`
    select 1 from oauth_record g
    left join oauth_record client on client.model in ('Client', 'ClientDocument') and client.id = g.client_id
    where g.model = 'Grant' and g.expires_at > now()
      and (g.client_id = ${url} or client.payload ->> 'jwks_uri' = ${url}) limit 1`;
  return rows.length > 0;
}

export interface LiveGrant {
  grant_id: string;
  member_id: string;
  account_id: string;
}

/** Live grants of current members; a token depends on its grant as well as on its signature. */
export async function findLiveGrants(sql: Sql, grantIds: string[]): Promise<LiveGrant[]> {
  return sql.named("find_live_grants")<LiveGrant>`
    select oauth_record.id as grant_id, member.id as member_id, member.account_id
    from oauth_record join member on member.id = oauth_record.member_id
    where model = 'Grant' and oauth_record.id = any (${grantIds}) and expires_at > now() and removed_at is null
      and not exists (select from account where account.id = member.account_id and closed_at is not null)`;
}

export interface ConnectedApplication {
  id: string;
  client_id: string;
  client_name: string | null;
  scopes: string[];
  created_at: string;
  last_used_at: string | null;
}

export async function listGrants(sql: Sql, memberId: string, limit: number): Promise<ConnectedApplication[]> {
  return sql<ConnectedApplication>`
    select g.id, g.client_id, coalesce(client.payload ->> 'client_name', document.payload ->> 'client_name') as client_name,
           coalesce((select array_agg(distinct scope order by scope)
                     from jsonb_each_text(g.payload -> 'resources') as resource (audience, granted),
                          unnest(string_to_array(granted, ' ')) as scope), '{}') as scopes,
           g.created_at, (select max(t.created_at) from oauth_record t where t.grant_id = g.id) as last_used_at
    from oauth_record g
    left join oauth_record client on client.model = 'Client' and client.id = g.client_id
    left join oauth_record document on document.model = 'ClientDocument' and document.id = g.client_id
    where g.model = 'Grant' and g.member_id = ${memberId} and g.expires_at > now()
    order by g.created_at desc limit ${limit}`;
}

export async function listGrantIds(sql: Sql, memberId: string): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    select id from oauth_record where model = 'Grant' and member_id = ${memberId}`;
  return rows.map(({ id }) => id);
}

export async function isGrantOf(sql: Sql, memberId: string, grantId: string): Promise<boolean> {
  const rows = await sql`
    select 1 from oauth_record where model = 'Grant' and id = ${grantId} and member_id = ${memberId}`;
  return rows.length > 0;
}

interface KeyRow {
  id: string;
  private_jwk: Record<string, unknown>;
}

/**
 * Live keys: the one that signs now first, then upcoming ones, then those whose tokens may still be in use.
 */
export async function listSigningKeys(sql: Sql): Promise<SigningKey[]> {
  const rows = await sql<KeyRow>`
    select id, private_jwk from oauth_signing_key
    where ends_at is null or ends_at > now()
    order by active_from <= now() desc, case when active_from <= now() then active_from end desc, active_from`;
  return rows.map(({ id, private_jwk }) => ({ id, privateJwk: private_jwk }));
}

export async function lockSigningKeys(sql: Sql): Promise<void> {
  await sql`lock table oauth_signing_key in share row exclusive mode`;
}

export async function insertSigningKey(sql: Sql, key: SigningKey, afterSeconds: number): Promise<void> {
  await sql`
    insert into oauth_signing_key (id, private_jwk, active_from)
    values (${key.id}, ${sql.json(key.privateJwk)}::jsonb, now() + make_interval(secs => ${afterSeconds}))`;
}

export async function endOtherSigningKeys(sql: Sql, keyId: string, afterSeconds: number): Promise<void> {
  await sql`
    update oauth_signing_key set ends_at = now() + make_interval(secs => ${afterSeconds})
    where id <> ${keyId} and ends_at is null`;
}

/**
 * Deletes expired records, proofs that cannot be replayed any more, and clients that were never or are no
 * longer used.
 */
export async function deleteStaleRecords(sql: Sql, limit: number): Promise<number> {
  const rows = await sql`
    delete from oauth_record where (model, id) in (
      select model, id from oauth_record where expires_at < now() limit ${limit}) returning id`;
  return rows.length;
}

export async function deleteStaleProofs(sql: Sql): Promise<void> {
  await sql`delete from oauth_proof where expires_at < now()`;
  await sql`delete from oauth_signing_key where ends_at < now()`;
}

export async function deleteUnusedClients(
  sql: Sql,
  ages: { neverUsedHours: number; idleDays: number; limit: number },
): Promise<number> {
  const rows = await sql`
    delete from oauth_record where model = 'Client' and id in (
      select id from oauth_record client
      where model = 'Client'
        and (last_used_at is null and created_at < now() - make_interval(hours => ${ages.neverUsedHours})
             or last_used_at < now() - make_interval(days => ${ages.idleDays}))
        and not exists (select from oauth_record g where g.model = 'Grant' and g.client_id = client.id and g.expires_at > now())
      limit ${ages.limit}) returning id`;
  return rows.length;
}
