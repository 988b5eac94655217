import type { Sql } from "../../platform/db/index.ts";

export type EntryKind = "grant" | "hold" | "settle" | "void" | "charge" | "refund";

/** One movement of credits, not yet posted, in the format of `post_credits`. */
export interface Posting {
  account: string;
  call: string;
  kind: Exclude<EntryKind, "void"> | "undo" | "release";
  credits: number;
  operation: string | null;
  key: string | null;
  /** The key has its own budget. */
  budgeted: boolean;
  hold_seconds: number;
  /** An earlier attempt may have been committed: existing entries are returned, not repeated. */
  again: boolean;
}

export interface PostingResult {
  outcome:
    | "posted"
    | "repeated"
    | "undone"
    | "insufficient"
    | "over_budget"
    | "no_hold"
    | "nothing_to_refund";
  available: number;
}

/** Charges that differ only in their call. */
export interface ChargeGroup {
  account: string;
  operation: string | null;
  key: string | null;
  price: number;
  calls: string[];
}

/** A row locked by another session for longer fails the statement, so that it can be retried without that row. */
const LOCK_MILLISECONDS_MAX = "2000";

/**
 * The remaining balance of each account; null when it could not pay for all of its charges and so paid for none. When
 * `onDisk` is false it commits without waiting for the disk, so that the account's next batch need not wait either:
 * durable once a later `flushCharges` has returned.
 */
export async function postCharges(
  sql: Sql,
  groups: readonly ChargeGroup[],
  onDisk: boolean,
): Promise<Map<string, number | null>> {
  const rows = await sql.named("post_charges")<{ account: string; available: number | null }>`
    with settings as materialized (select set_config('synchronous_commit', ${onDisk ? "on" : "off"}, true),
      set_config('lock_timeout', ${LOCK_MILLISECONDS_MAX}, true))
    select account, available from settings, post_charges(
      ${groups.map(({ account }) => account)}, ${groups.map(({ operation }) => operation)},
      ${groups.map(({ key }) => key)}, ${groups.map(({ price }) => price)},
      ${groups.map(({ calls }) => calls.join(" "))})`;
  return new Map(rows.map(({ account, available }) => [account, available]));
}

/** The log is one sequence: once a commit is on disk, so is everything committed before it. */
export async function flushCharges(sql: Sql): Promise<void> {
  await sql.named("flush_charges")`
    with now as materialized (select set_config('synchronous_commit', 'on', true))
    select pg_logical_emit_message(true, 'florin', '') from now`;
}

/** Decides each posting of a batch one by one, in one statement. Results are in the order of the postings. */
export async function postOneByOne(sql: Sql, batch: readonly Posting[]): Promise<PostingResult[]> {
  const rows = await sql.named("post_credits")<PostingResult & { place: number }>`
    with settings as materialized (select set_config('lock_timeout', ${LOCK_MILLISECONDS_MAX}, true))
    select place, outcome, available from settings, post_credits(${sql.json(batch)}::json)`;
  const results: PostingResult[] = new Array(batch.length);
  for (const { place, outcome, available } of rows) results[place - 1] = { outcome, available };
  return results;
}

export async function insertKeyBudget(sql: Sql, keyId: string, budget: number): Promise<void> {
  await sql`insert into credit_key_budget (key_id, budget) values (${keyId}, ${budget})`;
}

/** What a key may still spend; null for a key without a budget. */
export async function findBudgetLeft(sql: Sql, keyId: string): Promise<number | null> {
  const [row] = await sql<{ rest: number }>`
    select (budget - spent)::float8 as rest from credit_key_budget where key_id = ${keyId}`;
  return row?.rest ?? null;
}

/** Lets one key spend from another key's budget: both share it. */
export async function shareKeyBudget(sql: Sql, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`
    with shared as (
      update credit_key_budget set pool = coalesce(pool, key_id) where key_id = ${from}
      returning budget, spent, pool)
    insert into credit_key_budget (key_id, budget, spent, pool) select ${to}, budget, spent, pool from shared`;
}

/** Takes a part of a key's budget, for another key; false when less is left. */
export async function takeKeyBudget(sql: Sql, keyId: string, credits: number): Promise<boolean> {
  const [row] = await sql<{ taken: boolean }>`select spend_key_budget(${keyId}, ${credits}) as taken`;
  return row?.taken ?? false;
}

export interface BalanceRow {
  granted: number;
  available: number;
  held: number;
  spent: number;
}

export async function findBalance(sql: Sql, accountId: string): Promise<BalanceRow | undefined> {
  const [row] = await sql<BalanceRow>`
    select granted, available, held, spent from credit_balance where account_id = ${accountId}`;
  return row;
}

/** Until the transaction ends, nothing is charged to the account or given back. */
export async function lockBalance(sql: Sql, accountId: string): Promise<void> {
  await sql`select from credit_balance where account_id = ${accountId} for share`;
}

/** Whether a call was charged and not refunded. */
export async function isCallPaid(sql: Sql, callId: string): Promise<boolean> {
  const [row] = await sql<{ paid: boolean }>`
    select coalesce(bool_or(kind in ('charge', 'settle') and credits > 0) and not bool_or(kind = 'refund'), false) as paid
    from credit_entry where call_id = ${callId}`;
  return row?.paid ?? false;
}

/** Whether credits are still held for a call. */
export async function isCallHeld(sql: Sql, callId: string): Promise<boolean> {
  const rows = await sql`select from credit_hold where call_id = ${callId}`;
  return rows.length > 0;
}

/** Expired holds, whose calls must have died, oldest first. */
export async function listExpiredHolds(
  sql: Sql,
  limit: number,
): Promise<{ call_id: string; account_id: string }[]> {
  return sql<{ call_id: string; account_id: string }>`
    select call_id, account_id from credit_hold where expires_at < now() order by expires_at limit ${limit}`;
}

export interface UsageRow {
  day: string;
  key_id: string | null;
  operation_id: string;
  calls: number;
  credits: number;
}

/** Credits spent per day, key and operation. A refund reduces the day on which it happens. */
export async function listUsage(
  sql: Sql,
  accountId: string,
  range: { start: string; end: string; limit: number },
): Promise<UsageRow[]> {
  return sql<UsageRow>`
    select (created_at at time zone 'UTC')::date as day, key_id, operation_id,
           count(*) filter (where kind <> 'refund') as calls,
           sum(case kind when 'refund' then -credits else credits end)::bigint as credits
    from credit_entry
    where account_id = ${accountId} and kind in ('charge', 'settle', 'refund') and operation_id is not null and credits > 0
      and created_at >= ${range.start}::date and created_at < ${range.end}::date + 1
    group by 1, 2, 3 order by 1 desc, 5 desc, 3, 2 limit ${range.limit}`;
}

export interface EntryRow {
  account_id: string;
  sequence: number;
  kind: EntryKind;
  credits: number;
  call_id: string;
  operation_id: string | null;
  key_id: string | null;
  posted_us: string;
  hash: Buffer;
}

/** Entries after a sequence number, in order: one page of an account's chain. */
export async function listEntries(
  sql: Sql,
  accountId: string,
  page: { after: number; limit: number },
): Promise<EntryRow[]> {
  return sql<EntryRow>`
    select account_id, sequence, kind, credits, call_id, operation_id, key_id, hash,
           ((extract(epoch from created_at) * 1000000)::bigint)::text as posted_us
    from credit_entry where account_id = ${accountId} and sequence > ${page.after}
    order by sequence limit ${page.limit}`;
}

export type LedgerEntry = Omit<EntryRow, "account_id" | "posted_us" | "hash"> & { created_at: string };

/** The latest entries, or those before a given one. */
export async function listLatestEntries(
  sql: Sql,
  accountId: string,
  page: { before: number | null; limit: number },
): Promise<LedgerEntry[]> {
  return sql<LedgerEntry>`
    select sequence, kind, credits, call_id, operation_id, key_id, created_at
    from credit_entry
    where account_id = ${accountId} and (${page.before}::bigint is null or sequence < ${page.before}::bigint)
    order by sequence desc limit ${page.limit}`;
}

export interface ChainEnd extends BalanceRow {
  account_id: string;
  last_sequence: number;
  last_hash: Buffer;
}

/** The balances ordered by account, a page at a time. */
export async function findChainEnd(sql: Sql, accountId: string): Promise<ChainEnd | undefined> {
  const [row] = await sql<ChainEnd>`
    select account_id, granted, available, held, spent, last_sequence, last_hash
    from credit_balance where account_id = ${accountId}`;
  return row;
}

export async function listChainEnds(sql: Sql, page: { after: string; limit: number }): Promise<ChainEnd[]> {
  return sql<ChainEnd>`
    select account_id, granted, available, held, spent, last_sequence, last_hash
    from credit_balance where account_id > ${page.after} order by account_id limit ${page.limit}`;
}
