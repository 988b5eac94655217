import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../src/platform/db/index.ts";
import type { Acknowledged, Tenant } from "./clients.ts";

const JOBS_MILLISECONDS_MAX = 300_000;

/** Jobs go on after the trouble; the last one is waited for. */
export async function waitForJobs(db: Database): Promise<void> {
  for (let waited = 0; waited < JOBS_MILLISECONDS_MAX; waited += 500) {
    const [row] = await db<{ open: number }>`
      select count(*) as open from report where digest_state <> 'ready'`;
    if (row?.open === 0) return;
    await sleep(500);
  }
}

/** What was reported to clients, against what the ledger and the tables say. */
export async function tally(db: Database, tenants: readonly Tenant[]) {
  const sums = {
    charges_in_ledger: 0,
    charges_lost: 0,
    charged_twice: 0,
    credits_off: 0,
    undone_in_time: 0,
    given_back: 0,
    held_now: 0,
  };
  for (const { accountId, acknowledged } of tenants) {
    const reported = sumByOperation([...acknowledged.values()]);
    const posted = await listCharged(db, accountId);
    for (const operation of new Set([...reported.keys(), ...posted.keys()])) {
      const known = reported.get(operation) ?? NOTHING;
      const charged = posted.get(operation) ?? NOTHING;
      sums.charges_in_ledger += charged.calls;
      sums.charges_lost += Math.max(0, known.calls - charged.calls);
      // Every call was acknowledged in the end, so a charge too many is one call charged twice.
      sums.charged_twice += Math.max(0, charged.calls - known.calls);
      sums.credits_off += Math.abs(known.credits - charged.credits);
    }
    const undone = await countUndone(db, accountId);
    sums.undone_in_time += undone.marks;
    sums.given_back += undone.refunds;
    sums.held_now += undone.held;
  }
  const uploaded = tenants.reduce((sum, { reports }) => sum + reports.size, 0);
  const [reports] = await db<{ ready: number; all: number }>`
    select count(*) filter (where digest_state = 'ready') as ready, count(*) as all from report`;
  const [chunks] = await db<{ twice: number }>`
    select count(*) filter (where n > 1) as twice
    from (select count(*) as n from report_chunk group by report_id, chunk_index) as t`;
  const [sizes] = await db<{ different: number }>`
    select greatest(0, count(distinct n) - 1) as different
    from (select count(*) as n from report_chunk group by report_id) as t`;
  return {
    ...sums,
    jobs: uploaded,
    jobs_lost: uploaded - (reports?.ready ?? 0),
    jobs_done_twice: (reports?.all ?? 0) - uploaded + (chunks?.twice ?? 0),
    // The same pages in every report: one with more or fewer passages was read partly, or twice.
    reports_unlike_the_others: sizes?.different ?? 0,
  };
}

interface Charged {
  calls: number;
  credits: number;
}

const NOTHING: Charged = { calls: 0, credits: 0 };

/** By operation; a call that cost nothing is not a charge. */
function sumByOperation(acknowledged: readonly Acknowledged[]): Map<string, Charged> {
  const sums = new Map<string, Charged>();
  for (const { operation, credits } of acknowledged) {
    const { calls, credits: sum } = sums.get(operation) ?? NOTHING;
    if (credits > 0) sums.set(operation, { calls: calls + 1, credits: sum + credits });
  }
  return sums;
}

/** What was charged and not given back. What other calls of the run cost, such as searches for leaks, is not counted. */
async function listCharged(db: Database, accountId: string): Promise<Map<string, Charged>> {
  const rows = await db<Charged & { operation_id: string }>`
    select operation_id,
      count(*) filter (where kind <> 'refund') - count(*) filter (where kind = 'refund') as calls,
      coalesce(sum(credits) filter (where kind <> 'refund'), 0)::int
        - coalesce(sum(credits) filter (where kind = 'refund'), 0)::int as credits
    from credit_entry
    where account_id = ${accountId} and kind in ('charge', 'settle', 'refund') and credits > 0
      and operation_id <> 'reports.search'
    group by 1`;
  return new Map(rows.map(({ operation_id, calls, credits }) => [operation_id, { calls, credits }]));
}

/** An entry of no credits marks a call that was undone before its charge arrived: it is repeated under another id. */
async function countUndone(db: Database, accountId: string) {
  const [row] = await db<{ marks: number; refunds: number; held: number }>`
    select count(*) filter (where kind = 'charge' and credits = 0) as marks,
      count(*) filter (where kind = 'refund') as refunds,
      (select held from credit_balance where account_id = ${accountId}) as held
    from credit_entry where account_id = ${accountId}`;
  return { marks: row?.marks ?? 0, refunds: row?.refunds ?? 0, held: row?.held ?? 0 };
}
