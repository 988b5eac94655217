import type { Sql } from "../../../platform/db/index.ts";
import type { ChainEnd, EntryRow } from "../store.ts";
import { hashEntry, type LedgerReport, move } from "../verify-ledger.ts";
import type { ArchiveLine } from "./archive-ledger.ts";
import { listArchivedEnds } from "./store.ts";

/** Recomputes the chains in an archived file and compares where they end with what the database recorded. */
export async function verifyArchive(
  sql: Sql,
  sha256: string,
  lines: AsyncIterable<ArchiveLine>,
): Promise<LedgerReport> {
  const recorded = new Map((await listArchivedEnds(sql, sha256)).map((end) => [end.account_id, end]));
  const report: LedgerReport = { accounts: 0, entries: 0, faults: [] };
  let chain: ChainEnd | null = null;
  for await (const line of lines) {
    if (line.kind === "entry") {
      report.entries++;
      chain = followEntry(chain, line.entry, report);
      continue;
    }
    const read = { ...line.chain, last_hash: Buffer.from(line.chain.last_hash, "hex") };
    if (line.kind === "start") chain = read;
    else {
      report.accounts++;
      compare(chain, recorded.get(read.account_id), read.account_id, report);
      recorded.delete(read.account_id);
    }
  }
  for (const { account_id, last_sequence } of recorded.values())
    report.faults.push({ accountId: account_id, sequence: last_sequence, fault: "is not in the file" });
  return report;
}

function followEntry(
  chain: ChainEnd | null,
  entry: Omit<EntryRow, "hash"> & { hash: string },
  report: LedgerReport,
): ChainEnd | null {
  const hash = Buffer.from(entry.hash, "hex");
  const isNext =
    chain !== null && chain.account_id === entry.account_id && entry.sequence === chain.last_sequence + 1;
  if (!isNext || !hashEntry(chain.last_hash, { ...entry, hash }).equals(hash))
    report.faults.push({
      accountId: entry.account_id,
      sequence: entry.sequence,
      fault: "does not continue its chain",
    });
  if (chain === null) return null;
  const next = { ...chain, last_sequence: entry.sequence, last_hash: hash };
  move(next, { ...entry, hash });
  return next;
}

function compare(
  chain: ChainEnd | null,
  recorded: ChainEnd | undefined,
  accountId: string,
  report: LedgerReport,
): void {
  const isSame =
    chain !== null &&
    recorded !== undefined &&
    chain.last_hash.equals(recorded.last_hash) &&
    (["last_sequence", "granted", "available", "held", "spent"] as const).every(
      (field) => chain[field] === recorded[field],
    );
  if (!isSame)
    report.faults.push({
      accountId,
      sequence: chain?.last_sequence ?? 0,
      fault: "ends elsewhere than the database recorded when it was archived",
    });
}
