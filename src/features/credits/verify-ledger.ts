import { createHash } from "node:crypto";
import type { Sql } from "../../platform/db/index.ts";
import { findArchivedEnd } from "./archiving/store.ts";
import {
  type BalanceRow,
  type ChainEnd,
  type EntryRow,
  findChainEnd,
  listChainEnds,
  listEntries,
} from "./store.ts";

export interface LedgerFault {
  accountId: string;
  sequence: number;
  fault: string;
}

export interface LedgerReport {
  accounts: number;
  entries: number;
  faults: LedgerFault[];
}

const ENTRIES_PER_PAGE = 5_000;
const ACCOUNTS_PER_PAGE = 500;
const FIRST_HASH: Buffer = Buffer.alloc(32);

/** Recomputes every account's chain and balance from its entries, or from the end of those archived, outside the database that stores them. */
export async function verifyLedger(
  sql: Sql,
  onProgress: (entries: number) => void = () => {},
): Promise<LedgerReport> {
  const report: LedgerReport = { accounts: 0, entries: 0, faults: [] };
  for (let after = ""; ; ) {
    const ends = await listChainEnds(sql, { after, limit: ACCOUNTS_PER_PAGE });
    for (const end of ends) {
      report.accounts++;
      await verifyAccount(sql, end, report);
      onProgress(report.entries);
    }
    const last = ends.at(-1);
    if (!last) return report;
    after = last.account_id;
  }
}

/** The same for one account. */
export async function verifyAccountLedger(sql: Sql, accountId: string): Promise<LedgerReport> {
  const report: LedgerReport = { accounts: 1, entries: 0, faults: [] };
  const end = await findChainEnd(sql, accountId);
  if (end) await verifyAccount(sql, end, report);
  return report;
}

async function verifyAccount(sql: Sql, end: ChainEnd, report: LedgerReport): Promise<void> {
  for (;;) {
    const start = await startOf(sql, end.account_id);
    const faults = await verifyFrom(sql, start, end, report);
    // Entries that are archived while they are being read are verified from their new start.
    const isStill = (await startOf(sql, end.account_id)).last_sequence === start.last_sequence;
    if (faults.length > 0 && !isStill) continue;
    report.faults.push(...faults);
    return;
  }
}

async function verifyFrom(
  sql: Sql,
  start: ChainEnd,
  end: ChainEnd,
  report: LedgerReport,
): Promise<LedgerFault[]> {
  const faults: LedgerFault[] = [];
  const fault = (sequence: number, text: string) =>
    faults.push({ accountId: end.account_id, sequence, fault: text });
  const sums: BalanceRow = { ...start };
  let { last_hash: hash, last_sequence: sequence } = start;
  for await (const entry of readChain(sql, end, sequence)) {
    if (entry.sequence !== sequence + 1) fault(entry.sequence, `entry ${sequence + 1} is missing`);
    if (!hashEntry(hash, entry).equals(entry.hash)) {
      fault(entry.sequence, "the hash does not match the entry and its predecessor");
    }
    hash = entry.hash;
    sequence = entry.sequence;
    move(sums, entry);
    report.entries++;
  }
  if (sequence !== end.last_sequence) fault(end.last_sequence, `the chain ends at ${sequence}`);
  if (!hash.equals(end.last_hash))
    fault(end.last_sequence, "the last hash differs from the one of the balance");
  for (const bucket of ["granted", "available", "held", "spent"] as const) {
    if (sums[bucket] === end[bucket]) continue;
    fault(end.last_sequence, `${bucket} is ${end[bucket]}, the entries say ${sums[bucket]}`);
  }
  return faults;
}

/** Where the stored entries of a chain begin: at its first one, or after those that were archived. */
export async function startOf(sql: Sql, accountId: string): Promise<ChainEnd> {
  const nothing = { granted: 0, available: 0, held: 0, spent: 0, last_sequence: 0, last_hash: FIRST_HASH };
  return (await findArchivedEnd(sql, accountId)) ?? { account_id: accountId, ...nothing };
}

/** The entries up to the end at the start; those posted while reading belong to the next run. */
async function* readChain(sql: Sql, end: ChainEnd, start: number): AsyncGenerator<EntryRow> {
  for (let after = start; after < end.last_sequence; ) {
    const entries = await listEntries(sql, end.account_id, { after, limit: ENTRIES_PER_PAGE });
    yield* entries.filter(({ sequence }) => sequence <= end.last_sequence);
    const last = entries.at(-1);
    if (!last) return;
    after = last.sequence;
  }
}

export function hashEntry(before: Buffer, entry: EntryRow): Buffer {
  const { account_id, sequence, kind, credits, call_id, operation_id, key_id, posted_us } = entry;
  const text = [
    account_id,
    sequence,
    kind,
    credits,
    call_id,
    operation_id ?? "",
    key_id ?? "",
    posted_us,
  ].join("|");
  return createHash("sha256").update(before).update(text).digest();
}

/** Double entry: each kind moves credits from one bucket to another; only a grant comes from outside. */
export function move(sums: BalanceRow, { kind, credits }: EntryRow): void {
  const [from, to] = {
    grant: ["", "available"],
    hold: ["available", "held"],
    settle: ["held", "spent"],
    void: ["held", "available"],
    charge: ["available", "spent"],
    refund: ["spent", "available"],
  }[kind] as [keyof BalanceRow | "", keyof BalanceRow];
  if (from === "") sums.granted += credits;
  else sums[from] -= credits;
  sums[to] += credits;
}
