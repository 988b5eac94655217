import { Failure } from "../../kernel/errors.ts";
import { makeCallId } from "../../kernel/ids.ts";
import type { Database, Sql } from "../../platform/db/index.ts";
import { startGroupCommit } from "./group-commit.ts";
import { postCredits } from "./post-credits.ts";
import type { Posting, PostingResult } from "./store.ts";
import { openUndoJournal } from "./undo-journal.ts";

/** Who pays for what. */
export interface Spender {
  accountId: string;
  operationId: string;
  keyId: string | null;
  /** The key has its own budget, which must also cover the charge. */
  budgeted: boolean;
  /** Set for a call that may be retried after a crash: the same id is charged once. */
  callId?: string | undefined;
}

export interface Receipt {
  charged: number;
  remaining: number;
}

export interface Hold {
  /** Charges what the call used and returns the rest; zero returns all of it. */
  settle: (credits: number) => Promise<Receipt>;
  /** Returns all of it. */
  release: () => Promise<void>;
}

/** When a movement fails, the ledger reverses whatever was committed for its call: a failed call costs nothing. */
export interface Ledger {
  /** Hold and settlement in one, for a finished call with a fixed price. */
  charge: (spender: Spender, credits: number) => Promise<Receipt>;
  /** Reserves credits for a call whose cost is known only at the end. */
  hold: (spender: Spender, credits: number, holdSeconds: number) => Promise<Hold>;
  /**
   * Makes sure that a call is not charged, whatever was or will be posted under its id. When the database is down it
   * throws, and the undo is posted once the database is back.
   */
  undo: (accountId: string, callId: string) => Promise<void>;
}

export interface LedgerOptions {
  /** How long a call waits for an unavailable database before it fails. */
  outageMilliseconds?: number;
  /** Where pending undos are written, to survive the process. */
  journalFolder?: string;
  /** Called with the error that prevents an undo. */
  onUndoFailed?: (error: unknown) => void;
}

const OUTAGE_MILLISECONDS = 10_000;

export function openLedger(
  db: Database,
  { outageMilliseconds = OUTAGE_MILLISECONDS, onUndoFailed = () => {}, journalFolder }: LedgerOptions = {},
): Ledger {
  const journal = journalFolder === undefined ? null : openUndoJournal(journalFolder);
  const post = startGroupCommit(db, { outageMilliseconds, onUndoFailed, journal });

  return {
    async charge(spender, credits) {
      const result = await post(spending("charge", spender, { credits, holdSeconds: 0 }));
      return { charged: credits, remaining: accepted(result) };
    },
    async hold(spender, credits, holdSeconds) {
      const posting = spending("hold", spender, { credits, holdSeconds });
      accepted(await post(posting));
      const settle = (used: number) => post({ ...posting, kind: "settle", credits: used });
      return {
        async settle(used) {
          const { outcome, available } = await settle(used);
          // The hold was released, because it expired or the call was undone: it cannot be charged any more.
          if (used > 0 && outcome !== "posted" && outcome !== "repeated") throw new Failure("time_limit");
          return { charged: used, remaining: available };
        },
        async release() {
          await settle(0);
        },
      };
    },
    async undo(accountId, callId) {
      await post(spending("undo", callOf(accountId, callId), { credits: 0, holdSeconds: 0 }));
    },
  };
}

export async function grantCredits(db: Database, accountId: string, credits: number): Promise<number> {
  const posting: Posting = {
    account: accountId,
    call: makeCallId(),
    kind: "grant",
    credits,
    operation: null,
    key: null,
    budgeted: false,
    hold_seconds: 0,
    again: false,
  };
  const {
    results: [result],
  } = await postCredits(db, [posting]);
  return accepted(result);
}

/** Refunds a charged call; returns whether there was anything to refund. */
export async function refundCall(sql: Sql, accountId: string, callId: string): Promise<boolean> {
  return (await postOne(sql, "refund", callOf(accountId, callId))) === "posted";
}

/** Returns what was held for a call that died before it could settle. A hold still in use stays. */
export async function releaseHold(sql: Sql, hold: { call_id: string; account_id: string }): Promise<void> {
  await postOne(sql, "release", callOf(hold.account_id, hold.call_id));
}

async function postOne(
  sql: Sql,
  kind: "refund" | "release",
  spender: Spender,
): Promise<PostingResult["outcome"] | undefined> {
  const { results } = await postCredits(sql, [spending(kind, spender, { credits: 0, holdSeconds: 0 })]);
  return results[0]?.outcome;
}

const callOf = (accountId: string, callId: string): Spender => ({
  accountId,
  operationId: "",
  keyId: null,
  budgeted: false,
  callId,
});

function spending(
  kind: Posting["kind"],
  spender: Spender,
  amount: { credits: number; holdSeconds: number },
): Posting {
  return {
    account: spender.accountId,
    call: spender.callId ?? makeCallId(),
    kind,
    credits: amount.credits,
    operation: spender.operationId,
    key: spender.keyId,
    budgeted: spender.budgeted,
    hold_seconds: amount.holdSeconds,
    again: spender.callId !== undefined,
  };
}

function accepted(result: PostingResult | undefined): number {
  if (result?.outcome === "insufficient") throw new Failure("insufficient_balance");
  if (result?.outcome === "over_budget") {
    throw new Failure("key_budget_exhausted", { detail: "The budget of this API key is used up." });
  }
  // Another request with the same Idempotency-Key has taken the call over.
  if (result?.outcome === "undone") throw new Failure("idempotency_in_progress", { retryAfterSeconds: 1 });
  if (result?.outcome !== "posted" && result?.outcome !== "repeated") {
    throw new Error(`credits: unexpected outcome ${result?.outcome}`);
  }
  return result.available;
}
