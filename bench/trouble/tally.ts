import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../src/platform/db/index.ts";
import type { Tenant } from "./clients.ts";

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

/** What clients were told, against what the ledger and the tables say. */
export async function tally(db: Database, tenants: readonly Tenant[]) {
  const sums = { charges_in_ledger: 0, charges_lost: 0, charged_twice: 0, undone_in_time: 0, held_now: 0 };
  for (const { accountId, acknowledged } of tenants) {
    // An entry of no credits marks a call that was undone before its charge arrived: it is repeated under another id.
    const [searches] = await db<{ calls: number; marks: number; held: number }>`
      select count(*) filter (where kind = 'charge' and credits > 0) - count(*) filter (where kind = 'refund') as calls,
        count(*) filter (where kind = 'charge' and credits = 0) as marks,
        (select held from credit_balance where account_id = ${accountId}) as held
      from credit_entry where account_id = ${accountId} and operation_id = 'companies.search'`;
    const calls = searches?.calls ?? 0;
    sums.charges_in_ledger += calls;
    sums.charges_lost += Math.max(0, acknowledged.size - calls);
    // Every call was acknowledged in the end, so a charge too many is one call charged twice.
    sums.charged_twice += Math.max(0, calls - acknowledged.size);
    sums.undone_in_time += searches?.marks ?? 0;
    sums.held_now += searches?.held ?? 0;
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
