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
  /** The key has a budget of its own, which the charge must fit too. */
  budgeted: boolean;
  /** Given for a call that may be tried again after a crash: under the same id it is charged once. */
  callId?: string | undefined;
}

export interface Receipt {
  charged: number;
  remaining: number;
}

export interface Hold {
  /** Charges what the call really used and gives the rest back; zero gives all of it back. */
  settle: (credits: number) => Promise<Receipt>;
  /** Gives all of it back. */
  release: () => Promise<void>;
}

/** When a movement fails, the ledger undoes whatever was committed for its call: a call that fails costs nothing. */
export interface Ledger {
  /** Hold and settlement in one, for a call that is done and has a fixed price. */
  charge: (spender: Spender, credits: number) => Promise<Receipt>;
  /** Sets credits aside for a call whose cost is known only when it is done. */
  hold: (spender: Spender, credits: number, holdSeconds: number) => Promise<Hold>;
  /**
   * Makes sure that a call is not charged, whatever was posted or will still be posted under its id. When the database
   * is away it fails, and is posted as soon as the database is back.
   */
  undo: (accountId: string, callId: string) => Promise<void>;
}

export interface LedgerOptions {
  /** How long a call waits for a database that is away before it fails. */
  outageMilliseconds?: number;
  /** Where calls that must still be undone are written down, to survive the process. */
  journalFolder?: string;
  /** Called with what keeps a failed call from being undone. */
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
          // The hold was released, because its time was over or the call was undone: it cannot be paid any more.
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

/** Gives an account credits to spend. */
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

/** Gives a charged call its credits back; returns whether there was anything to give back. */
export async function refundCall(sql: Sql, accountId: string, callId: string): Promise<boolean> {
  return (await postOne(sql, "refund", callOf(accountId, callId))) === "posted";
}

/** Gives back what a call set aside that died before it could settle. A hold that is still in use stays. */
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
