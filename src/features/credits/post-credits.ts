import type { Sql } from "../../platform/db/index.ts";
import { type ChargeGroup, type Posting, type PostingResult, postCharges, postOneByOne } from "./store.ts";

export interface PostedBatch {
  /** In the order of the postings. */
  results: PostingResult[];
  /** While false, no caller may be answered: `flushCharges` must return first. */
  isOnDisk: boolean;
}

/**
 * Posts a batch. Plain charges of accounts with enough credits are posted as sets, in one statement; those that need
 * a decision follow one by one. If the second statement fails, the first is already committed: post the batch again
 * with `again`, which recognises existing entries by their call id.
 */
export async function postCredits(
  sql: Sql,
  batch: readonly Posting[],
  { onDisk }: { onDisk: boolean } = { onDisk: true },
): Promise<PostedBatch> {
  const results: PostingResult[] = new Array(batch.length);
  const plain = groupCharges(batch);
  if (plain.size > 0) {
    const balances = await postCharges(sql, [...plain.values()], onDisk);
    for (const group of plain.values()) writeResults(group, balances, results);
  }
  const others = batch.flatMap((posting, place) =>
    results[place] === undefined ? [{ posting, place }] : [],
  );
  if (others.length === 0) return { results, isOnDisk: onDisk || plain.size === 0 };
  const decided = await postOneByOne(
    sql,
    others.map(({ posting }) => posting),
  );
  for (const [index, { place }] of others.entries()) results[place] = decided[index] as PostingResult;
  return { results, isOnDisk: true };
}

interface Group extends ChargeGroup {
  places: number[];
}

function groupCharges(batch: readonly Posting[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const [place, posting] of batch.entries()) {
    if (!isPlainCharge(posting)) continue;
    const { account, operation, key, credits } = posting;
    const name = `${account} ${operation} ${key} ${credits}`;
    let group = groups.get(name);
    if (!group) {
      group = { account, operation, key, price: credits, calls: [], places: [] };
      groups.set(name, group);
    }
    group.calls.push(posting.call);
    group.places.push(place);
  }
  return groups;
}

/** Charges that need no individual decision. */
export const isPlainCharge = ({ kind, budgeted, again }: Posting) => kind === "charge" && !budgeted && !again;

/** Each call of a batch gets the balance after the batch; null means that the account could not pay for all of it. */
function writeResults(
  { account, places }: Group,
  balances: ReadonlyMap<string, number | null>,
  results: PostingResult[],
): void {
  const available = balances.get(account) ?? null;
  if (available === null) return;
  for (const place of places) results[place] = { outcome: "posted", available };
}
