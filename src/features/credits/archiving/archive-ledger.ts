import { OperatorError } from "../../../kernel/operator-error.ts";
import { type Database, inTransaction, type Sql } from "../../../platform/db/index.ts";
import { type ChainEnd, type EntryRow, listChainEnds, listEntries } from "../store.ts";
import { hashEntry, move, startOf } from "../verify-ledger.ts";
import { recordArchive } from "./store.ts";

const ENTRIES_PER_PAGE = 5_000;
const ACCOUNTS_PER_PAGE = 500;

/** One line of an archive: an entry, or where an account's chain begins or ends in the file. */
export type ArchiveLine =
  | { kind: "entry"; entry: Omit<EntryRow, "hash"> & { hash: string } }
  | { kind: "start" | "end"; chain: Omit<ChainEnd, "last_hash"> & { last_hash: string } };

const chainLine = (kind: "start" | "end", chain: ChainEnd): ArchiveLine => ({
  kind,
  chain: { ...chain, last_hash: chain.last_hash.toString("hex") },
});

/**
 * Reads the entries of all accounts up to the end of a month, recomputing every chain on the way: a chain with a fault
 * is not archived. `ends` is filled with where each chain ends.
 */
export async function* readMonth(sql: Sql, until: Date, ends: ChainEnd[]): AsyncGenerator<ArchiveLine> {
  for (let after = ""; ; ) {
    const accounts = await listChainEnds(sql, { after, limit: ACCOUNTS_PER_PAGE });
    for (const { account_id } of accounts) yield* readAccount(sql, account_id, until, ends);
    const last = accounts.at(-1);
    if (!last) return;
    after = last.account_id;
  }
}

async function* readAccount(
  sql: Sql,
  accountId: string,
  until: Date,
  ends: ChainEnd[],
): AsyncGenerator<ArchiveLine> {
  const start = await startOf(sql, accountId);
  const end = { ...start };
  for (;;) {
    const page = await listEntries(sql, accountId, { after: end.last_sequence, limit: ENTRIES_PER_PAGE });
    for (const entry of page) {
      if (Number(entry.posted_us) >= until.getTime() * 1_000) return yield* finish(start, end, ends);
      if (entry.sequence !== end.last_sequence + 1 || !hashEntry(end.last_hash, entry).equals(entry.hash))
        throw new OperatorError(
          `${accountId} entry ${entry.sequence} does not continue its chain. Nothing was archived: run florin ledger verify.`,
        );
      if (end.last_sequence === start.last_sequence) yield chainLine("start", start);
      yield { kind: "entry", entry: { ...entry, hash: entry.hash.toString("hex") } };
      move(end, entry);
      end.last_sequence = entry.sequence;
      end.last_hash = entry.hash;
    }
    if (page.length < ENTRIES_PER_PAGE) return yield* finish(start, end, ends);
  }
}

function* finish(start: ChainEnd, end: ChainEnd, ends: ChainEnd[]): Generator<ArchiveLine> {
  if (end.last_sequence === start.last_sequence) return;
  ends.push(end);
  yield chainLine("end", end);
}

/** Call it when the file is on disk: from then on the file is the only place of these entries. */
export async function removeArchived(
  db: Database,
  archive: { month: string; sha256: string },
  ends: readonly ChainEnd[],
): Promise<void> {
  if (ends.length > 0) await inTransaction(db, (sql) => recordArchive(sql, archive, ends));
}
