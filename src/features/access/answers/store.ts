import type { Sql } from "../../../platform/db/index.ts";

export interface ClaimRow {
  fingerprint: string;
  /** Identifies the call, whichever attempt answers it. */
  call_id: string;
  attempt: number;
  token: string;
  /** JSON, stored before the call is paid for. */
  answer: string | null;
  /** The cost of the answer; null until it is stored. */
  credits: number | null;
  /** The answer was given out as paid for by a request that repeated the key: its payment is not undone any more. */
  answered: boolean;
}

/** Whose claim, on which key, held by which worker. */
export interface ClaimName {
  accountId: string;
  key: string;
  token: string;
}

const columns = (sql: Sql) =>
  sql`encode(fingerprint, 'hex') as fingerprint, call_id, attempt, token, answer, credits, answered`;

/**
 * Claims a caller's Idempotency-Key. Returns the existing claim, which is this worker's own if the token
 * matches.
 */
export async function claimCall(
  sql: Sql,
  claim: ClaimName & { fingerprint: string; callId: string },
): Promise<ClaimRow | undefined> {
  const [own] = await sql<ClaimRow>`
    insert into idempotent_call (account_id, key, fingerprint, call_id, token, claimed_at)
    values (${claim.accountId}, ${claim.key}, decode(${claim.fingerprint}, 'hex'), ${claim.callId}, ${claim.token}, now())
    on conflict do nothing returning ${columns(sql)}`;
  if (own) return own;
  const [earlier] = await sql<ClaimRow>`
    select ${columns(sql)} from idempotent_call where account_id = ${claim.accountId} and key = ${claim.key}`;
  return earlier;
}

/** Takes over a claim that was not renewed in time; of several workers that try, only one gets it. */
export async function takeOverClaim(
  sql: Sql,
  { accountId, key, token }: ClaimName,
  ageSeconds: number,
): Promise<ClaimRow | undefined> {
  const [row] = await sql<ClaimRow>`
    update idempotent_call set claimed_at = now(), token = ${token}
    where account_id = ${accountId} and key = ${key}
      and claimed_at <= now() - make_interval(secs => ${ageSeconds}) returning ${columns(sql)}`;
  return row;
}

/** Retries the call under a new payment id, unless its answer was given out in the meantime. */
export async function beginAttempt(
  sql: Sql,
  { accountId, key, token }: ClaimName,
): Promise<ClaimRow | undefined> {
  const [row] = await sql<ClaimRow>`
    update idempotent_call set attempt = attempt + 1, answer = null, credits = null, claimed_at = now()
    where account_id = ${accountId} and key = ${key} and token = ${token} and not answered returning ${columns(sql)}`;
  return row;
}

/** False when another attempt has begun. */
export async function markAnswered(
  sql: Sql,
  { accountId, key }: ClaimName,
  { attempt }: ClaimRow,
): Promise<boolean> {
  const rows = await sql`
    update idempotent_call set answered = true
    where account_id = ${accountId} and key = ${key} and attempt = ${attempt} returning key`;
  return rows.length > 0;
}

export async function renewClaim(sql: Sql, { accountId, key, token }: ClaimName): Promise<void> {
  await sql`
    update idempotent_call set claimed_at = now()
    where account_id = ${accountId} and key = ${key} and token = ${token}`;
}

/** False when this worker no longer holds the claim. */
export async function storeAnswer(
  sql: Sql,
  { accountId, key, token }: ClaimName,
  { answer, credits }: { answer: string; credits: number },
): Promise<boolean> {
  const rows = await sql`
    update idempotent_call set answer = ${answer}, credits = ${credits}
    where account_id = ${accountId} and key = ${key} and token = ${token} returning key`;
  return rows.length > 0;
}

/** Lets the next request with the key take the claim over immediately. */
export async function releaseClaim(
  sql: Sql,
  { accountId, key, token }: ClaimName,
  ageSeconds: number,
): Promise<void> {
  await sql`
    update idempotent_call set claimed_at = now() - make_interval(secs => ${ageSeconds})
    where account_id = ${accountId} and key = ${key} and token = ${token}`;
}

export async function dropClaim(sql: Sql, { accountId, key, token }: ClaimName): Promise<void> {
  await sql`delete from idempotent_call where account_id = ${accountId} and key = ${key} and token = ${token}`;
}

export async function deleteOldClaims(sql: Sql, ageHours: number, limit: number): Promise<number> {
  const rows = await sql`
    delete from idempotent_call where (account_id, key) in (
      select account_id, key from idempotent_call
      where claimed_at < now() - make_interval(hours => ${ageHours}) limit ${limit}) returning key`;
  return rows.length;
}

/**
 * Deletes the stored answers of an account that mention a report, by its id or by a claim of it, when the report is
 * being erased or only some people may still read it. A key of theirs starts with the person and a space.
 */
export async function deleteAnswersAbout(
  sql: Sql,
  accountId: string,
  { reportId, keptFor }: { reportId: string; keptFor: readonly string[] },
): Promise<void> {
  await sql`
    delete from idempotent_call
    where account_id = ${accountId} and mentions_report(answer::text, ${reportId})
      and not (position(' ' in key) > 0 and split_part(key, ' ', 1) = any(${keptFor}))`;
  await sql`
    delete from kept_answer
    where account_id = ${accountId} and mentions_report(answer::text, ${reportId})
      and coalesce(caller::json ->> 1, '') <> all(${keptFor})`;
}

/**
 * Deletes the stored answers of a person who is being removed, and those of others in the account that show who they
 * were. A call that is still running keeps its claim.
 */
export async function deleteAnswersOfPerson(
  sql: Sql,
  { id, account_id, email, name }: { id: string; account_id: string; email: string; name: string },
): Promise<void> {
  // Answers are stored as JSON. A name may be a common word: it counts where it is a whole value.
  const shown = [id, JSON.stringify(email).slice(1, -1), JSON.stringify(name)];
  await sql`
    delete from idempotent_call
    where account_id = ${account_id} and answer is not null
      and (key like ${`${id} %`} or exists (
        select from unnest(${shown}::text[]) as word where position(word in answer::text) > 0))`;
  await sql`
    delete from kept_answer
    where account_id = ${account_id}
      and (caller::json ->> 1 = ${id} or exists (
        select from unnest(${shown}::text[]) as word where position(word in answer::text) > 0))`;
}
