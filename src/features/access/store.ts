import { copyInto, type Database, type Sql } from "../../platform/db/index.ts";

export interface KeyRow {
  id: string;
  account_id: string;
  created_by: string | null;
  /** The key that created it. */
  created_by_key: string | null;
  name: string;
  hint: string;
  scopes: string[];
  allowed_networks: string[];
  budget_credits: number | null;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
  created_at: string;
}

/** A key that is valid now, with what `authenticate` needs. */
export interface LiveKey {
  hash: string;
  id: string;
  account_id: string;
  created_by: string | null;
  scopes: string[];
  allowed_networks: string[];
  budget_credits: number | null;
  expires_at: string | null;
}

export async function findLiveKeys(sql: Sql, hashes: string[]): Promise<LiveKey[]> {
  return sql.named("find_live_keys")<LiveKey>`
    select encode(hash, 'hex') as hash, id, account_id, created_by, scopes, allowed_networks, budget_credits, expires_at
    from api_key
    where hash = any (select decode(h, 'hex') from unnest(${hashes}::text[]) h)
      and not exists (select from account where account.id = account_id and closed_at is not null)
      and revoked_at is null and (expires_at is null or expires_at > now())`;
}

export async function findLiveKey(sql: Sql, accountId: string, keyId: string): Promise<LiveKey | undefined> {
  const [key] = await sql<LiveKey>`
    select encode(hash, 'hex') as hash, id, account_id, created_by, scopes, allowed_networks, budget_credits, expires_at
    from api_key
    where account_id = ${accountId} and id = ${keyId}
      and not exists (select from account where account.id = account_id and closed_at is not null)
      and revoked_at is null and (expires_at is null or expires_at > now())`;
  return key;
}

export async function insertKey(
  sql: Sql,
  key: Omit<KeyRow, "revoked_at" | "last_used_at" | "created_at"> & { hash: string },
): Promise<void> {
  await sql`
    insert into api_key (id, account_id, created_by, created_by_key, name, hash, hint, scopes, allowed_networks,
      budget_credits, expires_at)
    values (${key.id}, ${key.account_id}, ${key.created_by}, ${key.created_by_key}, ${key.name},
            decode(${key.hash}, 'hex'), ${key.hint}, ${key.scopes}, ${key.allowed_networks}, ${key.budget_credits},
            ${key.expires_at})`;
}

const COLUMNS = (sql: Sql) => sql`
  id, account_id, created_by, created_by_key, name, hint, scopes, allowed_networks, budget_credits, expires_at, revoked_at,
  last_used_at, created_at`;

/** Live keys first: however many were revoked, none that works is left out. */
export async function listKeys(sql: Sql, accountId: string, limit: number): Promise<KeyRow[]> {
  return sql<KeyRow>`
    select ${COLUMNS(sql)} from api_key where account_id = ${accountId}
    order by revoked_at is null and (expires_at is null or expires_at > now()) desc, created_at desc, id limit ${limit}`;
}

export async function findKey(sql: Sql, accountId: string, keyId: string): Promise<KeyRow | undefined> {
  const [row] = await sql<KeyRow>`
    select ${COLUMNS(sql)} from api_key where account_id = ${accountId} and id = ${keyId}`;
  return row;
}

/** Until the end of the transaction no other changes the account's keys: none is created by one that is being revoked. */
export async function lockKeys(sql: Sql, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${accountId}, 12))`;
}

/** The keys that a key created, and those that they created. */
export async function listKeysOfKey(sql: Sql, accountId: string, keyId: string): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    with recursive family as (
      select id from api_key where account_id = ${accountId} and created_by_key = ${keyId}
      union select api_key.id from api_key join family on created_by_key = family.id where account_id = ${accountId})
    select id from family`;
  return rows.map(({ id }) => id);
}

/** What a key created belongs to the one that replaces it. */
export async function passKeysOn(sql: Sql, accountId: string, { from, to }: { from: string; to: string }) {
  await sql`update api_key set created_by_key = ${to} where account_id = ${accountId} and created_by_key = ${from}`;
}

export async function revokeKeys(sql: Sql, accountId: string, keyIds: readonly string[]): Promise<number> {
  const rows = await sql`
    update api_key set revoked_at = now(), expires_at = least(expires_at, now())
    where account_id = ${accountId} and id = any (${keyIds}) and revoked_at is null returning id`;
  return rows.length;
}

/** Ends a key now or later, but never later than it would have expired anyway. */
export async function endKey(
  sql: Sql,
  accountId: string,
  keyId: string,
  afterSeconds: number,
): Promise<boolean> {
  const rows = await sql`
    update api_key set
      revoked_at = case when ${afterSeconds}::int = 0 then now() else revoked_at end,
      expires_at = least(expires_at, now() + make_interval(secs => ${afterSeconds}))
    where account_id = ${accountId} and id = ${keyId} and revoked_at is null returning id`;
  return rows.length > 0;
}

/** Revokes every live key a person created; returns how many. */
export async function endKeysOf(sql: Sql, accountId: string, memberId: string): Promise<number> {
  const rows = await sql`
    update api_key set revoked_at = now()
    where account_id = ${accountId} and created_by = ${memberId} and revoked_at is null
      and (expires_at is null or expires_at > now())
    returning id`;
  return rows.length;
}

export async function countLiveKeys(sql: Sql, accountId: string): Promise<number> {
  const [row] = await sql<{ keys: number }>`
    select count(*)::int as keys from api_key
    where account_id = ${accountId} and revoked_at is null and (expires_at is null or expires_at > now())`;
  return row?.keys ?? 0;
}

export async function touchKeys(sql: Sql, uses: ReadonlyMap<string, Date>): Promise<void> {
  await sql`
    update api_key set last_used_at = used.at
    from unnest(${[...uses.keys()]}::text[], ${[...uses.values()]}::timestamptz[]) as used (id, at)
    where api_key.id = used.id and (last_used_at is null or last_used_at < used.at)`;
}

export interface AuditEntry {
  account_id: string;
  at: Date;
  request_id: string;
  channel: string;
  operation_id: string;
  key_id: string | null;
  user_id: string | null;
  client_id: string | null;
  address: string | null;
  status: number;
  error_code: string | null;
  credits: number;
  duration_ms: number;
}

/** The columns of the audit trail and their values: one list, so that the two cannot diverge. */
const AUDIT_CELLS = {
  account_id: (entry) => entry.account_id,
  at: (entry) => entry.at.toISOString(),
  request_id: (entry) => entry.request_id,
  channel: (entry) => entry.channel,
  operation_id: (entry) => entry.operation_id,
  key_id: (entry) => entry.key_id,
  user_id: (entry) => entry.user_id,
  client_id: (entry) => entry.client_id,
  address: (entry) => entry.address,
  status: (entry) => entry.status,
  error_code: (entry) => entry.error_code,
  credits: (entry) => entry.credits,
  duration_ms: (entry) => entry.duration_ms,
} satisfies Record<keyof AuditEntry, (entry: AuditEntry) => string | number | null>;

export async function insertAudit(db: Database, entries: readonly AuditEntry[]): Promise<void> {
  const cells = Object.values(AUDIT_CELLS);
  const rows = entries.map((entry) => cells.map((read) => read(entry)));
  await copyInto(db, { table: "call_audit", columns: Object.keys(AUDIT_CELLS) }, rows);
}

export interface AuditRow extends Omit<AuditEntry, "at" | "account_id"> {
  at: string;
}

export async function listAudit(
  sql: Sql,
  accountId: string,
  page: {
    operationId: string | null;
    keyId: string | null;
    userId: string | null;
    clientId: string | null;
    /** Calls of these are left out where a page of the console made them free of charge. */
    hiddenReads: readonly string[];
    limit: number;
    offset: number;
  },
): Promise<AuditRow[]> {
  return sql<AuditRow>`
    select at, request_id, channel, operation_id, key_id, user_id, client_id, address, status, error_code, credits, duration_ms
    from call_audit
    where account_id = ${accountId}
      and (${page.operationId}::text is null or operation_id = ${page.operationId})
      and (${page.keyId}::text is null or key_id = ${page.keyId})
      and (${page.userId}::text is null or user_id = ${page.userId})
      and (${page.clientId}::text is null or client_id = ${page.clientId})
      and not (user_id is not null and key_id is null and client_id is null and credits = 0 and (status < 400 or status = 404)
        and operation_id = any(${page.hiddenReads}))
    order by at desc, id desc limit ${page.limit} offset ${page.offset}`;
}

export interface ArchivedAudit extends Omit<AuditEntry, "at"> {
  at: string;
  id: string;
}

/** The audit trail of everyone before a time, a page at a time, in the order of its key. */
export async function listAuditBefore(
  sql: Sql,
  until: Date,
  page: { after: Pick<ArchivedAudit, "account_id" | "at" | "id"> | null; limit: number },
): Promise<ArchivedAudit[]> {
  const { account_id = "", at = "-infinity", id = "0" } = page.after ?? {};
  return sql<ArchivedAudit>`
    select account_id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, id::text as id, request_id,
      channel, operation_id, key_id, user_id, client_id, address, status, error_code, credits, duration_ms
    from call_audit
    where (account_id, at, id) > (${account_id}, ${at}::timestamptz, ${id}::bigint) and at < ${until.toISOString()}
    order by account_id, call_audit.at, call_audit.id limit ${page.limit}`;
}

/** Deletes what was written to a file, never what is younger than 30 days. */
export async function forgetArchivedAudit(sql: Sql, until: Date, rowsMax: number): Promise<number> {
  const [row] = await sql<{ forgotten: number }>`
    select forget_archived_audit(${until.toISOString()}, ${rowsMax}) as forgotten`;
  return row?.forgotten ?? 0;
}

/** Deletes what is older than the operator keeps it; the trail refuses every other deletion. */
export async function forgetAudit(sql: Sql, days: number, rowsMax: number): Promise<number> {
  const [row] = await sql<{ forgotten: number }>`select forget_audit(${days}, ${rowsMax}) as forgotten`;
  return row?.forgotten ?? 0;
}
